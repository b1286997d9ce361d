/*
 * NVIDIA Tegra20 display controller: the lines of the picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_PICTURE_H
#define HW_GPU_TEGRA_DC_PICTURE_H

#include "hw/gpu/lib/capture.h"
#include "tegra_dc_blend.h"
#include "tegra_dc_cursor.h"
#include "tegra_dc_output.h"
#include "tegra_dc_window.h"

/* Larger than any panel this chip drives; bounds what a guest can ask for */
#define TEGRA_DC_MAX_SIZE 4096

/* What the ACTIVE registers say */
typedef struct TegraDCPicture {
    int width;
    int height;
    uint32_t border;
    TegraDCWindow win[TEGRA_DC_NUM_WINDOWS];
    TegraDCBlend blend;
    TegraDCCursor cursor;
    TegraDCOutput output;
} TegraDCPicture;

/* @p is zero or was freed; without @showing it has no windows. */
void tegra_dc_picture_setup(TegraDCState *s, TegraDCPicture *p, bool showing);
void tegra_dc_picture_free(TegraDCPicture *p);
/* Map the windows' memory: between begin and end lines can be drawn */
void tegra_dc_picture_begin(TegraDCState *s, TegraDCPicture *p);
void tegra_dc_picture_end(TegraDCState *s, TegraDCPicture *p);
/* Return the windows that line @y has, a bit for each */
unsigned int tegra_dc_picture_windows(const TegraDCPicture *p, int y);
void tegra_dc_picture_line(TegraDCPicture *p, int y, uint32_t *dst);
/* Convert a line to bytes R, G, B */
void tegra_dc_picture_rgb(const TegraDCPicture *p, const uint32_t *line,
                          uint8_t *rgb);

/* Words that a FRAME of a capture has at most.  [tegra-capture.rst] */
#define TEGRA_DC_FRAME_WORDS \
    (GPU_CAPTURE_FRAME_HEAD + TEGRA_DC_NUM_WINDOWS * GPU_CAPTURE_WIN_WORDS)

/* Put down a FRAME at which windows, bits of @flips, got another buffer. */
unsigned int tegra_dc_picture_frame(TegraDCState *s, const TegraDCPicture *p,
                                    uint32_t flips,
                                    uint32_t word[TEGRA_DC_FRAME_WORDS]);

#endif /* HW_GPU_TEGRA_DC_PICTURE_H */
