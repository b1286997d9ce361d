/*
 * VideoCore IV 3D engine: texture and memory lookup unit, requests
 * [VideoCore IV 3D Architecture Reference Guide, section 4]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "tmu.h"

/* Where it does not fit hardware hangs: the result is lost [M]. */
static void push(V3dTmu *tmu, V3dMemory *mem, uint32_t value[2][V3D_LANES],
                 unsigned words)
{
    if (tmu->num + words > V3D_TMU_FIFO) {
        v3d_event(mem->events, V3D_EV_TMU_FULL, tmu->num);
        return;
    }
    for (unsigned i = 0; i < words; i++) {
        unsigned place = (tmu->first + tmu->num++) % V3D_TMU_FIFO;

        memcpy(tmu->result[place], value[i], sizeof(value[i]));
    }
}

/* S alone: the word at each lane's address */
static unsigned direct(V3dMemory *mem, const uint32_t addr[V3D_LANES],
                       uint32_t result[2][V3D_LANES])
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        result[0][i] = v3d_load_32(mem, addr[i] & ~3u);
    }
    return 1;
}

void v3d_tmu_write(V3dTmu *tmu, V3dMemory *mem, unsigned reg,
                   const uint32_t value[V3D_LANES], uint32_t config)
{
    uint32_t result[2][V3D_LANES];
    unsigned words;

    memcpy(tmu->coord[reg], value, sizeof(tmu->coord[reg]));
    if (v3d_tmu_takes_config(tmu, reg) && tmu->writes < 4) {
        tmu->config[tmu->writes++] = config;
    }
    if (reg != V3D_TMU_S) {
        return;
    }
    words = tmu->writes ?
            v3d_tmu_lookup(mem, tmu->config,
                           (const uint32_t (*)[V3D_LANES])tmu->coord, result) :
            direct(mem, value, result);
    push(tmu, mem, result, words);
    tmu->writes = 0;
    memset(tmu->config, 0, sizeof(tmu->config));
    memset(tmu->coord, 0, sizeof(tmu->coord));
}

void v3d_tmu_read(V3dTmu *tmu, V3dMemory *mem, uint32_t value[V3D_LANES])
{
    if (!tmu->num) {
        v3d_event(mem->events, V3D_EV_TMU_EMPTY, 0);
        memset(value, 0, V3D_LANES * sizeof(value[0]));
        return;
    }
    memcpy(value, tmu->result[tmu->first], sizeof(tmu->result[0]));
    tmu->first = (tmu->first + 1) % V3D_TMU_FIFO;
    tmu->num--;
}
