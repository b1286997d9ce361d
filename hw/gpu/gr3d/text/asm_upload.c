/*
 * Tegra20 GR3D engine: the register writes that upload a fragment program
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "asm.h"

/* The index registers come first: everything goes to the start of its memory */
void gr3d_asm_fp_uploads(const Gr3dAsmFp *fp,
                         Gr3dAsmUpload upload[GR3D_ASM_FP_UPLOADS])
{
    static const uint32_t zero;
    const unsigned execs = fp->num_execs;
    const Gr3dAsmUpload all[GR3D_ASM_FP_UPLOADS] = {
        { GR3D_R_INST_OFFSET_COMMON, 1, 1, &zero },
        { GR3D_R_AT_INST_OFFSET, 1, 1, &zero },
        { GR3D_R_ALU_INST_OFFSET, 1, 1, &zero },
        { GR3D_R_PSEQ_INST_DATA, 1, execs, fp->pseq },
        { GR3D_R_AT_REMAP_DATA, 1, execs, fp->mfu_sched },
        { GR3D_R_AT_INST_DATA, 2, 2 * fp->num_mfu, fp->mfu },
        { GR3D_R_TEX_INST_DATA, 1, execs, fp->tex },
        { GR3D_R_ALU_REMAP_DATA, 1, execs, fp->alu_sched },
        { GR3D_R_ALU_INST_DATA, 8, 8 * fp->num_packets, fp->alu },
        { GR3D_R_ALU_P2CX_DATA, 1, execs, fp->alu_comp },
        { GR3D_R_DW_INST_DATA, 1, execs, fp->dw },
    };

    memcpy(upload, all, sizeof(all));
}
