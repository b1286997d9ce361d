/*
 * Fuzzer: register writes, memory and draws, by the reference and by strips
 *
 * Input: a byte for differ_new(), then records (records.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Gr3dRegs regs;
    Input in = { data, size };
    Differ *d = differ_new(in_u8(&in));

    gr3d_regs_reset(&regs);
    records_run(&in, &regs, d, 8, 200000);
    differ_free(d);
    return 0;
}
