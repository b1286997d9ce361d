/*
 * Atomic operations, ordered as QEMU's are [docs/devel/atomics.rst]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEVICE_QEMU_ATOMIC_H
#define DEVICE_QEMU_ATOMIC_H

/* between stores and loads of both sides */
#define smp_mb()                __atomic_thread_fence(__ATOMIC_SEQ_CST)
/* the same, where the last store was one of the operations below */
#define smp_mb__after_rmw()     __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define qatomic_read(p)         __atomic_load_n(p, __ATOMIC_RELAXED)
#define qatomic_set(p, v)       __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define qatomic_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define qatomic_store_release(p, v) \
    __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define qatomic_xchg(p, v)      __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define qatomic_inc(p)          ((void)__atomic_fetch_add(p, 1, \
                                                          __ATOMIC_SEQ_CST))
#define qatomic_dec(p)          ((void)__atomic_fetch_sub(p, 1, \
                                                          __ATOMIC_SEQ_CST))
#define qatomic_sub_fetch(p, v) __atomic_sub_fetch(p, v, __ATOMIC_SEQ_CST)
#define qatomic_and_fetch(p, v) __atomic_and_fetch(p, v, __ATOMIC_SEQ_CST)

/* Returns what was there. */
#define qatomic_cmpxchg(p, old, new) ({                                 \
    typeof(*(p)) was_ = (old);                                          \
    __atomic_compare_exchange_n(p, &was_, new, false, __ATOMIC_SEQ_CST, \
                                __ATOMIC_SEQ_CST);                      \
    was_;                                                               \
})

#endif
