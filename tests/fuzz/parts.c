/*
 * Parts of a draw's state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "parts.h"

#define WORD(field) (offsetof(Gr3dRegs, field) / 4)

#define VERTEX_PROGRAM { \
    { WORD(vp_inst), WORD(pseq_inst) }, { 0x200, 0x20a }, { 0x120, 0x121 } }
#define FRAGMENT_PROGRAM { \
    { WORD(pseq_inst), WORD(dw_inst) + 64 }, { 0x500, 0x548 }, \
    { 0x820, 0x840 }, { 0xe20, 0xe28 } }

static const Part parts[] = {
    { "vertex-program", VERTEX_PROGRAM },
    { "vp-decode", VERTEX_PROGRAM },
    { "fragment-program", FRAGMENT_PROGRAM },
    { "fp-decode", FRAGMENT_PROGRAM },
    { "fetch", { { 0x100, 0x124 } } },
    { "set-up", { { 0x300, 0x35c } } },
    { "raster", {
          { 0x343, 0x360 }, { 0x400, 0x410 }, { 0x903, 0x904 },
          { 0xe00, 0xe30 } } },
    { "texture", {
          { 0x700, 0x740 }, { WORD(tex_inst), WORD(tex_inst) + 8 },
          { 0xe00, 0xe30 } } },
    { "surface", {
          { 0xe00, 0xe30 }, { 0x903, 0x904 },
          { WORD(dw_inst), WORD(dw_inst) + 8 },
          { WORD(pseq_inst), WORD(pseq_inst) + 8 } } },
};

const Part *part_find(const char *name)
{
    unsigned i = 0;

    while (strcmp(parts[i].name, name)) {
        i++;
    }
    return &parts[i];
}

unsigned part_size(const Part *part)
{
    unsigned size = 0;

    for (unsigned i = 0; i < PART_RANGES; i++) {
        size += part->range[i].end - part->range[i].first;
    }
    return size;
}

uint32_t *part_word(const Part *part, Gr3dRegs *regs, unsigned at)
{
    unsigned i = 0;

    while (at >= part->range[i].end - part->range[i].first) {
        at -= part->range[i].end - part->range[i].first;
        i++;
    }
    return (uint32_t *)regs + part->range[i].first + at;
}

void part_change(const Part *part, Gr3dRegs *regs, Input *in, unsigned num)
{
    unsigned size = part_size(part), at = in_u16(in);

    for (unsigned i = 0; i < num && in->left; i++, at++) {
        *part_word(part, regs, at % size) = in_u32(in);
    }
}
