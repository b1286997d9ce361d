/*
 * VideoCore IV 3D engine: a control record from text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_RECORDS_PARSE_H
#define V3D_RECORDS_PARSE_H

#include <glib.h>
#include "hw/gpu/v3d/isa/records.h"

/*
 * What is a number in a place where others may be, too: a label, an address.
 * False: it is none of @bits bits.
 */
typedef bool V3dParseNumber(void *opaque, const char *text, unsigned bits,
                            uint32_t *value);

/*
 * @text: a name, then fields as v3d_record_print() has them in any order;
 * those that are not there are 0.  Numbers by @parse, or plain ones if NULL.
 * Where it is wrong: false, and *@error to be freed.
 */
bool v3d_record_parse(V3dRecord *record, const char *text,
                      V3dParseNumber *parse, void *opaque, char **error);

/* Decimal, or hexadecimal after 0x; of a minus the two's complement */
bool v3d_parse_number(const char *text, unsigned bits, uint32_t *value);

#endif /* V3D_RECORDS_PARSE_H */
