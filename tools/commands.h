/*
 * host1x command words as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

#include <glib.h>

/*
 * Append a command stream in text: the writes of class 0x60, and everything
 * else as comments.  Words that go to the ports of programs appear
 * as those programs before each draw, if they have changed, and at the end.
 * Returns how much is unknown.
 */
unsigned commands_disasm(GString *out, const guint32 *words, unsigned num);

#endif /* TOOLS_COMMANDS_H */
