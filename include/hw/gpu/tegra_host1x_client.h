/*
 * NVIDIA Tegra20 host1x client: an engine that executes host1x methods
 *
 * An engine (GR2D, GR3D, a display controller) implements this interface and
 * registers itself with its host1x in realize.  The host1x command processor
 * then hands it the method words of its classes.
 *
 * Offsets are host1x method offsets, that is 32-bit word indices into the
 * engine's register aperture.  All calls are made with the BQL held.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_CLIENT_H
#define HW_GPU_TEGRA_HOST1X_CLIENT_H

#include "qom/object.h"

#define TYPE_TEGRA_HOST1X_CLIENT "tegra-host1x-client"

typedef struct TegraHost1xClient TegraHost1xClient;
typedef struct TegraHost1xClientClass TegraHost1xClientClass;
DECLARE_CLASS_CHECKERS(TegraHost1xClientClass, TEGRA_HOST1X_CLIENT,
                       TYPE_TEGRA_HOST1X_CLIENT)
#define TEGRA_HOST1X_CLIENT(obj) \
    INTERFACE_CHECK(TegraHost1xClient, (obj), TYPE_TEGRA_HOST1X_CLIENT)

typedef enum TegraHost1xMethodResult {
    /* The word was taken: executed, stored, or logged and dropped. */
    TEGRA_HOST1X_METHOD_DONE,
    /*
     * The engine cannot take the word now and has not looked at it.  The
     * channel keeps the word and offers it again after the engine has called
     * tegra_host1x_client_ready().
     */
    TEGRA_HOST1X_METHOD_STALL,
} TegraHost1xMethodResult;

/* What host1x has to know of an engine; the strings and ids are constant. */
typedef struct TegraHost1xClientInfo {
    const char *name;       /* for logs and traces, "GR3D" */
    uint8_t module;         /* module id: bit in INTSTATUS, MOD_TEARDOWN */
    uint16_t first_class;   /* class ids the engine answers to, inclusive */
    uint16_t last_class;
} TegraHost1xClientInfo;

struct TegraHost1xClientClass {
    InterfaceClass parent_class;

    /* Execute method @offset (0..0xfff) of class @class_id. */
    TegraHost1xMethodResult (*method_write)(TegraHost1xClient *client,
                                            uint16_t class_id,
                                            uint16_t offset, uint32_t value);
    /*
     * Execute @num words for method @offset, or for @offset and those after it
     * if @incr; @offset + @num stays in range.  For words that nothing can
     * observe one by one: the engine takes as many from the front as do no
     * more than to store a value, and returns their number, maybe 0.  The rest
     * comes through method_write().  Optional.
     */
    unsigned int (*write_run)(TegraHost1xClient *client, uint16_t class_id,
                              uint16_t offset, bool incr,
                              const uint32_t *word, unsigned int num);
    /* Read a register on behalf of an indirect access. */
    uint32_t (*method_read)(TegraHost1xClient *client, uint16_t class_id,
                            uint16_t offset);
    /* True when no operation is in flight and no increment is pending. */
    bool (*idle)(TegraHost1xClient *client);
    /*
     * A channel that fed this engine was torn down: end what is running.
     * Increments already handed to the engine are still performed.  Optional.
     */
    void (*channel_teardown)(TegraHost1xClient *client);
    /*
     * Sync points are about to be read or written by the CPU: make increments
     * that are due.  An engine whose class has this need not make one in time
     * that nobody waits for, see tegra_host1x_syncpt_left().  Optional.
     */
    void (*catch_up)(TegraHost1xClient *client);
    /* What tegra_host1x_syncpt_left() says may have changed.  Optional. */
    void (*watch)(TegraHost1xClient *client);
    /*
     * A capture begins: give it the state.  An engine that has this captures
     * its operations.  Optional.
     */
    void (*capture)(TegraHost1xClient *client);
    /* The register's name for logs and traces, NULL if unknown.  Optional. */
    const char *(*method_name)(TegraHost1xClient *client, uint16_t offset);
};

#endif /* HW_GPU_TEGRA_HOST1X_CLIENT_H */
