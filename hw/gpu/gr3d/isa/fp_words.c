/*
 * Tegra20 GR3D engine: the fields of fragment words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "fp_decode.h"

/* Members have 8 or 32 bits. */
const Gr3dField gr3d_fp_fields[][64] = {
#define FP_FIELD(Word, member, low, len)                                \
    [GR3D_FP_WORD_##Word][low] = {                                      \
        #member, low, len, offsetof(Gr3dFp##Word, member),              \
        sizeof(((Gr3dFp##Word) { .member = 0 }).member),                \
    },
#include "fp_words.def"
};

void gr3d_fp_decode_word(Gr3dFpWord kind, uint64_t word, void *out)
{
    const Gr3dField *f = gr3d_fp_fields[kind];

    for (unsigned low = 0; low < 64 && f[low].len; low += f[low].len) {
        uint32_t value = gr3d_field_get(&f[low], word);

        if (f[low].size == 1) {
            ((uint8_t *)out)[f[low].at] = value;
        } else {
            memcpy((uint8_t *)out + f[low].at, &value, sizeof(value));
        }
    }
}

uint64_t gr3d_fp_encode_word(Gr3dFpWord kind, const void *in)
{
    const Gr3dField *f = gr3d_fp_fields[kind];
    uint64_t word = 0;

    for (unsigned low = 0; low < 64 && f[low].len; low += f[low].len) {
        uint32_t value = ((const uint8_t *)in)[f[low].at];

        if (f[low].size > 1) {
            memcpy(&value, (const uint8_t *)in + f[low].at, sizeof(value));
        }
        word = gr3d_field_put(&f[low], word, value);
    }
    return word;
}
