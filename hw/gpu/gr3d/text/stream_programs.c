/*
 * Tegra20 GR3D engine: the programs in a stream's text
 *
 *     vp [FIRST] {            vertex program from instruction FIRST on
 *     link [FIRST] {          linker
 *     fp {                    fragment program
 *         ...                 as in docs/specs/tegra-gr3d-asm.rst
 *     }
 *
 * A program is the writes that upload it, nothing else: SU_PARAM,
 * PSEQ_COMMAND_EVEN and the like are up to the stream.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "asm.h"
#include "stream_scan.h"

/* Fail with an assembler's "line N: ..." as an error of the stream. */
static bool asm_fail(Gr3dScan *scan, uint32_t first_line, char *error)
{
    const char *clause = strchr(error, ':');
    guint64 line = g_ascii_strtoull(error + strlen("line "), NULL, 10);

    scan->line = first_line + (line ? line - 1 : 0);
    gr3d_scan_fail(scan, "%s", clause ? clause + 2 : error);
    g_free(error);
    return false;
}

/* Scan lines up to one that is only "}"; g_free() them.  NULL: error. */
static char *scan_braces(Gr3dScan *scan)
{
    const char *start = scan->next;
    uint32_t first = scan->line;

    while (gr3d_scan_line(scan)) {
        const char *begin = scan->at;

        if (!gr3d_scan_token(scan)) {
            return NULL;
        }
        if (!strcmp(scan->token, "}")) {
            return gr3d_scan_end(scan) ? g_strndup(start, begin - start) :
                   NULL;
        }
    }
    scan->line = first;
    gr3d_scan_fail(scan, "'}' is missing");
    return NULL;
}

/* Scan "[FIRST] {". */
static bool scan_open(Gr3dScan *scan, uint32_t max, uint32_t *first)
{
    *first = 0;
    if (!gr3d_scan_token(scan)) {
        return false;
    }
    if (max && *scan->token && strcmp(scan->token, "{") &&
        (!gr3d_scan_uint(scan, scan->token, max, first) ||
         !gr3d_scan_token(scan))) {
        return false;
    }
    return strcmp(scan->token, "{") ? gr3d_scan_fail(scan, "'{' is missing") :
           gr3d_scan_end(scan);
}

/* Scan a program with its braces, its first line is @line; as scan_braces(). */
static char *scan_program(Gr3dScan *scan, uint32_t max, uint32_t *first,
                          uint32_t *line)
{
    if (!scan_open(scan, max, first)) {
        return NULL;
    }
    *line = scan->line + 1;
    return scan_braces(scan);
}

static bool add_words(Gr3dScan *scan, uint32_t reg, const uint32_t *words,
                      unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        if (!gr3d_scan_write(scan, reg, words[i])) {
            return false;
        }
    }
    return true;
}

bool gr3d_scan_vp(Gr3dScan *scan)
{
    g_autofree char *text = NULL;
    uint32_t first, line, words[1024];
    unsigned num;
    char *error;

    text = scan_program(scan, 255, &first, &line);
    if (!text) {
        return false;
    }
    if (!gr3d_asm_vp(text, words, &num, &error)) {
        return asm_fail(scan, line, error);
    }
    if (4 * first + num > 1024) {
        return gr3d_scan_fail(scan, "more than 256 instructions");
    }
    return gr3d_scan_write(scan, GR3D_R_INST_OFFSET, 4 * first) &&
           add_words(scan, GR3D_R_INST_DATA, words, num);
}

/* Add writes of SU_INST_EVEN and SU_INST_ODD in turns. */
static bool add_linker(Gr3dScan *scan, uint32_t first, const uint32_t *words,
                       unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        if (!gr3d_scan_write(scan, GR3D_R_SU_INST_EVEN + 2 * first + i,
                             words[i])) {
            return false;
        }
    }
    return true;
}

bool gr3d_scan_link(Gr3dScan *scan)
{
    g_autofree char *text = NULL;
    uint32_t first, line, words[64];
    unsigned num;
    char *error;

    text = scan_program(scan, 31, &first, &line);
    if (!text) {
        return false;
    }
    if (!gr3d_asm_linker(text, words, &num, &error)) {
        return asm_fail(scan, line, error);
    }
    if (2 * first + num > 64) {
        return gr3d_scan_fail(scan, "more than 32 instructions");
    }
    return add_linker(scan, first, words, num);
}

static bool add_fp(Gr3dScan *scan, const Gr3dAsmFp *fp)
{
    Gr3dAsmUpload upload[GR3D_ASM_FP_UPLOADS];

    gr3d_asm_fp_uploads(fp, upload);
    for (unsigned i = 0; i < GR3D_ASM_FP_UPLOADS; i++) {
        if (!add_words(scan, upload[i].reg, upload[i].words, upload[i].num)) {
            return false;
        }
    }
    return true;
}

bool gr3d_scan_fp(Gr3dScan *scan)
{
    g_autofree char *text = NULL;
    uint32_t first, line;
    Gr3dAsmFp fp;
    char *error;

    text = scan_program(scan, 0, &first, &line);
    if (!text) {
        return false;
    }
    return gr3d_asm_fp(text, &fp, &error) ? add_fp(scan, &fp) :
           asm_fail(scan, line, error);
}
