/*
 * Tegra20 GR3D engine: vertex instruction encoder, the decoder's inverse
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "vp_decode.h"

static void put_field(uint32_t word[4], unsigned low, unsigned len,
                      uint32_t value)
{
    unsigned i = 3 - low / 32, shift = low % 32;
    uint64_t pair = (uint64_t)(value & ((1u << len) - 1)) << shift;

    word[i] |= (uint32_t)pair;
    if (i > 0) {
        word[i - 1] |= pair >> 32;
    }
}

void gr3d_vp_encode_insn(const Gr3dVpInsn *insn, uint32_t word[4])
{
    memset(word, 0, 4 * sizeof(word[0]));
#define VP_FIELD(name, low, len) put_field(word, low, len, insn->raw.name);
#include "vp_fields.def"
}
