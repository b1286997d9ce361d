/*
 * The console: a name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_UI_CONSOLE_H
#define FUZZ_UI_CONSOLE_H

typedef struct QemuConsole QemuConsole;

#endif /* FUZZ_UI_CONSOLE_H */
