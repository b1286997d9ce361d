/*
 * NVIDIA Tegra20 display controller: windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_WINDOW_H
#define HW_GPU_TEGRA_DC_WINDOW_H

#include "hw/gpu/tegra_dc.h"
#include "tegra_dc_format.h"

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

/*
 * Read window @n's registers.  @w is zero or was freed; the screen is @width
 * by @height.
 */
void tegra_dc_window_setup(TegraDCState *s, TegraDCWindow *w, int n,
                           int width, int height);
void tegra_dc_window_free(TegraDCWindow *w);
/* Map the window's memory: between begin and end it can be fetched */
void tegra_dc_window_begin(TegraDCState *s, TegraDCWindow *w);
void tegra_dc_window_end(TegraDCState *s, TegraDCWindow *w);
/* Produce output line @y of the window (0 is its first) */
void tegra_dc_window_line(TegraDCWindow *w, int y, uint32_t *dst);
/* Find the first and the last source line that output line @y needs */
void tegra_dc_window_src(const TegraDCWindow *w, int y, unsigned int *first,
                         unsigned int *last);
/*
 * Find the address of the first byte that plane 0's first line has on the
 * screen.  Tiles are counted from the lowest line, and whole.
 */
int64_t tegra_dc_window_start(const TegraDCWindow *w);
/*
 * Find the addresses that are read for source line @line of @p; false if they
 * are not all in memory
 */
bool tegra_dc_plane_line(const TegraDCWindow *w, const TegraDCPlane *p,
                         unsigned int line, uint64_t *lo, uint64_t *hi);

#endif /* HW_GPU_TEGRA_DC_WINDOW_H */
