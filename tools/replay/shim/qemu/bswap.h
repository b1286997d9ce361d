/*
 * QEMU's loads and stores
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_QEMU_BSWAP_H
#define FUZZ_QEMU_BSWAP_H

static inline uint32_t lduw_le_p(const void *p)
{
    const uint8_t *b = p;

    return b[0] | b[1] << 8;
}

static inline uint32_t lduw_be_p(const void *p)
{
    const uint8_t *b = p;

    return b[0] << 8 | b[1];
}

static inline uint32_t ldl_le_p(const void *p)
{
    const uint8_t *b = p;

    return lduw_le_p(b) | lduw_le_p(b + 2) << 16;
}

static inline void stw_le_p(void *p, uint16_t v)
{
    uint8_t *b = p;

    b[0] = v;
    b[1] = v >> 8;
}

static inline void stw_be_p(void *p, uint16_t v)
{
    stw_le_p(p, v >> 8 | v << 8);
}

static inline void stl_le_p(void *p, uint32_t v)
{
    uint8_t *b = p;

    stw_le_p(b, v);
    stw_le_p(b + 2, v >> 16);
}

#endif /* FUZZ_QEMU_BSWAP_H */
