/*
 * A fragment program that was assembled, written to registers as a client would
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_FP_UPLOAD_H
#define FUZZ_FP_UPLOAD_H

#include <glib.h>
#include "hw/gpu/gr3d/text/asm.h"

static inline void fp_upload(Gr3dRegs *regs, const Gr3dAsmFp *fp)
{
    Gr3dAsmUpload up[GR3D_ASM_FP_UPLOADS];

    gr3d_asm_fp_uploads(fp, up);
    for (unsigned i = 0; i < G_N_ELEMENTS(up); i++) {
        for (unsigned w = 0; w < up[i].num; w++) {
            gr3d_regs_write(regs, up[i].reg + (up[i].incr ? w : 0),
                            up[i].words[w]);
        }
    }
}

#endif /* FUZZ_FP_UPLOAD_H */
