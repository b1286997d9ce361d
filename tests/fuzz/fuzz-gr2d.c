/*
 * Fuzzer: operations of GR2D, from their registers to memory
 *
 * Input: a byte for the budget of a slice, then writes of a byte for the
 * register and four for the value; 0xff: what is left is the start of memory.
 * RAM is an allocation of its exact size, at the guest's address 0 where the
 * chip has it; for the address sanitizer only what is mapped of it is there.
 * The operation is done twice, in slices and, as far as it is short, at once;
 * both must leave the same bytes, and none that was not marked dirty.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sanitizer/asan_interface.h>
#include "tegra_gr2d_op.h"
#include "tegra_gr2d_regfile.h"
#include "system/dma.h"
#include "input.h"

#define RAM         0x6000
#define MAX_MAPS    8           /* an operation has four surfaces */
#define MAX_PIXELS  60000
#define MEMORY      0xff

typedef struct Map {
    uint8_t *host;
    hwaddr len;
} Map;

typedef struct Ram {
    AddressSpace as;
    Map map[MAX_MAPS];
    uint8_t dirty[RAM];
} Ram;

/* ---- QEMU */

hwaddr tegra_engine_ram_length(AddressSpace *as, hwaddr addr, hwaddr size)
{
    return addr < as->size ? MIN(size, as->size - addr) : 0;
}

static Map *find_map(Ram *ram, const uint8_t *host, hwaddr len)
{
    for (unsigned i = 0; i < MAX_MAPS; i++) {
        if (ram->map[i].host == host && ram->map[i].len == len) {
            return &ram->map[i];
        }
    }
    abort();
}

/* Only to bytes that are mapped */
static void set_reach(Ram *ram)
{
    ASAN_POISON_MEMORY_REGION(ram->as.ram, RAM);
    for (unsigned i = 0; i < MAX_MAPS; i++) {
        ASAN_UNPOISON_MEMORY_REGION(ram->map[i].host, ram->map[i].len);
    }
}

static void set_reach_all(Ram *ram)
{
    ASAN_UNPOISON_MEMORY_REGION(ram->as.ram, RAM);
}

void *address_space_map(AddressSpace *as, hwaddr addr, hwaddr *len,
                        bool is_write, MemTxAttrs attrs)
{
    Ram *ram = (Ram *)as;

    if (addr >= as->size || !*len) {
        return NULL;
    }
    *len = MIN(*len, as->size - addr);
    *find_map(ram, NULL, 0) = (Map) { as->ram + addr, *len };
    set_reach(ram);
    return as->ram + addr;
}

void address_space_unmap(AddressSpace *as, void *buffer, hwaddr len,
                         bool is_write, hwaddr access_len)
{
    Ram *ram = (Ram *)as;

    if (access_len) {           /* tegra_engine_written() tells instead */
        abort();
    }
    *find_map(ram, buffer, len) = (Map) { NULL, 0 };
    set_reach(ram);
}

void tegra_engine_written(AddressSpace *as, hwaddr addr, hwaddr len)
{
    Ram *ram = (Ram *)as;

    if (!len || addr > as->size || len > as->size - addr) {
        abort();
    }
    memset(ram->dirty + addr, 1, len);
}

/* ---- one operation */

static void ram_init(Ram *ram, Input content)
{
    memset(ram, 0, sizeof(*ram));
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
    for (unsigned i = 0; i < RAM; i++) {
        if (ram->as.ram[i] != before[i] && !ram->dirty[i]) {
            abort();
        }
    }
}

static void one(const TegraGR2DOp *frozen, Input content, uint64_t budget)
{
    static TegraGR2DOp op;
    static Ram ram[2], before;
    bool done[2] = { false };

    ram_init(&before, content);
    for (unsigned i = 0; i < 2; i++) {
        ram_init(&ram[i], content);
        op = *frozen;
        if (tegra_gr2d_op_decode(&op)) {
            set_reach(&ram[i]);
            done[i] = run(&op, &ram[i], i ? budget : MAX_PIXELS);
        }
        set_reach_all(&ram[i]);
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
                in_u32(&in) & tegra_gr2d_reg_info(reg)->rw;
        }
    }
    memset(&op, 0, sizeof(op));
    memcpy(op.regs, state.regs, sizeof(op.regs));
    op.class_id = 0x51;
    one(&op, content, budget);
    return 0;
}
