/*
 * Write a capture of engines that draw at once (docs/specs/tegra-capture.rst)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_RECORDER_H
#define TOOLS_RECORDER_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/gr3d/text/replay.h"
#include "hw/gpu/lib/capture.h"
#include "hw/gpu/tegra_host1x_cmdproc.h"

typedef struct Recorder Recorder;

/*
 * Begin; @ram has whole pages from address 0 on and lives as long.  Engines
 * have just been reset.
 */
Recorder *recorder_new(GpuCaptureOutput *output, void *opaque,
                       const Gr3dMemory *ram, const char *note);
/* End; @reason is why. */
void recorder_free(Recorder *r, const char *reason);
/* Give what there is to the output, at the end of a job. */
void recorder_flush(Recorder *r);

/* A word at @addr, which @cp takes next; a gather's place is not moved yet. */
void recorder_word(Recorder *r, unsigned channel, const TegraHost1xCmdproc *cp,
                   uint32_t addr, uint32_t word);
/* It did not take the last one, and will be fed it again. */
void recorder_word_refused(Recorder *r);
void recorder_incr(Recorder *r, uint32_t syncpt, uint32_t value);
void recorder_write(Recorder *r, uint32_t class_id, uint32_t offset,
                    uint32_t value);
void recorder_reset(Recorder *r, uint32_t class_id);

/* Before @size bytes at @addr are used, as far as they are in RAM */
void recorder_memory(Recorder *r, uint64_t addr, uint64_t size);
/* Before a draw, whose memory is bound, and behind it */
void recorder_draw(Recorder *r, const Gr3dDraw *draw);
void recorder_drawn(Recorder *r, const Gr3dDraw *draw);
/* Behind an operation of GR2D that may have written there */
void recorder_operation(Recorder *r, uint64_t addr, uint64_t size);
/* A FRAME of @num words */
void recorder_windows(Recorder *r, const uint32_t *word, unsigned num);
/* A window, which fills the screen, shows another buffer. */
void recorder_frame(Recorder *r, const uint32_t window[GPU_CAPTURE_WIN_WORDS]);

#endif /* TOOLS_RECORDER_H */
