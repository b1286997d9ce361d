/*
 * VideoCore IV 3D (V3D): names of the registers
 *
 * [VideoCore IV 3D Architecture Reference Guide, section 10]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bcm2835_v3d_access.h"

#define REG(name)   [R_V3D_##name] = #name
#define COUNTER(n)  [R_V3D_PCTR0 + 2 * n] = "PCTR" #n, \
                    [R_V3D_PCTRS0 + 2 * n] = "PCTRS" #n

const char *bcm2835_v3d_reg_name(uint64_t offset)
{
    static const char *const name[BCM2835_V3D_MMIO_SIZE / 4] = {
        REG(IDENT0), REG(IDENT1), REG(IDENT2), REG(IDENT3), REG(SCRATCH),
        REG(L2CACTL), REG(SLCACTL), REG(INTCTL), REG(INTENA), REG(INTDIS),
        REG(CT0CS), REG(CT1CS), REG(CT0EA), REG(CT1EA), REG(CT0CA), REG(CT1CA),
        REG(CT0RA0), REG(CT1RA0), REG(CT0LC), REG(CT1LC), REG(CT0PC),
        REG(CT1PC), REG(PCS), REG(BFC), REG(RFC),
        REG(BPCA), REG(BPCS), REG(BPOA), REG(BPOS), REG(BXCF),
        REG(SQRSV0), REG(SQRSV1), REG(SQCNTL), REG(SQCSTAT),
        REG(SRQPC), REG(SRQUA), REG(SRQUL), REG(SRQCS),
        REG(VPACNTL), REG(VPMBASE), REG(PCTRC), REG(PCTRE),
        COUNTER(0), COUNTER(1), COUNTER(2), COUNTER(3), COUNTER(4), COUNTER(5),
        COUNTER(6), COUNTER(7), COUNTER(8), COUNTER(9), COUNTER(10),
        COUNTER(11), COUNTER(12), COUNTER(13), COUNTER(14), COUNTER(15),
        REG(DBCFG), REG(DBQITE), REG(DBQITC),
        REG(DBGE), REG(FDBGO), REG(FDBGB), REG(FDBGR), REG(FDBGS), REG(ERRSTAT),
    };

    return name[offset / 4] ?: "?";
}
