/*
 * Fuzzer: operations of GR2D, from their registers to memory
 *
 * Input: a byte for the budget of a slice, then writes of a byte for the
 * register and four for the value; 0xff: what is left is the start of memory.
 * RAM is an allocation of its exact size, at the guest's address 0 where the
 * chip has it.  The operation is done twice, in slices and, as far as it is
 * short, at once; both must leave the same bytes, and none outside of what
 * was marked dirty.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra_gr2d_internal.h"
#include "system/dma.h"
#include "input.h"

#define RAM         0x6000
#define MAX_PIXELS  60000
#define MEMORY      0xff

typedef struct Ram {
    AddressSpace as;
    hwaddr dirty_start, dirty_end;
} Ram;

/* ---- QEMU */

hwaddr tegra_engine_ram_length(AddressSpace *as, hwaddr addr, hwaddr size)
{
    return addr < as->size ? MIN(size, as->size - addr) : 0;
}

void *address_space_map(AddressSpace *as, hwaddr addr, hwaddr *len,
                        bool is_write, MemTxAttrs attrs)
{
    if (addr >= as->size) {
        return NULL;
    }
    *len = MIN(*len, as->size - addr);
    return as->ram + addr;
}

void address_space_unmap(AddressSpace *as, void *buffer, hwaddr len,
                         bool is_write, hwaddr access_len)
{
    Ram *ram = (Ram *)as;
    hwaddr start = (uint8_t *)buffer - as->ram;

    if (start > as->size || access_len > len || len > as->size - start) {
        abort();
    }
    if (is_write && access_len) {
        ram->dirty_start = MIN(ram->dirty_start, start);
        ram->dirty_end = MAX(ram->dirty_end, start + access_len);
    }
}

/* ---- one operation */

static void ram_init(Ram *ram, Input content)
{
    *ram = (Ram) { .dirty_start = UINT64_MAX };
    ram->as.ram = malloc(RAM);
    ram->as.size = RAM;
    for (unsigned i = 0; i < RAM; i++) {
        ram->as.ram[i] = i * 7 + (i >> 6);
    }
    if (content.left) {
        memcpy(ram->as.ram, content.data, MIN(content.left, RAM));
    }
}

static bool run(TegraGR2DOp *op, Ram *ram, uint64_t budget)
{
    static TegraGR2DLine *line;
    uint64_t calls = MAX_PIXELS / MAX(budget, op->cost) + 1;
    uint32_t n = 0, before;
    bool done = false;

    line = line ? line : g_new0(TegraGR2DLine, 1);
    while (!done && calls--) {
        before = n;
        done = tegra_gr2d_op_run(op, line, &ram->as, &n, budget);
        if (n <= before || n > op->steps || done != (n == op->steps)) {
            abort();
        }
    }
    tegra_gr2d_op_report(op);
    return done;
}

static void check_dirty(const Ram *ram, const uint8_t *before)
{
    hwaddr start = MIN(ram->dirty_start, RAM);
    hwaddr end = MAX(ram->dirty_end, start);

    if (memcmp(ram->as.ram, before, start) ||
        memcmp(ram->as.ram + end, before + end, RAM - end)) {
        abort();
    }
}

static void one(const TegraGR2DOp *frozen, Input content, uint64_t budget)
{
    static TegraGR2DOp op;
    Ram ram[2], before;
    bool done[2] = { false };

    ram_init(&before, content);
    for (unsigned i = 0; i < 2; i++) {
        ram_init(&ram[i], content);
        op = *frozen;
        if (tegra_gr2d_op_decode(&op)) {
            done[i] = run(&op, &ram[i], i ? budget : MAX_PIXELS);
        }
        check_dirty(&ram[i], before.as.ram);
    }
    if (done[0] && done[1] && memcmp(ram[0].as.ram, ram[1].as.ram, RAM)) {
        abort();
    }
    free(ram[0].as.ram);
    free(ram[1].as.ram);
    free(before.as.ram);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static TegraGR2DState state;
    static TegraGR2DOp op;
    Input in = { data, size }, content = { NULL, 0 };
    uint64_t budget = 1 + in_u8(&in) * 16;

    tegra_gr2d_regs_reset(&state);
    while (in.left && !content.left) {
        uint8_t reg = in_u8(&in);

        if (reg == MEMORY) {
            content = in_part(&in, in.left);
        } else if (tegra_gr2d_reg_info(reg)) {
            *tegra_gr2d_reg(&state, reg) =
                in_u32(&in) & tegra_gr2d_reg_info(reg)->mask;
        }
    }
    memset(&op, 0, sizeof(op));
    memcpy(op.regs, state.regs, sizeof(op.regs));
    op.class_id = 0x51;
    one(&op, content, budget);
    return 0;
}
