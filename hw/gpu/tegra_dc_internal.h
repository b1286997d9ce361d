/*
 * NVIDIA Tegra20 display controller: interfaces between its source files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_INTERNAL_H
#define HW_GPU_TEGRA_DC_INTERNAL_H

#include "hw/clock.h"
#include "hw/gpu/tegra_dc.h"

/* ---- Register file: tegra_dc_regs.c ---- */

typedef enum TegraDCBuffering {
    TEGRA_DC_IMMEDIATE,     /* one copy */
    TEGRA_DC_DOUBLE,        /* ASSEMBLY, copied to ACTIVE when latched */
    TEGRA_DC_TRIPLE,        /* ASSEMBLY, ARM at *_UPDATE, ACTIVE when latched */
    TEGRA_DC_SHADOW,        /* "_NS": the ARM copy of the one before */
} TegraDCBuffering;

typedef struct TegraDCRegInfo {
    const char *name;
    uint32_t mask;          /* bits that can be written */
    uint32_t reset;
    TegraDCBuffering kind;
} TegraDCRegInfo;

void tegra_dc_regs_reset(TegraDCState *s);
const char *tegra_dc_reg_name(uint32_t reg);
/* The name with its window and index, such as "B.WIN_PALETTE[17]" */
typedef struct TegraDCLabel {
    char text[40];
} TegraDCLabel;
const char *tegra_dc_reg_label(const TegraDCState *s, uint32_t reg,
                               TegraDCLabel *label);
/* Storage only, no side effects; an unknown register is logged */
uint32_t tegra_dc_regs_load(TegraDCState *s, uint32_t reg);
void tegra_dc_regs_store(TegraDCState *s, uint32_t reg, uint32_t value);
/* Copy the groups in @groups (DC_STATE_*), true if an ACTIVE value changed */
void tegra_dc_regs_arm(TegraDCState *s, uint32_t groups);
bool tegra_dc_regs_activate(TegraDCState *s, uint32_t groups);

/* Add @count to WINBUF_UFLOW_STATUS of window @n */
void tegra_dc_regs_count_underflow(TegraDCState *s, int n, uint32_t count);

static inline uint32_t tegra_dc_active(const TegraDCState *s, uint32_t reg)
{
    return s->regs[TEGRA_DC_ACTIVE].common[reg];
}

static inline uint32_t tegra_dc_win_active(const TegraDCState *s, int n,
                                           uint32_t reg)
{
    return s->regs[TEGRA_DC_ACTIVE].win[n][reg];
}

/* ---- Timing: tegra_dc_timing.c ---- */

/* True while frames are shown: mode not STOP, powered, out of reset */
bool tegra_dc_is_showing(const TegraDCState *s);
/* True while frames follow each other, or the one asked for is under way */
bool tegra_dc_is_scanning(const TegraDCState *s);
bool tegra_dc_clocked(const TegraDCState *s);
#define TEGRA_DC_MIN_HZ         1
#define TEGRA_DC_MAX_FRAME_NS   (NANOSECONDS_PER_SECOND / TEGRA_DC_MIN_HZ)
int64_t tegra_dc_frame_ns(const TegraDCState *s);

/* ---- Frames: tegra_dc_frame.c ---- */

/* The frame under way, whose checksum may have begun, comes to no end */
void tegra_dc_drop_frame(TegraDCState *s);
void tegra_dc_clk_update(void *opaque, ClockEvent event);
void tegra_dc_frame(void *opaque);
void tegra_dc_update_irq(TegraDCState *s);
/* Port 0 is the general one, 1 to 3 are the windows' */
void tegra_dc_incr_syncpt(TegraDCState *s, int port, uint32_t value);
void tegra_dc_incr_reset(TegraDCState *s, int port);
uint32_t *tegra_dc_incr_error(TegraDCState *s, int port);
void tegra_dc_state_control(TegraDCState *s, uint32_t value);
/* A write went to the ACTIVE registers */
void tegra_dc_written(TegraDCState *s);

/* ---- Pixel formats: tegra_dc_format.c ---- */

/*
 * A decoded pixel is A[31:24] R[23:16] G[15:8] B[7:0]; for a YUV format V, Y
 * and U take the places of R, G and B, chroma being centred on 128.
 */
typedef struct TegraDCDecode {
    const uint8_t *src[3];      /* Y or packed, U, V */
    const uint32_t *palette;    /* 256 entries, already A R G B */
    uint32_t palette_ext;
    bool expand;                /* replicate high bits when widening */
    unsigned int skip;          /* pixels to drop at the start of src */
} TegraDCDecode;

typedef struct TegraDCFormat {
    const char *name;
    uint8_t bits;               /* per pixel, in the first plane */
    uint8_t planes;
    uint8_t group;              /* bytes that decode together */
    uint8_t chroma_x;           /* log2 of the chroma subsampling */
    uint8_t chroma_y;
    uint8_t alpha_bits;
    bool yuv;
    bool indexed;
    void (*decode)(const TegraDCDecode *d, uint32_t *dst, unsigned int n);
} TegraDCFormat;

const TegraDCFormat *tegra_dc_format(uint32_t code);

/* Registers hold colours as R[7:0] G[15:8] B[23:16] */
static inline uint32_t tegra_dc_colour(uint32_t reg)
{
    return 0xff000000 | (reg & 0xff) << 16 | (reg & 0xff00) |
           (reg >> 16 & 0xff);
}

/* ---- Windows: tegra_dc_window.c ---- */

typedef struct TegraDCPlane {
    int64_t base;           /* guest address of line 0, byte 0 */
    int64_t stride;
    int64_t x0;             /* first byte of a line that is read */
    unsigned int bytes;     /* and how many */
    unsigned int y_shift;   /* log2 of the vertical subsampling */
    bool tiled;
    uint64_t lo;            /* address range read, clipped to memory */
    uint64_t hi;

    const uint8_t *map;     /* host address of lo while drawing */
    uint8_t *buf;           /* one line, for what is not read in place */
} TegraDCPlane;

typedef struct TegraDCFilter {
    int16_t h[TEGRA_DC_FILTER_PHASES][6];
    int16_t v[TEGRA_DC_FILTER_PHASES];
} TegraDCFilter;

typedef struct TegraDCWindow {
    bool enabled;
    int index;
    const TegraDCFormat *fmt;
    int x, y;               /* in the active area */
    int w, h;               /* clipped to the active area, not 0 */
    unsigned int src_w;     /* before scaling, in pixels and lines, not 0 */
    unsigned int src_h;
    unsigned int src_used;  /* pixels of a source line that are needed */
    unsigned int skip;      /* pixels dropped at the start of a line's bytes */
    int64_t v_offset;       /* first line */
    uint32_t h_init, h_inc, v_init, v_inc;
    bool h_reverse, v_reverse;
    bool h_filter, v_filter, v_filter_opt, h_scaled;
    bool expand, yuv_expand, csc, vibrance, gamma, keyed;
    int dv[3];              /* of R, G and B */
    unsigned int missing;   /* output lines that are not in memory */
    unsigned int swap;      /* xor on byte addresses */
    int num_planes;
    TegraDCPlane plane[3];
    uint32_t palette[TEGRA_DC_PALETTE_SIZE];
    uint32_t palette_ext;
    unsigned int line_cost; /* of a line, in nanoseconds, about */
    int csc_k[8];           /* YOF KYRGB KUR KVR KUG KVG KUB KVB */
    uint32_t key_lower[2], key_upper[2];
    TegraDCFilter filter;

    /* Scratch, valid during one draw */
    uint32_t *src_line[2];
    int src_line_no[2];
    uint32_t *mix;          /* two source lines filtered into one */
    uint32_t *pixels;       /* one output line */
    uint8_t *keys;          /* bit n: colour key n matches */
} TegraDCWindow;

/* @w is zero or was freed; the screen is @width by @height */
void tegra_dc_window_setup(TegraDCState *s, TegraDCWindow *w, int n,
                           int width, int height);
void tegra_dc_window_free(TegraDCWindow *w);
/* Between begin and end the window's memory is mapped and can be fetched */
void tegra_dc_window_begin(TegraDCState *s, TegraDCWindow *w);
void tegra_dc_window_end(TegraDCState *s, TegraDCWindow *w);
/* Produce output line @y of the window (0 is its first) */
void tegra_dc_window_line(TegraDCWindow *w, int y, uint32_t *dst);
/* The source lines that output line @y needs: first and last */
void tegra_dc_window_src(const TegraDCWindow *w, int y, unsigned int *first,
                         unsigned int *last);
/* Addresses read for source line @line of @p; false if not all in memory */
bool tegra_dc_plane_line(const TegraDCWindow *w, const TegraDCPlane *p,
                         unsigned int line, uint64_t *lo, uint64_t *hi);

/* ---- Blending: tegra_dc_blend.c ---- */

typedef struct TegraDCBlend {
    /* Blend register of a window for each set of covering windows */
    uint32_t reg[1 << TEGRA_DC_NUM_WINDOWS][TEGRA_DC_NUM_WINDOWS];
    uint32_t nokey[TEGRA_DC_NUM_WINDOWS];
    bool alpha1[TEGRA_DC_NUM_WINDOWS];
    /* The window that alone is seen, for a set of covering ones, or -1 */
    int8_t top[1 << TEGRA_DC_NUM_WINDOWS];
} TegraDCBlend;

void tegra_dc_blend_setup(TegraDCState *s, TegraDCBlend *b,
                          const TegraDCWindow *win);
/* Blend @n pixels at window-relative pointers px[] (those in @set) */
void tegra_dc_blend_span(const TegraDCBlend *b, unsigned int set,
                         const uint32_t *const px[TEGRA_DC_NUM_WINDOWS],
                         const uint8_t *const keys[TEGRA_DC_NUM_WINDOWS],
                         uint32_t *dst, int n);

/* ---- Cursor: tegra_dc_cursor.c ---- */

#define TEGRA_DC_CURSOR_MAX 64

typedef struct TegraDCCursor {
    bool enabled;
    int x, y, size;
    int clip_x0, clip_x1;   /* what it may cover, end exclusive */
    int clip_y0, clip_y1;
    uint64_t addr;
    uint32_t fg, bg;
    /* colour plane, then mask plane */
    uint8_t image[2 * TEGRA_DC_CURSOR_MAX * TEGRA_DC_CURSOR_MAX / 8];
} TegraDCCursor;

void tegra_dc_cursor_setup(TegraDCState *s, TegraDCCursor *c,
                           const TegraDCWindow *win, int width, int height);
void tegra_dc_cursor_fetch(TegraDCState *s, TegraDCCursor *c);
void tegra_dc_cursor_line(const TegraDCCursor *c, int y, uint32_t *dst);

/* ---- Output: tegra_dc_output.c ---- */

typedef struct TegraDCOutput {
    bool active;            /* it changes anything */
    bool swap_rb;
    unsigned int dither;
    unsigned int rotation;
    uint8_t drop[3];        /* low bits of R, G, B that are not driven */
    uint8_t fill[3];        /* what stands in their place */
} TegraDCOutput;

void tegra_dc_output_setup(TegraDCState *s, TegraDCOutput *o);
void tegra_dc_output_line(const TegraDCOutput *o, int y, uint32_t *px, int n);

/* ---- Text: tegra_dc_dump.c ---- */

/* What is shown, to be freed by the caller */
char *tegra_dc_dump(TegraDCState *s);

/* ---- Composition: tegra_dc_scanout.c ---- */

TegraDCScanout *tegra_dc_scanout_new(void);
void tegra_dc_scanout_free(TegraDCScanout *sc);
/* The ACTIVE registers have changed; the next draw is full */
void tegra_dc_scanout_configure(TegraDCState *s);
/* Before the memory it reads may go */
void tegra_dc_scanout_close(TegraDCState *s);
/* True if window @n is shown; *lines of it are not in memory */
bool tegra_dc_scanout_missing(TegraDCState *s, int n, unsigned int *lines);
const TegraDCWindow *tegra_dc_scanout_window(TegraDCState *s, int n);
/*
 * Add lines from *@y on to the checksum *@crc of the picture as it would be
 * drawn now, both being 0 at first; true when that was the last one
 */
bool tegra_dc_scanout_crc(TegraDCState *s, uint32_t *y, uint32_t *crc);

#endif /* HW_GPU_TEGRA_DC_INTERNAL_H */
