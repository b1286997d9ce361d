/*
 * NVIDIA Tegra20 display controller: the register file
 *
 * Names, reset values and the buffering class of every register, and the
 * copying between ASSEMBLY, ARM and ACTIVE.
 * [tegra-dc.rst, Register buffering]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra_reg_range.h"
#include "tegra_dc_regfile.h"

typedef enum TegraDCBuffering {
    TEGRA_DC_IMMEDIATE,
    TEGRA_DC_DOUBLE,
    TEGRA_DC_TRIPLE,
    TEGRA_DC_SHADOW,
} TegraDCBuffering;

static const TegraRegRange common_regs[] = {
#define DC_REG(word, reg, buffering, bits, value, fields) \
    { .name = #reg, .first = word, .last = word, .reset = value, .rw = bits, \
      .kind = TEGRA_DC_##buffering },
#define DC_W1C(word, reg, fields) \
    { .name = #reg, .first = word, .last = word, .w1c = UINT32_MAX, \
      .kind = TEGRA_DC_IMMEDIATE },
#include "hw/gpu/tegra_dc_regs.def"
};

static const TegraRegRange window_regs[] = {
#define DC_WIN(word, count, reg, buffering, bits, fields) \
    { .name = #reg, .first = word, .last = (word) + (count) - 1, .rw = bits, \
      .kind = TEGRA_DC_##buffering },
#include "hw/gpu/tegra_dc_regs.def"
};

static const TegraRegRange *common_info(uint32_t reg)
{
    return tegra_reg_find(common_regs, ARRAY_SIZE(common_regs), reg);
}

static const TegraRegRange *window_info(uint32_t idx)
{
    return tegra_reg_find(window_regs, ARRAY_SIZE(window_regs), idx);
}

/* Return the place of a legacy @reg in a window block, or -1 */
static int legacy_index(uint32_t reg)
{
    static const struct {
        uint16_t first, last, base;
    } ranges[] = {
        { 0x500, 0x638, 0x000 },
        { 0x700, 0x719, 0x180 },
        { 0x800, 0x839, 0x1c0 },
    };

    for (int i = 0; i < ARRAY_SIZE(ranges); i++) {
        if (reg >= ranges[i].first && reg <= ranges[i].last) {
            return ranges[i].base + reg - ranges[i].first;
        }
    }
    return -1;
}

/*
 * Find what @reg names: the common group if *windows is 0, else register *idx
 * of each window in the bit set *windows.
 */
static const TegraRegRange *lookup(const TegraDCState *s, uint32_t reg,
                                    uint32_t *windows, uint32_t *idx)
{
    int legacy;

    *windows = 0;
    *idx = reg;
    if (reg < TEGRA_DC_NUM_COMMON) {
        return common_info(reg);
    }
    if (reg >= TEGRA_DC_WIN_BASE && reg < TEGRA_DC_NUM_WORDS) {
        *windows = 1 << (reg - TEGRA_DC_WIN_BASE) / TEGRA_DC_WIN_WORDS;
        *idx = (reg - TEGRA_DC_WIN_BASE) % TEGRA_DC_WIN_WORDS;
        return window_info(*idx);
    }
    legacy = legacy_index(reg);
    if (legacy < 0) {
        return NULL;
    }
    *windows = s ? FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_WINDOW_HEADER),
                              DC_DISPLAY_WINDOW_HEADER, SELECT) : 1;
    *idx = legacy;
    return *windows ? window_info(legacy) : NULL;
}

const char *tegra_dc_reg_name(uint32_t reg)
{
    uint32_t windows, idx;
    const TegraRegRange *info = lookup(NULL, reg, &windows, &idx);

    return info ? info->name : NULL;
}

const char *tegra_dc_reg_label(const TegraDCState *s, uint32_t reg,
                               TegraDCLabel *label)
{
    static const char *const prefix[1 << TEGRA_DC_NUM_WINDOWS] = {
        "", "A.", "B.", "AB.", "C.", "AC.", "BC.", "ABC.",
    };
    uint32_t windows, idx;
    const TegraRegRange *info = lookup(s, reg, &windows, &idx);

    if (!info) {
        return "?";
    }
    if (info->first != info->last) {
        snprintf(label->text, sizeof(label->text), "%s%s[%u]",
                 prefix[windows], info->name, idx - info->first);
    } else {
        snprintf(label->text, sizeof(label->text), "%s%s", prefix[windows],
                 info->name);
    }
    return label->text;
}

void tegra_dc_regs_reset(TegraDCState *s)
{
    memset(s->regs, 0, sizeof(s->regs));
    for (int c = 0; c < TEGRA_DC_NUM_COPIES; c++) {
        for (int i = 0; i < ARRAY_SIZE(common_regs); i++) {
            s->regs[c].common[common_regs[i].first] = common_regs[i].reset;
        }
    }
}

static TegraDCCopy copy_for_mux(const TegraRegRange *info, bool active)
{
    switch (info->kind) {
    case TEGRA_DC_IMMEDIATE:
        return TEGRA_DC_ACTIVE;
    case TEGRA_DC_SHADOW:
        return TEGRA_DC_ARM;
    default:
        return active ? TEGRA_DC_ACTIVE : TEGRA_DC_ASSEMBLY;
    }
}

static uint32_t *reg_ptr(TegraDCState *s, TegraDCCopy copy, int window,
                         uint32_t idx)
{
    return window < 0 ? &s->regs[copy].common[idx]
                      : &s->regs[copy].win[window][idx];
}

/* Store @value in all copies: STATE_ACCESS makes no difference */
static void store_immediate(TegraDCState *s, int window, uint32_t idx,
                            uint32_t value)
{
    for (int c = 0; c < TEGRA_DC_NUM_COPIES; c++) {
        *reg_ptr(s, c, window, idx) = value;
    }
}

uint32_t tegra_dc_regs_load(TegraDCState *s, uint32_t reg)
{
    bool active = FIELD_EX32(tegra_dc_active(s, R_DC_STATE_ACCESS),
                             DC_STATE_ACCESS, READ_MUX);
    uint32_t windows, idx;
    const TegraRegRange *info = lookup(s, reg, &windows, &idx);

    if (!info) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: read of unknown or "
                      "unselected register 0x%03x\n", s->head, reg);
        return 0;
    }
    if (info->kind == TEGRA_DC_SHADOW) {
        idx--;
    }
    return *reg_ptr(s, copy_for_mux(info, active),
                    windows ? ctz32(windows) : -1, idx);
}

/* Store @value; true if it went straight to the ACTIVE copy */
static bool store_one(TegraDCState *s, const TegraRegRange *info, int window,
                      uint32_t idx, uint32_t value)
{
    bool active = FIELD_EX32(tegra_dc_active(s, R_DC_STATE_ACCESS),
                             DC_STATE_ACCESS, WRITE_MUX);
    TegraDCCopy copy = copy_for_mux(info, active);

    if (info->kind == TEGRA_DC_IMMEDIATE) {
        /* The only one of a window counts, and any write clears it */
        uint32_t keep = window < 0 ? *reg_ptr(s, copy, window, idx) : 0;

        store_immediate(s, window, idx, tegra_reg_merge(info, keep, value));
        return false;
    }
    if (info->kind == TEGRA_DC_SHADOW) {
        idx--;
        info--;
    } else if (active) {
        *reg_ptr(s, TEGRA_DC_ASSEMBLY, window, idx) = value & info->rw;
        *reg_ptr(s, TEGRA_DC_ARM, window, idx) = value & info->rw;
    }
    *reg_ptr(s, copy, window, idx) = value & info->rw;
    return copy == TEGRA_DC_ACTIVE;
}

bool tegra_dc_regs_store(TegraDCState *s, uint32_t reg, uint32_t value)
{
    uint32_t windows, idx;
    const TegraRegRange *info = lookup(s, reg, &windows, &idx);
    bool shown = false;

    if (!info) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: write of unknown or "
                      "unselected register 0x%03x <- 0x%08x\n", s->head, reg,
                      value);
        return false;
    }
    if (!windows) {
        return store_one(s, info, -1, idx, value);
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (windows & 1 << n) {
            shown |= store_one(s, info, n, idx, value);
        }
    }
    return shown;
}

void tegra_dc_regs_count_underflow(TegraDCState *s, int n, uint32_t count)
{
    uint32_t status = tegra_dc_win_active(s, n, R_WINBUF_UFLOW_STATUS);
    uint64_t sum = (uint64_t)FIELD_EX32(status, WINBUF_UFLOW_STATUS, COUNT) +
                   count;

    status = FIELD_DP32(status, WINBUF_UFLOW_STATUS, COUNT, sum);
    if (sum >> R_WINBUF_UFLOW_STATUS_COUNT_LENGTH) {
        status |= R_WINBUF_UFLOW_STATUS_COUNT_OFLOW_MASK;
    }
    store_immediate(s, n, R_WINBUF_UFLOW_STATUS, status);
}

void tegra_dc_regs_arm(TegraDCState *s, uint32_t groups)
{
    const TegraDCRegs *from = &s->regs[TEGRA_DC_ASSEMBLY];
    TegraDCRegs *to = &s->regs[TEGRA_DC_ARM];

    if (groups & DC_STATE_GENERAL) {
        memcpy(to->common, from->common, sizeof(to->common));
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (groups & DC_STATE_WIN(n)) {
            memcpy(to->win[n], from->win[n], sizeof(to->win[n]));
        }
    }
}

static bool activate_common(TegraDCState *s)
{
    bool changed = false;

    for (int i = 0; i < ARRAY_SIZE(common_regs); i++) {
        uint32_t reg = common_regs[i].first;
        uint32_t *to = &s->regs[TEGRA_DC_ACTIVE].common[reg];
        uint32_t from = s->regs[TEGRA_DC_ASSEMBLY].common[reg];

        if (common_regs[i].kind == TEGRA_DC_IMMEDIATE) {
            continue;
        }
        if (common_regs[i].kind == TEGRA_DC_TRIPLE) {
            from = s->regs[TEGRA_DC_ARM].common[reg];
        }
        changed |= *to != from;
        *to = from;
    }
    return changed;
}

bool tegra_dc_regs_activate(TegraDCState *s, uint32_t groups)
{
    bool changed = false;

    if (groups & DC_STATE_GENERAL) {
        changed |= activate_common(s);
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        uint32_t *to = s->regs[TEGRA_DC_ACTIVE].win[n];
        const uint32_t *from = s->regs[TEGRA_DC_ARM].win[n];

        if ((groups & DC_STATE_WIN(n)) &&
            memcmp(to, from, sizeof(uint32_t) * TEGRA_DC_WIN_WORDS)) {
            memcpy(to, from, sizeof(uint32_t) * TEGRA_DC_WIN_WORDS);
            changed = true;
        }
    }
    return changed;
}
