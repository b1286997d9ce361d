/*
 * What is behind the command processor of fuzz-host1x.c
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_CLIENT_H
#define FUZZ_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Client Client;

/* Inputs are executed twice, with and without client_run(), and compared. */
bool client_twice(void);

/* @how is a byte of the input */
Client *client_new(uint8_t how);
void client_free(Client *c);

void client_write(Client *c, uint16_t class_id, uint16_t offset,
                  uint32_t value);
/* As TegraHost1xCmdprocOps.run */
unsigned client_run(Client *c, uint16_t class_id, uint16_t offset, bool incr,
                    const uint32_t *word, unsigned num);
/* A checksum of what was written, in its order */
uint64_t client_sum(const Client *c);

#endif /* FUZZ_CLIENT_H */
