/*
 * Tegra20 GR3D engine: lines, tokens and values of a stream's text
 *
 * Included by stream*.c, and where the text has other directives, too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STREAM_SCAN_H
#define GR3D_STREAM_SCAN_H

#include "stream.h"

#define GR3D_TOKEN  160

struct Gr3dScan {
    Gr3dStream *stream;
    Gr3dStreamTake *take;       /* or NULL */
    void *opaque;
    const char *next, *end;     /* of the text */
    const char *at, *line_end;  /* of the line, without its comment */
    uint32_t line;
    char token[GR3D_TOKEN];     /* empty: the line has ended */
    uint32_t filled[GR3D_STREAM_MEMORIES];  /* end of the last data */
    uint64_t fill;              /* bytes, by all lines */
    char *error;
};

/* Record an error, once; always returns false. */
bool gr3d_scan_fail(Gr3dScan *scan, const char *format, ...)
    G_GNUC_PRINTF(2, 3);
/* Go to the next line; false at the end of the text, or on error. */
bool gr3d_scan_line(Gr3dScan *scan);
/* Scan a token; text between parentheses is one.  False on error only. */
bool gr3d_scan_token(Gr3dScan *scan);
bool gr3d_scan_end(Gr3dScan *scan);     /* nothing may follow */

/* Scan the current token as a value; false and an error if it is none. */
bool gr3d_scan_value(Gr3dScan *scan, const char *text, uint32_t *value);
/* Scan an integer of @bits bits, negative ones in two's complement. */
bool gr3d_scan_int(Gr3dScan *scan, const char *text, unsigned bits,
                   uint32_t *value);
/* Scan an unsigned integer of at most @max. */
bool gr3d_scan_uint(Gr3dScan *scan, const char *text, uint32_t max,
                    uint32_t *value);
/* Scan an IEEE single: 0.5, -1e3, inf, nan, or the bits in hexadecimal. */
bool gr3d_scan_float(Gr3dScan *scan, const char *text, uint32_t *value);
/* Scan the name of a memory block; *@memory is its index. */
bool gr3d_scan_memory(Gr3dScan *scan, const char *name, unsigned *memory);

bool gr3d_scan_write(Gr3dScan *scan, uint32_t reg, uint32_t value);

/* Values of a memory's content: u8, u16, u32, f32 */
typedef struct Gr3dDataType {
    const char *name;
    uint8_t bytes;
    bool (*scan)(Gr3dScan *scan, const char *text, uint32_t *value);
} Gr3dDataType;

/* Return a type; NULL: there is no such type. */
const Gr3dDataType *gr3d_scan_find_type(const char *name);

/* Scan the rest of a directive, with the program that it opens. */
bool gr3d_scan_image(Gr3dScan *scan);
bool gr3d_scan_expect(Gr3dScan *scan);
bool gr3d_scan_vp(Gr3dScan *scan);
bool gr3d_scan_link(Gr3dScan *scan);
bool gr3d_scan_fp(Gr3dScan *scan);

#endif /* GR3D_STREAM_SCAN_H */
