/*
 * A client that is GR3D: registers, and draws by the reference and a backend
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "client.h"
#include "differ.h"

#define MAX_DRAWS   4
#define MAX_WORK    20000
#define CLASS_GR3D  0x60

struct Client {
    Gr3dRegs regs;
    Differ *d;
    unsigned draws;
};

/* Two times the draws, for what client-words.c sees */
bool client_twice(void)
{
    return false;
}

Client *client_new(uint8_t how)
{
    Client *c = g_new0(Client, 1);

    c->d = differ_new(how);
    c->draws = MAX_DRAWS;
    return c;
}

void client_free(Client *c)
{
    differ_free(c->d);
    g_free(c);
}

void client_write(Client *c, uint16_t class_id, uint16_t offset,
                  uint32_t value)
{
    if (class_id == CLASS_GR3D &&
        gr3d_regs_write(&c->regs, offset, value) == GR3D_WRITE_DRAW &&
        c->draws) {
        c->draws--;
        differ_draw(c->d, &c->regs, MAX_WORK);
    }
}

unsigned client_run(Client *c, uint16_t class_id, uint16_t offset, bool incr,
                    const uint32_t *word, unsigned num)
{
    return class_id == CLASS_GR3D
           ? gr3d_regs_write_run(&c->regs, offset, incr, word, num) : 0;
}

uint64_t client_sum(const Client *c)
{
    return 0;
}
