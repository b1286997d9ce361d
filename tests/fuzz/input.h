/*
 * The bytes of a fuzzer's input, taken from the front; zeros behind the end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* libFuzzer keeps the input of what aborts. */
static inline void must(bool ok)
{
    if (!ok) {
        abort();
    }
}

typedef struct Input {
    const uint8_t *data;
    size_t left;
} Input;

static inline uint8_t in_u8(Input *in)
{
    if (!in->left) {
        return 0;
    }
    in->left--;
    return *in->data++;
}

static inline uint16_t in_u16(Input *in)
{
    uint16_t low = in_u8(in);

    return low | in_u8(in) << 8;
}

static inline uint32_t in_u32(Input *in)
{
    uint32_t low = in_u16(in);

    return low | (uint32_t)in_u16(in) << 16;
}

static inline uint64_t in_u64(Input *in)
{
    uint64_t low = in_u32(in);

    return low | (uint64_t)in_u32(in) << 32;
}

/* Up to @size bytes, where they are */
static inline Input in_part(Input *in, size_t size)
{
    Input part = { in->data, size < in->left ? size : in->left };

    in->data += part.left;
    in->left -= part.left;
    return part;
}

/* What libFuzzer calls, and run.c */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* FUZZ_INPUT_H */
