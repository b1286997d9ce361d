/*
 * NVIDIA Tegra20 host1x: what its source files share
 *
 * The files stand in order, from the bottom to the top, as below; each calls
 * only functions of those above its own section.  (Below all of them is
 * tegra_host1x_cmdproc.c and names; tegra_host1x.c offers nothing here.
 * What is in include/hw/gpu/tegra_host1x.h is of tegra_host1x_park.c,
 * tegra_host1x_client.c and tegra_host1x_syncpt.c.)  The ways up are callbacks:
 * timers, the bottom half, and engines that make increments.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_INTERNAL_H
#define HW_GPU_TEGRA_HOST1X_INTERNAL_H

#include "hw/gpu/tegra_host1x.h"
#include "tegra_host1x_names.h"

/* tegra_host1x_fault.c */

extern const VMStateDescription vmstate_tegra_host1x_fault;
void tegra_host1x_fault_init(TegraHost1xState *s);
/* Is this increment to be lost? */
bool tegra_host1x_fault_stuck(TegraHost1xState *s, unsigned int id);
/* Is this latching of a CPU0 threshold interrupt to be lost? */
bool tegra_host1x_fault_lose_irq(TegraHost1xState *s, unsigned int id);

/* tegra_host1x_park.c */

const char *tegra_host1x_park_name(TegraHost1xParkKind kind);
/* Is the block out of reset, with its clock on? */
bool tegra_host1x_alive(TegraHost1xState *s);
/* Has CMDPROC_STOP stopped @ch? */
bool tegra_host1x_stopped(TegraHost1xChannel *ch);
/* May @ch, parked or not, take no word because software or memory stops it? */
bool tegra_host1x_held(TegraHost1xChannel *ch);
/* Let the bottom half look at all channels. */
void tegra_host1x_kick(TegraHost1xState *s);
void tegra_host1x_park(TegraHost1xChannel *ch, TegraHost1xParkKind kind,
                       uint8_t index);
void tegra_host1x_unpark(TegraHost1xChannel *ch);
/* Offer a word that was refused once more, if @ch is not held. */
void tegra_host1x_offer(TegraHost1xChannel *ch);

/* tegra_host1x_irq.c */

/* Read the register of this name as it is now. */
uint32_t tegra_host1x_hintstatus(TegraHost1xState *s);
uint32_t tegra_host1x_intstatus(TegraHost1xState *s);
void tegra_host1x_update_irq(TegraHost1xState *s);

/* tegra_host1x_peek.c */

/*
 * A walk over the words a channel would execute next: gathers are entered,
 * RESTART is followed, and nothing has an effect.
 */
typedef struct TegraHost1xPeek {
    TegraHost1xChannel *ch;
    TegraHost1xCmdproc cmdproc;     /* a copy, after the word at hand */
    uint32_t get;                   /* likewise */
    uint32_t addr;                  /* where the word at hand is */
    uint32_t word;
    bool in_gather;
    uint8_t mode;                   /* TegraHost1xCmdMode: what it is */
} TegraHost1xPeek;

void tegra_host1x_peek_start(TegraHost1xPeek *p, TegraHost1xChannel *ch);
/* Go to the next word; false: there is none. */
bool tegra_host1x_peek_next(TegraHost1xPeek *p);
/* Count the words that the command FIFO of the debug registers has room for. */
unsigned int tegra_host1x_fifo_size(TegraHost1xChannel *ch);
/* Count the words in that FIFO. */
unsigned int tegra_host1x_fifo_count(TegraHost1xChannel *ch);
/* Read the word at address @addr of the FIFO's memory, 0 if there is none. */
uint32_t tegra_host1x_fifo_read(TegraHost1xChannel *ch, uint32_t addr);
/* Read the FIFO's pointers, as CFPEEK_PTRS. */
uint32_t tegra_host1x_fifo_pointers(TegraHost1xChannel *ch);

/* tegra_host1x_busy.c */

extern const VMStateDescription vmstate_tegra_host1x_busy;
void tegra_host1x_busy_realize(TegraHost1xChannel *ch);
bool tegra_host1x_busy_enabled(TegraHost1xState *s);
/*
 * Look at the time again: IP_BUSY_TIMEOUT was written, then it starts anew; or
 * the module clock has changed, then it goes on, unless the clock is off.
 */
void tegra_host1x_busy_update(TegraHost1xState *s, bool restart);
/* Park @ch because @module does not take its word now, again perhaps. */
void tegra_host1x_busy_refused(TegraHost1xChannel *ch, uint8_t module);
/* Does a refused word wait, with a time limit? */
bool tegra_host1x_busy_waits(TegraHost1xChannel *ch);
/* Forget the time of a word that was taken or thrown away. */
void tegra_host1x_busy_end(TegraHost1xChannel *ch);
/* Has a word, refused again, waited too long?  Then that is reported. */
bool tegra_host1x_busy_over(TegraHost1xChannel *ch, unsigned int module,
                            uint16_t reg);
void tegra_host1x_access_timeout(TegraHost1xState *s, bool write,
                                 unsigned int module, uint16_t reg);

/* tegra_host1x_client.c: calls the engines' operations of these names */

void tegra_host1x_catch_up(TegraHost1xState *s);
void tegra_host1x_watch(TegraHost1xState *s);
void tegra_host1x_release_modules(TegraHost1xChannel *ch);
void tegra_host1x_module_teardown(TegraHost1xState *s, unsigned int module);

/* tegra_host1x_syncpt.c */

uint32_t *tegra_host1x_syncpt(TegraHost1xState *s, unsigned int id);
/* Let interrupts and parked channels look at a counter that has changed. */
void tegra_host1x_syncpt_changed(TegraHost1xState *s, unsigned int id);
/* Execute INCR_SYNCPT of a class that has nothing to wait for. */
void tegra_host1x_incr_syncpt_method(TegraHost1xState *s, const char *who,
                                     uint32_t value);
/* Latch the threshold interrupts of the ids in @ids that are due. */
void tegra_host1x_thresh_eval(TegraHost1xState *s, uint32_t ids);
/* Wake @ch if it is parked and can go on. */
void tegra_host1x_wait_test(TegraHost1xChannel *ch);
void tegra_host1x_wait_test_all(TegraHost1xState *s);
/* Park @ch until @id reaches @threshold, unless it has or WAITOVR is set. */
TegraHost1xCmdResult tegra_host1x_wait(TegraHost1xChannel *ch, unsigned int id,
                                       uint16_t threshold);
TegraHost1xCmdResult tegra_host1x_mlock(TegraHost1xChannel *ch, bool acquire,
                                        uint8_t index);
uint32_t tegra_host1x_mlock_cpu_read(TegraHost1xState *s, unsigned int index);
void tegra_host1x_mlock_cpu_release(TegraHost1xState *s, unsigned int index);

/* tegra_host1x_indirect.c */

uint32_t tegra_host1x_indirect_read(TegraHost1xChannel *ch, bool fb,
                                    uint32_t addr);
/* Write the bytes enabled in @be; false: the engine is busy. */
bool tegra_host1x_indirect_write(TegraHost1xChannel *ch, bool fb,
                                 uint32_t addr, uint32_t value, uint8_t be);
uint32_t tegra_host1x_indirect_step(bool fb, uint32_t addr);
/* Drop the CPU's indirect write of a register, which was refused. */
void tegra_host1x_indirect_refused(TegraHost1xChannel *ch, uint32_t addr,
                                   uint32_t value);
bool tegra_host1x_out_push(TegraHost1xChannel *ch, uint32_t value);
bool tegra_host1x_out_pop(TegraHost1xChannel *ch, uint32_t *value);

/* tegra_host1x_channel.c */

extern const MemoryRegionOps tegra_host1x_channel_ops;
extern const VMStateDescription vmstate_tegra_host1x_channel;
/* Return channel @n, or the protected channel. */
TegraHost1xChannel *tegra_host1x_window(TegraHost1xState *s, unsigned int n);
void tegra_host1x_channel_init(TegraHost1xState *s, unsigned int n);
void tegra_host1x_channel_realize(TegraHost1xChannel *ch);
void tegra_host1x_channel_unrealize(TegraHost1xChannel *ch);
void tegra_host1x_channel_reset(TegraHost1xChannel *ch);
void tegra_host1x_channel_teardown(TegraHost1xChannel *ch);
/* Count ticks up to now: the module clock is about to change, or has. */
void tegra_host1x_channel_count_ticks(TegraHost1xChannel *ch);

/* tegra_host1x_class.c */

/* Module 0 as the processor sees it */
extern const MemoryRegionOps tegra_host1x_class_ops;
TegraHost1xCmdResult tegra_host1x_class_method(TegraHost1xChannel *ch,
                                               uint16_t offset,
                                               uint32_t value);

/* tegra_host1x_method.c */

/* Return NULL if the chip has no such class or method. */
const char *tegra_host1x_method_name(TegraHost1xState *s, uint16_t class_id,
                                     uint16_t offset);
/* Hand a method of any class but the host's to its engine. */
TegraHost1xCmdResult tegra_host1x_method(TegraHost1xChannel *ch,
                                         uint16_t class_id, uint16_t offset,
                                         uint32_t value);
/* Hand over as many words at once as the engine takes so; maybe none. */
unsigned int tegra_host1x_method_run(TegraHost1xChannel *ch, uint16_t class_id,
                                     uint16_t offset, bool incr,
                                     const uint32_t *word, unsigned int num);

/* tegra_host1x_cdma.c */

/* Run until blocked, done or out of budget; true: there is more to do. */
bool tegra_host1x_cdma_run(TegraHost1xChannel *ch);
/* Is @ch not stopped, not parked and not at the end of its words? */
bool tegra_host1x_cdma_can_run(TegraHost1xChannel *ch);

/* tegra_host1x_sync.c */

extern const MemoryRegionOps tegra_host1x_sync_ops;
void tegra_host1x_sync_reset(TegraHost1xState *s);
/* Has a migration stream set only bits that registers have? */
bool tegra_host1x_sync_valid(TegraHost1xState *s);

/* tegra_host1x_dump.c */

void tegra_host1x_dump_class_init(ObjectClass *klass);

#endif /* HW_GPU_TEGRA_HOST1X_INTERNAL_H */
