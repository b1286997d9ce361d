/*
 * A client that adds up what it is written, for the command processor alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "client.h"

#define PRIME   1099511628211u      /* FNV-1a, of 64 bits */

struct Client {
    uint8_t how;
    uint64_t sum;
};

bool client_twice(void)
{
    return true;
}

Client *client_new(uint8_t how)
{
    Client *c = g_new0(Client, 1);

    c->how = how;
    return c;
}

void client_free(Client *c)
{
    g_free(c);
}

void client_write(Client *c, uint16_t class_id, uint16_t offset,
                  uint32_t value)
{
    c->sum = (c->sum ^ class_id) * PRIME;
    c->sum = (c->sum ^ offset) * PRIME;
    c->sum = (c->sum ^ value) * PRIME;
}

/* As an engine does, all of them, some or none */
unsigned client_run(Client *c, uint16_t class_id, uint16_t offset, bool incr,
                    const uint32_t *word, unsigned num)
{
    num = (word[0] ^ c->how) & 3 ? num : (word[0] >> 2) % (num + 1);
    for (unsigned i = 0; i < num; i++) {
        client_write(c, class_id, incr ? offset + i : offset, word[i]);
    }
    return num;
}

uint64_t client_sum(const Client *c)
{
    return c->sum;
}
