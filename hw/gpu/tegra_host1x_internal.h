/*
 * NVIDIA Tegra20 host1x: what its source files share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_INTERNAL_H
#define HW_GPU_TEGRA_HOST1X_INTERNAL_H

#include "hw/gpu/tegra_host1x.h"

/* tegra_host1x_names.c: for logs, traces and dumps */

const char *tegra_host1x_opcode_name(unsigned int opcode);
const char *tegra_host1x_park_name(TegraHost1xParkKind kind);
/* NULL if the chip has no such thing */
const char *tegra_host1x_module_name(unsigned int module);
const char *tegra_host1x_class_name(uint16_t class_id);
const char *tegra_host1x_method_name(TegraHost1xState *s, uint16_t class_id,
                                     uint16_t offset);
const char *tegra_host1x_host_method_name(uint16_t offset);

/* tegra_host1x_park.c */

/* False while the block is held in reset or its clock is off. */
bool tegra_host1x_alive(TegraHost1xState *s);
bool tegra_host1x_cmdproc_stopped(TegraHost1xChannel *ch);
/* May @ch, parked or not, take no word because software or memory stops it? */
bool tegra_host1x_channel_held(TegraHost1xChannel *ch);
/* Let the bottom half look at all channels. */
void tegra_host1x_kick(TegraHost1xState *s);
void tegra_host1x_channel_park(TegraHost1xChannel *ch,
                               TegraHost1xParkKind kind, uint8_t index);
void tegra_host1x_channel_unpark(TegraHost1xChannel *ch);
/* A word that was refused is offered once more, if @ch is not held. */
void tegra_host1x_channel_offer(TegraHost1xChannel *ch);

/* tegra_host1x_irq.c */

void tegra_host1x_update_irq(TegraHost1xState *s);
/* The registers of these names, as they read now */
uint32_t tegra_host1x_intstatus(TegraHost1xState *s);
uint32_t tegra_host1x_hintstatus(TegraHost1xState *s);

/* tegra_host1x_sync.c */

extern const MemoryRegionOps tegra_host1x_sync_ops;
void tegra_host1x_sync_reset(TegraHost1xState *s);
/* False if a migration stream set bits that no register has. */
bool tegra_host1x_sync_valid(TegraHost1xState *s);

/* tegra_host1x_indirect.c */

uint32_t tegra_host1x_indirect_read(TegraHost1xChannel *ch, bool fb,
                                    uint32_t addr);
/* Writes the bytes enabled in @be; false if the engine is busy. */
bool tegra_host1x_indirect_write(TegraHost1xChannel *ch, bool fb,
                                 uint32_t addr, uint32_t value, uint8_t be);
uint32_t tegra_host1x_indirect_step(bool fb, uint32_t addr);
/* The CPU's indirect write of a register was refused: it is dropped. */
void tegra_host1x_cpu_write_refused(TegraHost1xChannel *ch, uint32_t addr,
                                    uint32_t value);
bool tegra_host1x_out_push(TegraHost1xChannel *ch, uint32_t value);
bool tegra_host1x_out_pop(TegraHost1xChannel *ch, uint32_t *value);

/* tegra_host1x_channel.c */

extern const MemoryRegionOps tegra_host1x_channel_ops;
extern const VMStateDescription vmstate_tegra_host1x_channel;
/* Channel @n, or the protected channel */
TegraHost1xChannel *tegra_host1x_window(TegraHost1xState *s, unsigned int n);
void tegra_host1x_channel_init(TegraHost1xState *s, unsigned int n);
void tegra_host1x_channel_realize(TegraHost1xChannel *ch);
void tegra_host1x_channel_unrealize(TegraHost1xChannel *ch);
void tegra_host1x_channel_reset(TegraHost1xChannel *ch);
void tegra_host1x_channel_teardown(TegraHost1xChannel *ch);
/* The virtual clock or the module clock is about to change, or has. */
void tegra_host1x_channel_count_ticks(TegraHost1xChannel *ch);

/* tegra_host1x_cdma.c */

/* Run until blocked, done or out of budget; true if there is more to do. */
bool tegra_host1x_channel_run(TegraHost1xChannel *ch);
/* True while @ch is not stopped, parked or at the end of its words */
bool tegra_host1x_channel_can_run(TegraHost1xChannel *ch);
/* @mode as in CMDSWAP and INDOFF */
uint32_t tegra_host1x_swap(uint32_t word, unsigned int mode);

/* tegra_host1x_peek.c */

/*
 * Walks over the words a channel would execute next: gathers are entered,
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
/* False when there is no further word. */
bool tegra_host1x_peek_next(TegraHost1xPeek *p);
/* The command FIFO that the debug registers show: words it has room for */
unsigned int tegra_host1x_fifo_size(TegraHost1xChannel *ch);
/* Words in it */
unsigned int tegra_host1x_fifo_count(TegraHost1xChannel *ch);
/* The word at address @addr of the FIFO's memory, 0 if there is none */
uint32_t tegra_host1x_fifo_read(TegraHost1xChannel *ch, uint32_t addr);
/* As CFPEEK_PTRS */
uint32_t tegra_host1x_fifo_pointers(TegraHost1xChannel *ch);

/* tegra_host1x_class.c */

TegraHost1xCmdResult tegra_host1x_class_method(TegraHost1xChannel *ch,
                                               uint16_t offset,
                                               uint32_t value);
/* Module 0 as the processor sees it */
extern const MemoryRegionOps tegra_host1x_class_ops;
void tegra_host1x_incr_syncpt_method(TegraHost1xState *s, const char *who,
                                     uint32_t value);
/* tegra_host1x_syncpt.c */

uint32_t *tegra_host1x_syncpt(TegraHost1xState *s, unsigned int id);
bool tegra_host1x_syncpt_reached(TegraHost1xState *s, unsigned int id,
                                 uint16_t threshold);
/* The counter was changed: interrupts and parked channels look at it. */
void tegra_host1x_syncpt_changed(TegraHost1xState *s, unsigned int id);
/* Latch the threshold interrupts of the ids in @ids that are due. */
void tegra_host1x_thresh_eval(TegraHost1xState *s, uint32_t ids);
/* Can the parked channel go on?  If so it is woken. */
void tegra_host1x_wait_test(TegraHost1xChannel *ch);
void tegra_host1x_wait_test_all(TegraHost1xState *s);
/* Park @ch until @id reaches @threshold, unless it has or WAITOVR is set. */
TegraHost1xCmdResult tegra_host1x_wait(TegraHost1xChannel *ch, unsigned int id,
                                       uint16_t threshold);
TegraHost1xCmdResult tegra_host1x_mlock(TegraHost1xChannel *ch, bool acquire,
                                        uint8_t index);
uint32_t tegra_host1x_mlock_cpu_read(TegraHost1xState *s, unsigned int index);
void tegra_host1x_mlock_cpu_release(TegraHost1xState *s, unsigned int index);

/* tegra_host1x_client.c */

/* Hand a method of any class but the host's to its engine. */
TegraHost1xCmdResult tegra_host1x_client_method(TegraHost1xChannel *ch,
                                                uint16_t class_id,
                                                uint16_t offset,
                                                uint32_t value);
/* As many of its words at once as the engine takes so; maybe none. */
unsigned int tegra_host1x_client_run(TegraHost1xChannel *ch, uint16_t class_id,
                                     uint16_t offset, bool incr,
                                     const uint32_t *word, unsigned int num);
/* The engines' operations of these names */
void tegra_host1x_catch_up(TegraHost1xState *s);
void tegra_host1x_watch(TegraHost1xState *s);
void tegra_host1x_release_modules(TegraHost1xChannel *ch);
void tegra_host1x_module_teardown(TegraHost1xState *s, unsigned int module);

/* tegra_host1x_busy.c */

extern const VMStateDescription vmstate_tegra_host1x_busy;
void tegra_host1x_busy_realize(TegraHost1xChannel *ch);
bool tegra_host1x_busy_enabled(TegraHost1xState *s);
/*
 * IP_BUSY_TIMEOUT was written, then the time starts anew; or the module clock
 * has changed, then it goes on, unless the clock is off.
 */
void tegra_host1x_busy_update(TegraHost1xState *s, bool restart);
/* Park @ch because @module does not take its word now, again perhaps. */
void tegra_host1x_busy_refused(TegraHost1xChannel *ch, uint8_t module);
/* Does a refused word wait, with a time limit? */
bool tegra_host1x_busy_waits(TegraHost1xChannel *ch);
/* The word was taken or thrown away. */
void tegra_host1x_busy_end(TegraHost1xChannel *ch);
/* Has a word, refused again, waited too long?  Then that is reported. */
bool tegra_host1x_busy_over(TegraHost1xChannel *ch, unsigned int module,
                            uint16_t reg);
void tegra_host1x_access_timeout(TegraHost1xState *s, bool write,
                                 unsigned int module, uint16_t reg);

/* tegra_host1x_fault.c */

extern const VMStateDescription vmstate_tegra_host1x_fault;
void tegra_host1x_fault_init(TegraHost1xState *s);
/* Is this increment to be lost? */
bool tegra_host1x_fault_stuck(TegraHost1xState *s, unsigned int id);
/* Is this latching of a CPU0 threshold interrupt to be lost? */
bool tegra_host1x_fault_lose_irq(TegraHost1xState *s, unsigned int id);

/* tegra_host1x_dump.c */

void tegra_host1x_dump_class_init(ObjectClass *klass);

#endif /* HW_GPU_TEGRA_HOST1X_INTERNAL_H */
