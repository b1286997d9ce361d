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
    TEGRA_DC_IMMEDIATE,     /* one copy */
    TEGRA_DC_DOUBLE,        /* ASSEMBLY, copied to ACTIVE when latched */
    TEGRA_DC_TRIPLE,        /* ASSEMBLY, ARM at *_UPDATE, ACTIVE when latched */
    TEGRA_DC_SHADOW,        /* "_NS": the ARM copy of the one before */
} TegraDCBuffering;

#define ROW(n, from, to, m, v, k) \
    { .name = n, .first = from, .last = to, .rw = m, .reset = v, .kind = k }
#define REG(r, m, v, k) ROW(#r, R_DC_##r, R_DC_##r, m, v, k)
#define IMM(r, m, v)    REG(r, m, v, TEGRA_DC_IMMEDIATE)
#define DBL(r, m, v)    REG(r, m, v, TEGRA_DC_DOUBLE)
#define TRI(r, m, v)    REG(r, m, v, TEGRA_DC_TRIPLE)
#define SHD(r)          REG(r, UINT32_MAX, 0, TEGRA_DC_SHADOW)
#define PULSE(w, n)     ROW(n, w, w, UINT32_MAX, 0, TEGRA_DC_DOUBLE)
#define W1C(r) \
    { .name = #r, .first = R_DC_##r, .last = R_DC_##r, .w1c = UINT32_MAX, \
      .kind = TEGRA_DC_IMMEDIATE }

static const TegraRegRange common_regs[] = {
    IMM(GENERAL_INCR_SYNCPT, 0x0000ffff, 0),
    IMM(GENERAL_INCR_SYNCPT_CNTRL, 0x00000101, 0),
    W1C(GENERAL_INCR_SYNCPT_ERROR),
    IMM(WIN_A_INCR_SYNCPT, 0x0000ffff, 0),
    IMM(WIN_A_INCR_SYNCPT_CNTRL, 0x00000101, 0),
    W1C(WIN_A_INCR_SYNCPT_ERROR),
    IMM(WIN_B_INCR_SYNCPT, 0x0000ffff, 0),
    IMM(WIN_B_INCR_SYNCPT_CNTRL, 0x00000101, 0),
    W1C(WIN_B_INCR_SYNCPT_ERROR),
    IMM(WIN_C_INCR_SYNCPT, 0x0000ffff, 0),
    IMM(WIN_C_INCR_SYNCPT_CNTRL, 0x00000101, 0),
    W1C(WIN_C_INCR_SYNCPT_ERROR),
    IMM(CONT_SYNCPT_VSYNC, 0x000001ff, 0),
    IMM(CTXSW, 0xf3fffbff, 0x0000f800),
    DBL(DISPLAY_COMMAND_OPTION0, 0xffffffff, 0),
    DBL(DISPLAY_COMMAND, 0xffffffff, 0),
    IMM(SIGNAL_RAISE, 0xffffffff, 0),
    DBL(DISPLAY_POWER_CONTROL, 0x03050155, 0),
    W1C(INT_STATUS),
    IMM(INT_MASK, 0x001dff9f, 0),
    IMM(INT_ENABLE, 0x001dff9f, 1),
    IMM(INT_TYPE, 0x001dff9f, 0),
    IMM(INT_POLARITY, 0x001dff9f, 0),
    IMM(SIGNAL_RAISE1, 0xffffffff, 0),
    IMM(SIGNAL_RAISE2, 0xffffffff, 0),
    IMM(SIGNAL_RAISE3, 0xffffffff, 0),
    IMM(STATE_ACCESS, 0x00000005, 0),
    IMM(STATE_CONTROL, 0, 0),
    IMM(DISPLAY_WINDOW_HEADER, 0x00000070, 0),
    IMM(REG_ACT_CONTROL, 0x00000055, 0),

    IMM(CRC_CONTROL, 0x0000000f, 0),
    IMM(CRC_CHECKSUM, 0, 0),
    DBL(PIN_OUTPUT_ENABLE0, 0xffffffff, 0),
    DBL(PIN_OUTPUT_ENABLE1, 0xffffffff, 0),
    DBL(PIN_OUTPUT_ENABLE2, 0xffffffff, 0x00510104),
    DBL(PIN_OUTPUT_ENABLE3, 0xffffffff, 0x00000555),
    DBL(PIN_OUTPUT_POLARITY0, 0xffffffff, 0),
    DBL(PIN_OUTPUT_POLARITY1, 0xffffffff, 0),
    DBL(PIN_OUTPUT_POLARITY2, 0xffffffff, 0),
    DBL(PIN_OUTPUT_POLARITY3, 0xffffffff, 0),
    DBL(PIN_OUTPUT_DATA0, 0xffffffff, 0),
    DBL(PIN_OUTPUT_DATA1, 0xffffffff, 0),
    DBL(PIN_OUTPUT_DATA2, 0xffffffff, 0),
    DBL(PIN_OUTPUT_DATA3, 0xffffffff, 0),
    DBL(PIN_INPUT_ENABLE0, 0xffffffff, 0),
    DBL(PIN_INPUT_ENABLE1, 0xffffffff, 0),
    DBL(PIN_INPUT_ENABLE2, 0xffffffff, 0),
    DBL(PIN_INPUT_ENABLE3, 0xffffffff, 0),
    IMM(PIN_INPUT_DATA0, 0, 0),
    IMM(PIN_INPUT_DATA1, 0, 0),
    DBL(PIN_OUTPUT_SELECT0, 0xffffffff, 0),
    DBL(PIN_OUTPUT_SELECT1, 0xffffffff, 0),
    DBL(PIN_OUTPUT_SELECT2, 0xffffffff, 0),
    DBL(PIN_OUTPUT_SELECT3, 0xffffffff, 0),
    DBL(PIN_OUTPUT_SELECT4, 0xffffffff, 0),
    DBL(PIN_OUTPUT_SELECT5, 0xffffffff, 0),
    DBL(PIN_OUTPUT_SELECT6, 0xffffffff, 0),
    DBL(PIN_MISC_CONTROL, 0xffffffff, 0),
    DBL(PM0_CONTROL, 0xffffffff, 0),
    DBL(PM0_DUTY_CYCLE, 0xffffffff, 0),
    DBL(PM1_CONTROL, 0xffffffff, 0),
    DBL(PM1_DUTY_CYCLE, 0xffffffff, 0),
    DBL(SPI_CONTROL, 0xffffffff, 0),
    DBL(SPI_START_BYTE, 0xffffffff, 0),
    DBL(HSPI_WRITE_DATA_AB, 0xffffffff, 0),
    DBL(HSPI_WRITE_DATA_CD, 0xffffffff, 0),
    DBL(HSPI_CS_DC, 0xffffffff, 0),
    IMM(SCRATCH_REGISTER_A, 0xffffffff, 0),
    IMM(SCRATCH_REGISTER_B, 0xffffffff, 0),
    IMM(GPIO_CTRL, 0xffffffff, 0),
    IMM(GPIO_DEBOUNCE_COUNTER, 0xffffffff, 0x00000400),
    IMM(CRC_CHECKSUM_LATCHED, 0, 0),

    DBL(DISP_SIGNAL_OPTIONS0, 0xffffffff, 0),
    DBL(DISP_SIGNAL_OPTIONS1, 0xffffffff, 0),
    DBL(DISP_WIN_OPTIONS, 0x70010000, 0),
    DBL(DISP_MEM_HIGH_PRIORITY, 0xffffffff, 0),
    DBL(DISP_MEM_HIGH_PRIORITY_TIMER, 0xffffffff, 0),
    DBL(DISP_TIMING_OPTIONS, 0x00001fff, 0),
    DBL(REF_TO_SYNC, 0x1fff1fff, 0),
    DBL(SYNC_WIDTH, 0x1fff1fff, 0),
    DBL(BACK_PORCH, 0x1fff1fff, 0),
    DBL(DISP_ACTIVE, 0x1fff1fff, 0),
    DBL(FRONT_PORCH, 0x1fff1fff, 0),
    PULSE(0x40b, "H_PULSE0_CONTROL"),
    PULSE(0x40c, "H_PULSE0_POSITION_A"),
    PULSE(0x40d, "H_PULSE0_POSITION_B"),
    PULSE(0x40e, "H_PULSE0_POSITION_C"),
    PULSE(0x40f, "H_PULSE0_POSITION_D"),
    PULSE(0x410, "H_PULSE1_CONTROL"),
    PULSE(0x411, "H_PULSE1_POSITION_A"),
    PULSE(0x412, "H_PULSE1_POSITION_B"),
    PULSE(0x413, "H_PULSE1_POSITION_C"),
    PULSE(0x414, "H_PULSE1_POSITION_D"),
    PULSE(0x415, "H_PULSE2_CONTROL"),
    PULSE(0x416, "H_PULSE2_POSITION_A"),
    PULSE(0x417, "H_PULSE2_POSITION_B"),
    PULSE(0x418, "H_PULSE2_POSITION_C"),
    PULSE(0x419, "H_PULSE2_POSITION_D"),
    PULSE(0x41a, "V_PULSE0_CONTROL"),
    PULSE(0x41b, "V_PULSE0_POSITION_A"),
    PULSE(0x41c, "V_PULSE0_POSITION_B"),
    PULSE(0x41d, "V_PULSE0_POSITION_C"),
    PULSE(0x41e, "V_PULSE1_CONTROL"),
    PULSE(0x41f, "V_PULSE1_POSITION_A"),
    PULSE(0x420, "V_PULSE1_POSITION_B"),
    PULSE(0x421, "V_PULSE1_POSITION_C"),
    PULSE(0x422, "V_PULSE2_CONTROL"),
    PULSE(0x423, "V_PULSE2_POSITION_A"),
    PULSE(0x424, "V_PULSE3_CONTROL"),
    PULSE(0x425, "V_PULSE3_POSITION_A"),
    DBL(M0_CONTROL, 0xffffffff, 0),
    DBL(M1_CONTROL, 0xffffffff, 0),
    DBL(DI_CONTROL, 0xffffffff, 0),
    DBL(PP_CONTROL, 0xffffffff, 0),
    DBL(PP_SELECT_A, 0xffffffff, 0),
    DBL(PP_SELECT_B, 0xffffffff, 0),
    DBL(PP_SELECT_C, 0xffffffff, 0),
    DBL(PP_SELECT_D, 0xffffffff, 0),
    DBL(DISP_CLOCK_CONTROL, 0x00000fff, 0x00000006),
    DBL(DISP_INTERFACE_CONTROL, 0x0000030f, 0),
    DBL(DISP_COLOR_CONTROL, 0x0f07330f, 0),
    DBL(SHIFT_CLOCK_OPTIONS, 0xffffffff, 0),
    DBL(DATA_ENABLE_OPTIONS, 0xffffffff, 0),
    DBL(SERIAL_INTERFACE_OPTIONS, 0xffffffff, 0),
    DBL(LCD_SPI_OPTIONS, 0xffffffff, 0),
    DBL(BORDER_COLOR, 0x00ffffff, 0),
    DBL(COLOR_KEY0_LOWER, 0x00ffffff, 0),
    DBL(COLOR_KEY0_UPPER, 0x00ffffff, 0),
    DBL(COLOR_KEY1_LOWER, 0x00ffffff, 0),
    DBL(COLOR_KEY1_UPPER, 0x00ffffff, 0),
    DBL(CURSOR_FOREGROUND, 0x00ffffff, 0),
    DBL(CURSOR_BACKGROUND, 0x00ffffff, 0),
    TRI(CURSOR_START_ADDR, 0x313fffff, 0),
    SHD(CURSOR_START_ADDR_NS),
    TRI(CURSOR_POSITION, 0x3fff3fff, 0),
    SHD(CURSOR_POSITION_NS),
    DBL(INIT_SEQ_CONTROL, 0xffffffff, 0),
    DBL(SPI_INIT_SEQ_DATA_A, 0xffffffff, 0),
    DBL(SPI_INIT_SEQ_DATA_B, 0xffffffff, 0),
    DBL(SPI_INIT_SEQ_DATA_C, 0xffffffff, 0),
    DBL(SPI_INIT_SEQ_DATA_D, 0xffffffff, 0),
    IMM(MCCIF_FIFOCTRL, 0xffffffff, 0),
    IMM(MCCIF_DISPLAY0A_HYST, 0xffffffff, 0xcf401f1f),
    IMM(MCCIF_DISPLAY0B_HYST, 0xffffffff, 0xcf081f1f),
    IMM(MCCIF_DISPLAY0C_HYST, 0xffffffff, 0xcf081f1f),
    IMM(MCCIF_DISPLAY1B_HYST, 0xffffffff, 0xcf081f1f),
    DBL(DAC_CRT_CTRL, 0xffffffff, 0),
    DBL(DISP_MISC_CONTROL, 0xffffffff, 0x00000002),
};

#define WIN(r, m)       ROW(#r, R_##r, R_##r, m, 0, TEGRA_DC_TRIPLE)
#define WSHD(r)         ROW(#r, R_##r, R_##r, UINT32_MAX, 0, TEGRA_DC_SHADOW)
#define WARRAY(n, first, count, m) \
    ROW(n, first, (first) + (count) - 1, m, 0, TEGRA_DC_TRIPLE)

static const TegraRegRange window_regs[] = {
    WARRAY("WIN_PALETTE", R_WIN_PALETTE, TEGRA_DC_PALETTE_SIZE, 0x00ffffff),
    WARRAY("WIN_H_FILTER", R_WIN_H_FILTER_P0, TEGRA_DC_FILTER_PHASES,
           0xffffffff),
    WARRAY("WIN_V_FILTER", R_WIN_V_FILTER_P0, TEGRA_DC_FILTER_PHASES,
           0x000000ff),
    WIN(WIN_PALETTE_COLOR_EXT, 0x000000fe),
    WIN(WIN_CSC_YOF, 0x000000ff),
    WIN(WIN_CSC_KYRGB, 0x000003ff),
    WIN(WIN_CSC_KUR, 0x000007ff),
    WIN(WIN_CSC_KVR, 0x000007ff),
    WIN(WIN_CSC_KUG, 0x000003ff),
    WIN(WIN_CSC_KVG, 0x000003ff),
    WIN(WIN_CSC_KUB, 0x000007ff),
    WIN(WIN_CSC_KVB, 0x000007ff),
    WIN(WIN_OPTIONS, 0x40555545),
    WIN(WIN_BYTE_SWAP, 0x00000003),
    WIN(WIN_BUFFER_CONTROL, 0x00000007),
    WIN(WIN_COLOR_DEPTH, 0x0000001f),
    WIN(WIN_POSITION, 0x1fff1fff),
    WIN(WIN_SIZE, 0x1fff1fff),
    WIN(WIN_PRESCALED_SIZE, 0x1fff7fff),
    WIN(WIN_H_INITIAL_DDA, 0x0000ffff),
    WIN(WIN_V_INITIAL_DDA, 0x0000ffff),
    WIN(WIN_DDA_INCREMENT, 0xffffffff),
    WIN(WIN_LINE_STRIDE, 0xffffffff),
    WIN(WIN_BUF_STRIDE, 0xffffffff),
    WIN(WIN_UV_BUF_STRIDE, 0xffffffff),
    WIN(WIN_BUFFER_ADDR_MODE, 0x00010001),
    WIN(WIN_DV_CONTROL, 0x00070707),
    WIN(WIN_BLEND_NOKEY, 0x00ffff01),
    WIN(WIN_BLEND_1WIN, 0x00ffff07),
    WIN(WIN_BLEND_2WIN_X, 0x00ffff0f),
    WIN(WIN_BLEND_2WIN_Y, 0x00ffff0f),
    WIN(WIN_BLEND_3WIN_XY, 0x00ffff0f),
    WIN(WIN_HP_FETCH_CONTROL, 0xffffffff),
    WIN(WINBUF_START_ADDR, 0xffffffff),
    WSHD(WINBUF_START_ADDR_NS),
    WIN(WINBUF_START_ADDR_U, 0xffffffff),
    WSHD(WINBUF_START_ADDR_U_NS),
    WIN(WINBUF_START_ADDR_V, 0xffffffff),
    WSHD(WINBUF_START_ADDR_V_NS),
    WIN(WINBUF_ADDR_H_OFFSET, 0x00007fff),
    WSHD(WINBUF_ADDR_H_OFFSET_NS),
    WIN(WINBUF_ADDR_V_OFFSET, 0x00001fff),
    WSHD(WINBUF_ADDR_V_OFFSET_NS),
    ROW("WINBUF_UFLOW_STATUS", R_WINBUF_UFLOW_STATUS, R_WINBUF_UFLOW_STATUS,
        0, 0, TEGRA_DC_IMMEDIATE),
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
