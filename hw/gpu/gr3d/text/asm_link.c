/*
 * Tegra20 GR3D engine: assembler for linker instructions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "text.h"

#define MAX_LINKS       32
#define STRAIGHT        0xfedcull       /* odd word: xyzw as fp20 */

/* Bits of component @n [tegra-gr3d.rst, Linker] */
enum { WIDTH = 16, LENGTH = 17, POINT = 18, COL = 32, FMT = 34, FLAT = 48 };

static uint64_t parse_point(Gr3dAsm *as)
{
    gr3d_asm_need(as, "=");
    if (gr3d_asm_keyword(as, "s")) {
        return 1;
    }
    return gr3d_asm_keyword(as, "t") ? 2 : gr3d_asm_uint(as, 3);
}

/* Parse "x->1 fp20 flat point=s width length". */
static uint64_t parse_component(Gr3dAsm *as, unsigned n)
{
    uint64_t word;

    gr3d_asm_need(as, "->");
    word = (uint64_t)gr3d_asm_uint(as, 3) << (COL + 4 * n);
    word |= (uint64_t)gr3d_asm_name(as, gr3d_link_fmts, 4, "FMT",
                                    "fp20, low, high or none")
            << (FMT + 4 * n);
    for (;;) {
        if (gr3d_asm_keyword(as, "flat")) {
            word |= 1ull << (FLAT + n);
        } else if (gr3d_asm_keyword(as, "point")) {
            word |= parse_point(as) << (POINT + 4 * n);
        } else if (gr3d_asm_keyword(as, "width")) {
            word |= 1ull << (WIDTH + 4 * n);
        } else if (gr3d_asm_keyword(as, "length")) {
            word |= 1ull << (LENGTH + 4 * n);
        } else {
            return word;
        }
    }
}

static uint64_t parse_components(Gr3dAsm *as)
{
    static const char *const names[4] = { "x", "y", "z", "w" };
    uint64_t word = 0;
    unsigned done = 0;

    if (gr3d_asm_keyword(as, "none")) {
        return 0;
    }
    do {
        unsigned n = gr3d_asm_name(as, names, 4, "COMPONENT",
                                   "x, y, z, w or none");

        if (done >> n & 1) {
            gr3d_asm_fail(as, "component %s is there twice", names[n]);
        }
        done |= 1 << n;
        word |= parse_component(as, n);
    } while (gr3d_asm_try(as, ","));
    return word;
}

/* Parse "link v1, t0: x->1 fp20, ..."; source z is the depth. */
static uint64_t parse_link(Gr3dAsm *as)
{
    unsigned row = 0, tram = 0;
    uint64_t word = 0;

    if (!gr3d_asm_keyword(as, "link")) {
        gr3d_asm_fail(as, "expected a line such as: link v1, t0");
    }
    if (gr3d_asm_keyword(as, "z")) {
        word = 1;
    } else if (!gr3d_asm_numbered(as, "v", 15, &row)) {
        gr3d_asm_fail(as, "expected the source: v0 to v15, or z");
    }
    gr3d_asm_need(as, ",");
    if (!gr3d_asm_numbered(as, "t", 63, &tram)) {
        gr3d_asm_fail(as, "expected the TRAM row: t0 to t63");
    }
    word |= row << 3 | tram << 9;
    word |= gr3d_asm_try(as, ":") ? parse_components(as) : STRAIGHT << COL;
    return gr3d_asm_fields(as, &gr3d_fields_link, word);
}

bool gr3d_asm_linker(const char *text, uint32_t words[64],
                     unsigned *num_words, char **error)
{
    Gr3dAsm as;
    unsigned num = 0;

    gr3d_asm_start(&as, text);
    while (gr3d_asm_line(&as)) {
        uint64_t word = parse_link(&as);

        if (num == MAX_LINKS) {
            gr3d_asm_fail(&as, "more than %u linker instructions", MAX_LINKS);
            break;
        }
        words[2 * num] = word;
        words[2 * num + 1] = word >> 32;
        num++;
    }
    *num_words = 2 * num;
    return gr3d_asm_finish(&as, error);
}

bool gr3d_asm_link_word(const char *text, uint64_t *word)
{
    Gr3dAsm as;

    gr3d_asm_start(&as, text);
    *word = gr3d_asm_line(&as) ? parse_link(&as) : 0;
    g_free(as.error);
    return !as.error;
}
