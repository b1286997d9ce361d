/*
 * NVIDIA Tegra20: guest memory that an engine has written
 *
 * QEMU hears of a range: pages for the display and for migration, and code of
 * the CPUs that was translated from it.  Where it finds such code it works on
 * every page of what it was told at once, also on those without
 * [tb_invalidate_phys_range()]: two pixels that lie a GiB apart and a few
 * instructions between them would keep the main loop for a tenth of a second.
 * So a long range is told in pieces, short ones where code is.
 *
 * Built for each target: where code is, is known in pages of its size.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "system/memory.h"
#include "system/physmem.h"
#include "hw/gpu/tegra_engine.h"

/* RAM only, as what was written */
static const MemTxAttrs tegra_engine_attrs = { .memory = true };

/* Not worth dividing: 16 pages */
#define TEGRA_ENGINE_PIECE      (64 * KiB)

static bool tegra_engine_has_code(void *host, hwaddr len)
{
    ram_addr_t offset;
    MemoryRegion *mr = memory_region_from_host(host, &offset);

    return physical_memory_range_includes_clean(
        memory_region_get_ram_addr(mr) + offset, len, 1 << DIRTY_MEMORY_CODE);
}

/* Return how much of @len bytes at @host to tell of at a time. */
static hwaddr tegra_engine_piece(void *host, hwaddr len)
{
    while (len > TEGRA_ENGINE_PIECE && tegra_engine_has_code(host, len)) {
        len = MAX(len / 2, TEGRA_ENGINE_PIECE);
    }
    return len;
}

void tegra_engine_written(AddressSpace *as, hwaddr addr, hwaddr len)
{
    while (len) {
        hwaddr mapped = tegra_engine_ram_length(as, addr, len), piece;
        void *host = mapped ? address_space_map(as, addr, &mapped, true,
                                                tegra_engine_attrs) : NULL;

        if (!host) {
            return;
        }
        piece = tegra_engine_piece(host, mapped);
        address_space_unmap(as, host, mapped, true, piece);
        addr += piece;
        len -= piece;
    }
}
