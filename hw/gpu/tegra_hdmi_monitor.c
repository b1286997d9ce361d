/*
 * NVIDIA Tegra20 HDMI output: the monitor behind it
 *
 * What is plugged in, its EDID, and the QOM properties that change both while
 * the machine runs.  [tegra-dc.rst, Monitor]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "qemu/bswap.h"
#include "qemu/cutils.h"
#include "qemu/timer.h"
#include "hw/core/irq.h"
#include "hw/display/edid.h"
#include "system/qtest.h"
#include "tegra_hdmi_monitor.h"
#include "trace.h"

/* How long nothing is plugged in when one monitor replaces another */
#define SWAP_NS (NANOSECONDS_PER_SECOND / 2)

/* The first detailed timing, which starts with the pixel clock */
#define EDID_TIMING     54
#define EDID_EXTENSIONS 126

/* ---- Presence ---- */

bool tegra_hdmi_monitor_present(TegraHDMIState *s)
{
    return s->monitor.connected && !timer_pending(&s->swap_timer);
}

static void update_ddc(TegraHDMIState *s)
{
    if (s->ddc && tegra_hdmi_monitor_present(s)) {
        tegra_ddc_plug(s->ddc, s->monitor.edid, s->monitor.edid_size);
    } else if (s->ddc) {
        tegra_ddc_unplug(s->ddc);
    }
}

void tegra_hdmi_monitor_update(TegraHDMIState *s)
{
    bool present = tegra_hdmi_monitor_present(s);

    trace_tegra_hdmi_hpd(present, s->monitor.edid_size);
    update_ddc(s);
    qemu_set_irq(s->hpd, present);
}

static void swap_done(void *opaque)
{
    tegra_hdmi_monitor_update(opaque);
}

/* Plug in another monitor: software notices because this one goes away first */
static void swap(TegraHDMIState *s)
{
    if (DEVICE(s)->realized && s->monitor.connected) {
        timer_mod(&s->swap_timer,
                  qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + SWAP_NS);
        tegra_hdmi_monitor_update(s);
    }
}

static bool get_connected(Object *obj, Error **errp)
{
    return TEGRA_HDMI(obj)->monitor.connected;
}

static void set_connected(Object *obj, bool value, Error **errp)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);

    s->monitor.connected = value;
    if (DEVICE(obj)->realized) {
        timer_del(&s->swap_timer);
        tegra_hdmi_monitor_update(s);
    }
}

/* ---- A made up EDID ---- */

/* A property of the monitor that is a number, and what EDID can say of it */
typedef struct NumberInfo {
    const char *name;
    const char *description;
    size_t offset;
    uint32_t preset, min, max;
} NumberInfo;

static const NumberInfo numbers[] = {
    { "xres", "width of the monitor's preferred mode",
      offsetof(TegraHDMIMonitor, xres), 1280, 64, 4095 },
    { "yres", "height of the monitor's preferred mode",
      offsetof(TegraHDMIMonitor, yres), 720, 64, 4095 },
    /* A television's rate, not QEMU's 75 Hz */
    { "refresh", "rate of the monitor's preferred mode in Hz",
      offsetof(TegraHDMIMonitor, refresh), 60, 20, 240 },
};

static uint32_t *number(TegraHDMIMonitor *m, const NumberInfo *info)
{
    return (uint32_t *)((char *)m + info->offset);
}

/* Fill in the EDID from the properties; false if the mode is too fast for it */
static bool generate(TegraHDMIState *s, Error **errp)
{
    TegraHDMIMonitor *m = &s->monitor;
    uint8_t edid[TEGRA_DDC_BLOCK] = { 0 };
    qemu_edid_info info = {
        .vendor = m->vendor,
        .name = m->name,
        .prefx = m->xres,
        .prefy = m->yres,
        .refresh_rate = m->refresh * 1000,
    };

    qemu_edid_generate(edid, sizeof(edid), &info);
    if (!lduw_le_p(edid + EDID_TIMING)) {
        error_setg(errp, "tegra-hdmi: %ux%u at %u Hz has a pixel clock beyond "
                   "what an EDID can say, 655 MHz", m->xres, m->yres,
                   m->refresh);
        return false;
    }
    memcpy(m->edid, edid, sizeof(edid));
    m->edid_size = sizeof(edid);
    return true;
}

/* Fill in the EDID after a property changed; one from a file stays */
static bool regenerate(TegraHDMIState *s, Error **errp)
{
    if (!DEVICE(s)->realized || s->monitor.edid_given) {
        return true;
    }
    if (!generate(s, errp)) {
        return false;
    }
    swap(s);
    return true;
}

static void get_number(Object *obj, Visitor *v, const char *name, void *opaque,
                       Error **errp)
{
    visit_type_uint32(v, name, number(&TEGRA_HDMI(obj)->monitor, opaque), errp);
}

static void set_number(Object *obj, Visitor *v, const char *name, void *opaque,
                       Error **errp)
{
    const NumberInfo *info = opaque;
    TegraHDMIState *s = TEGRA_HDMI(obj);
    uint32_t *field = number(&s->monitor, info), old = *field, value;

    if (!visit_type_uint32(v, name, &value, errp)) {
        return;
    }
    if (value < info->min || value > info->max) {
        error_setg(errp, "tegra-hdmi: %s must be %u to %u, not %u", name,
                   info->min, info->max, value);
        return;
    }
    *field = value;
    if (value != old && !regenerate(s, errp)) {
        *field = old;
    }
}

static char *get_vendor(Object *obj, Error **errp)
{
    return g_strdup(TEGRA_HDMI(obj)->monitor.vendor);
}

static bool vendor_is_valid(const char *vendor)
{
    return strlen(vendor) == 3 &&
           strspn(vendor, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
}

static void set_vendor(Object *obj, const char *value, Error **errp)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);

    if (!vendor_is_valid(value)) {
        error_setg(errp, "tegra-hdmi: vendor must be three capital letters, "
                   "not '%s'", value);
        return;
    }
    pstrcpy(s->monitor.vendor, sizeof(s->monitor.vendor), value);
    regenerate(s, errp);
}

static char *get_name(Object *obj, Error **errp)
{
    return g_strdup(TEGRA_HDMI(obj)->monitor.name);
}

static bool name_is_valid(const char *name)
{
    size_t len = strlen(name);

    for (size_t i = 0; i < len; i++) {
        if (!g_ascii_isprint(name[i])) {
            return false;
        }
    }
    return len > 0 && len < TEGRA_HDMI_NAME_SIZE;
}

static void set_name(Object *obj, const char *value, Error **errp)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);

    if (!name_is_valid(value)) {
        error_setg(errp, "tegra-hdmi: name must be 1 to %d printable "
                   "characters", TEGRA_HDMI_NAME_SIZE - 1);
        return;
    }
    pstrcpy(s->monitor.name, sizeof(s->monitor.name), value);
    regenerate(s, errp);
}

/* ---- An EDID from a file ---- */

static bool check_block(const uint8_t *block)
{
    uint8_t sum = 0;

    for (int i = 0; i < TEGRA_DDC_BLOCK; i++) {
        sum += block[i];
    }
    return sum == 0;
}

static bool check_edid(const uint8_t *edid, size_t size, const char *name,
                       Error **errp)
{
    static const uint8_t magic[8] = {
        0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00
    };

    if (!size || size % TEGRA_DDC_BLOCK || size > TEGRA_DDC_MAX_SIZE) {
        error_setg(errp, "tegra-hdmi: %s: an EDID has 1 to %d blocks of %d "
                   "bytes, this has %zu bytes", name, TEGRA_DDC_MAX_BLOCKS,
                   TEGRA_DDC_BLOCK, size);
        return false;
    }
    if (memcmp(edid, magic, sizeof(magic))) {
        error_setg(errp, "tegra-hdmi: %s does not begin like an EDID", name);
        return false;
    }
    if (edid[EDID_EXTENSIONS] != size / TEGRA_DDC_BLOCK - 1) {
        error_setg(errp, "tegra-hdmi: %s announces %u extension blocks and "
                   "has %zu", name, edid[EDID_EXTENSIONS],
                   size / TEGRA_DDC_BLOCK - 1);
        return false;
    }
    for (size_t i = 0; i < size; i += TEGRA_DDC_BLOCK) {
        if (!check_block(edid + i)) {
            error_setg(errp, "tegra-hdmi: %s: the checksum of block %zu is "
                       "wrong", name, i / TEGRA_DDC_BLOCK);
            return false;
        }
    }
    return true;
}

static bool load_edid(TegraHDMIState *s, const char *name, Error **errp)
{
    g_autoptr(GError) err = NULL;
    g_autofree char *data = NULL;
    gsize size;

    if (!g_file_get_contents(name, &data, &size, &err)) {
        error_setg(errp, "tegra-hdmi: %s", err->message);
        return false;
    }
    if (!check_edid((uint8_t *)data, size, name, errp)) {
        return false;
    }
    memcpy(s->monitor.edid, data, size);
    s->monitor.edid_size = size;
    return true;
}

static char *get_edid_file(Object *obj, Error **errp)
{
    return g_strdup(TEGRA_HDMI(obj)->edid_file ?: "");
}

/* Set the file; an empty name goes back to the made up EDID */
static void set_edid_file(Object *obj, const char *value, Error **errp)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);
    bool given = *value;

    if (given ? !load_edid(s, value, errp)
              : DEVICE(s)->realized && !generate(s, errp)) {
        return;
    }
    g_free(s->edid_file);
    s->edid_file = g_strdup(value);
    s->monitor.edid_given = given;
    swap(s);
}

/* ---- Life cycle ---- */

static void set_presets(TegraHDMIMonitor *m)
{
    for (int i = 0; i < ARRAY_SIZE(numbers); i++) {
        *number(m, &numbers[i]) = numbers[i].preset;
    }
    pstrcpy(m->vendor, sizeof(m->vendor), "RHT");
    pstrcpy(m->name, sizeof(m->name), "QEMU Monitor");
}

void tegra_hdmi_monitor_init(TegraHDMIState *s)
{
    s->monitor.connected = true;
    set_presets(&s->monitor);
    timer_init_ns(&s->swap_timer, QEMU_CLOCK_VIRTUAL, swap_done, s);
}

bool tegra_hdmi_monitor_realize(TegraHDMIState *s, Error **errp)
{
    return s->monitor.edid_given || generate(s, errp);
}

void tegra_hdmi_monitor_finalize(TegraHDMIState *s)
{
    timer_del(&s->swap_timer);
    g_free(s->edid_file);
}

/* ---- Migration ---- */

static bool monitor_is_valid(TegraHDMIMonitor *m)
{
    for (int i = 0; i < ARRAY_SIZE(numbers); i++) {
        uint32_t value = *number(m, &numbers[i]);

        if (value < numbers[i].min || value > numbers[i].max) {
            return false;
        }
    }
    return !m->vendor[sizeof(m->vendor) - 1] && vendor_is_valid(m->vendor) &&
           !m->name[sizeof(m->name) - 1] && name_is_valid(m->name) &&
           m->edid_size <= sizeof(m->edid) &&
           check_edid(m->edid, m->edid_size, "the loaded EDID", NULL);
}

static int monitor_pre_save(void *opaque)
{
    TegraHDMIMonitorTmp *tmp = opaque;

    tmp->monitor = tmp->parent->monitor;
    tmp->swap_end = timer_pending(&tmp->parent->swap_timer) ?
                    timer_expire_time_ns(&tmp->parent->swap_timer) : -1;
    return 0;
}

/*
 * Check when a swap ends; qtest's clock does not migrate, others are loaded
 * before
 */
static bool swap_is_valid(int64_t end)
{
    return qtest_enabled() ||
           end <= qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + SWAP_NS;
}

static void load_swap(TegraHDMIState *s, int64_t end)
{
    if (end < 0) {
        timer_del(&s->swap_timer);
    } else {
        timer_mod(&s->swap_timer, end);
    }
}

/* Check a monitor: one that is not valid never becomes the monitor */
static int monitor_post_load(void *opaque, int version_id)
{
    TegraHDMIMonitorTmp *tmp = opaque;

    if (!monitor_is_valid(&tmp->monitor) || !swap_is_valid(tmp->swap_end)) {
        return -EINVAL;
    }
    tmp->parent->monitor = tmp->monitor;
    load_swap(tmp->parent, tmp->swap_end);
    update_ddc(tmp->parent);
    return 0;
}

const VMStateDescription tegra_hdmi_vmstate_monitor = {
    .name = "tegra-hdmi-monitor",
    .pre_save = monitor_pre_save,
    .post_load = monitor_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(monitor.connected, TegraHDMIMonitorTmp),
        VMSTATE_BOOL(monitor.edid_given, TegraHDMIMonitorTmp),
        VMSTATE_UINT32(monitor.xres, TegraHDMIMonitorTmp),
        VMSTATE_UINT32(monitor.yres, TegraHDMIMonitorTmp),
        VMSTATE_UINT32(monitor.refresh, TegraHDMIMonitorTmp),
        VMSTATE_BUFFER_UNSAFE(monitor.vendor, TegraHDMIMonitorTmp, 0, 4),
        VMSTATE_BUFFER_UNSAFE(monitor.name, TegraHDMIMonitorTmp, 0,
                              TEGRA_HDMI_NAME_SIZE),
        VMSTATE_UINT8_ARRAY(monitor.edid, TegraHDMIMonitorTmp,
                            TEGRA_DDC_MAX_SIZE),
        VMSTATE_UINT32(monitor.edid_size, TegraHDMIMonitorTmp),
        VMSTATE_INT64(swap_end, TegraHDMIMonitorTmp),
        VMSTATE_END_OF_LIST()
    }
};

/* ---- Properties ---- */

void tegra_hdmi_monitor_add_properties(ObjectClass *klass)
{
    object_class_property_add_bool(klass, "connected", get_connected,
                                   set_connected);
    object_class_property_set_description(klass, "connected",
                                          "a monitor is plugged in");
    for (int i = 0; i < ARRAY_SIZE(numbers); i++) {
        object_class_property_add(klass, numbers[i].name, "uint32", get_number,
                                  set_number, NULL, (void *)&numbers[i]);
        object_class_property_set_description(klass, numbers[i].name,
                                              numbers[i].description);
    }
    object_class_property_add_str(klass, "vendor", get_vendor, set_vendor);
    object_class_property_set_description(klass, "vendor",
                                          "the monitor's maker, three letters");
    object_class_property_add_str(klass, "name", get_name, set_name);
    object_class_property_set_description(klass, "name",
                                          "the monitor's name");
    object_class_property_add_str(klass, "edid-file", get_edid_file,
                                  set_edid_file);
    object_class_property_set_description(klass, "edid-file",
                                          "file with the monitor's EDID, "
                                          "empty for one made from the other "
                                          "properties");
}
