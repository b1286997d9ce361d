/*
 * Fuzzers of one part of a draw's state each: the rest is valid
 *
 * Input: a byte for differ_new(), two that choose one of 65536 valid states,
 * then changes.  A change is a byte that says how many words, two that say
 * where in the part (parts.h), and the words; where it is 0, two bytes say how
 * many bytes of memory follow for a slot, the last byte which.
 *
 * FUZZ_TARGET names the part.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "differ.h"
#include "hostile-state.h"
#include "parts.h"

#define MAX_WORK    20000

static void change_memory(Input *in, Differ *d)
{
    uint16_t size = in_u16(in);
    uint8_t slot = in_u8(in) % GR3D_NUM_SPANS;

    differ_content(d, slot, in_part(in, size));
}

static void choose_state(Gr3dRegs *regs, unsigned number)
{
    static bool once;
    Rng rng = rng_new(number);

    if (!once) {
        hostile_state_init();
        once = true;
    }
    hostile_state_valid(regs, &rng);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Gr3dRegs regs;
    const Part *part = part_find(FUZZ_TARGET);
    Input in = { data, size };
    Differ *d = differ_new(in_u8(&in));

    choose_state(&regs, in_u16(&in));
    while (in.left) {
        unsigned num = in_u8(&in);

        if (num) {
            part_change(part, &regs, &in, num);
        } else {
            change_memory(&in, d);
        }
    }
    differ_draw(d, &regs, MAX_WORK);
    differ_free(d);
    return 0;
}
