/*
 * host1x command streams for the GR3D class
 *
 * Opcode layouts: [tegra-host1x.rst, Opcodes].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "stream.h"

enum {
    OP_SETCL = 0,
    OP_INCR = 1,
    OP_NONINCR = 2,
    OP_MASK = 3,
    OP_IMM = 4,
};

static uint32_t opcode(unsigned op, uint32_t reg, uint32_t low)
{
    return (uint32_t)op << 28 | reg << 16 | low;
}

uint32_t float_bits(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof(bits));
    return bits;
}

void stream_init(Stream *s, uint32_t syncpt)
{
    s->num_words = 0;
    s->num_relocs = 0;
    s->incrs = 0;
    s->syncpt = syncpt;
    s->overflow = false;
}

void stream_word(Stream *s, uint32_t word)
{
    if (s->num_words == STREAM_MAX_WORDS) {
        s->overflow = true;
        return;
    }
    s->words[s->num_words++] = word;
}

static void stream_words(Stream *s, const uint32_t *value, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        stream_word(s, value[i]);
    }
}

void stream_setclass(Stream *s, uint32_t class_id)
{
    stream_word(s, opcode(OP_SETCL, 0, class_id << 6));
}

void stream_reg(Stream *s, uint32_t reg, uint32_t value)
{
    if (value <= 0xffff) {
        stream_word(s, opcode(OP_IMM, reg, value));
    } else {
        stream_regs(s, reg, &value, 1);
    }
}

void stream_float(Stream *s, uint32_t reg, float value)
{
    stream_reg(s, reg, float_bits(value));
}

void stream_regs(Stream *s, uint32_t reg, const uint32_t *value, unsigned num)
{
    stream_word(s, opcode(OP_INCR, reg, num));
    stream_words(s, value, num);
}

void stream_port(Stream *s, uint32_t reg, const uint32_t *value, unsigned num)
{
    stream_word(s, opcode(OP_NONINCR, reg, num));
    stream_words(s, value, num);
}

void stream_fill(Stream *s, uint32_t reg, uint32_t value, unsigned num)
{
    stream_word(s, opcode(OP_INCR, reg, num));
    for (unsigned i = 0; i < num; i++) {
        stream_word(s, value);
    }
}

void stream_mask(Stream *s, uint32_t reg, uint32_t mask, const uint32_t *value)
{
    stream_word(s, opcode(OP_MASK, reg, mask));
    stream_words(s, value, __builtin_popcount(mask));
}

void stream_addr(Stream *s, uint32_t reg, uint32_t buffer, uint32_t offset)
{
    StreamReloc *r;

    stream_word(s, opcode(OP_INCR, reg, 1));
    if (s->num_relocs == STREAM_MAX_RELOCS) {
        s->overflow = true;
        return;
    }
    r = &s->relocs[s->num_relocs++];
    r->word = s->num_words;
    r->buffer = buffer;
    r->offset = offset;
    stream_word(s, 0xdeadbeef);     /* patched by the kernel */
}

void stream_incr(Stream *s, unsigned cond)
{
    stream_word(s, opcode(OP_NONINCR, 0, 1));
    stream_word(s, cond << 8 | s->syncpt);
    s->incrs++;
}

/* Words that follow an opcode */
static unsigned data_words(uint32_t word)
{
    switch (word >> 28) {
    case OP_INCR:
    case OP_NONINCR:
        return word & 0xffff;
    case OP_MASK:
        return __builtin_popcount(word & 0xffff);
    default:
        return 0;
    }
}

void stream_set_syncpt(Stream *s, uint32_t syncpt)
{
    for (unsigned i = 0; i < s->num_words; i += 1 + data_words(s->words[i])) {
        if (s->words[i] == opcode(OP_NONINCR, 0, 1)) {
            s->words[i + 1] = (s->words[i + 1] & ~0xffu) | syncpt;
        }
    }
    s->syncpt = syncpt;
}
