/*
 * NVIDIA Tegra20 host1x: captures of what the graphics devices do
 *
 * The property "capture" names a file, which gets all that gr3d-replay needs to
 * do the same again [tegra-capture.rst].  Devices tell what happens, if
 * host1x->capture is set, with the BQL held.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_CAPTURE_H
#define HW_GPU_TEGRA_HOST1X_CAPTURE_H

#include "hw/gpu/lib/capture.h"
#include "hw/gpu/tegra_host1x.h"

void tegra_host1x_capture_class_init(ObjectClass *klass);
void tegra_host1x_capture_init(TegraHost1xState *s);

/* A job is given to a channel: one begins that waits for this. */
void tegra_host1x_capture_job(TegraHost1xState *s);
/* A vertical blank comes: likewise.  False: it is not of interest. */
bool tegra_host1x_capture_frame(TegraHost1xState *s, bool flipped);
/* End one that has what it was to have: nothing is in the middle. */
void tegra_host1x_capture_poll(TegraHost1xState *s);
/* End what there is, because of @why. */
void tegra_host1x_capture_end(TegraHost1xState *s, const char *why);

/*
 * The rest is for a capture that runs: host1x->capture is not NULL.
 */

/* @num words, the first at @addr, are executed by @ch, or are about to be. */
void tegra_host1x_capture_run(TegraHost1xChannel *ch, uint32_t addr,
                              const uint32_t *word, unsigned int num);
/* The next ones do not continue the last ones: a channel was torn down. */
void tegra_host1x_capture_cut(TegraHost1xState *s);
/* The last one was refused. */
void tegra_host1x_capture_refused(TegraHost1xChannel *ch);
void tegra_host1x_capture_words(TegraHost1xState *s, GpuCaptureType type,
                                const uint32_t *word, unsigned int num);
/* The register @offset of @class_id is written, not by a channel's word. */
void tegra_host1x_capture_write(TegraHost1xState *s, uint16_t class_id,
                                uint32_t offset, uint32_t value);

/* An operation begins that may access this memory. */
void tegra_host1x_capture_memory(TegraHost1xState *s, hwaddr addr,
                                 uint64_t size);
/*
 * An operation of record @type is over: between begin and end what it has
 * written.  If it was cancelled, nobody knows what that is.
 */
void tegra_host1x_capture_done_begin(TegraHost1xState *s,
                                     GpuCaptureType type, uint32_t number,
                                     bool cancelled);
void tegra_host1x_capture_done_wrote(TegraHost1xState *s, unsigned int slot,
                                     hwaddr addr, uint64_t size);
void tegra_host1x_capture_done_end(TegraHost1xState *s);

#endif /* HW_GPU_TEGRA_HOST1X_CAPTURE_H */
