/*
 * Threads for an engine (hw/gpu/lib/threads.h), of pthreads
 *
 * GLib's locks are no choice: ThreadSanitizer takes them for races.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_EXECUTOR_H
#define TOOLS_EXECUTOR_H

#include "hw/gpu/lib/threads.h"

typedef struct Executor Executor;

/* Up to @threads at a time, the caller's thread among them; 1: only that */
Executor *executor_new(unsigned threads);
void executor_free(Executor *ex);
/* Lives as long as @ex */
const GpuExecutor *executor_engine(const Executor *ex);

#endif /* TOOLS_EXECUTOR_H */
