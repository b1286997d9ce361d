/*
 * Tegra20 GR3D engine: what the cost model says, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "cost_text.h"
#include "text.h"

/* In any locale */
static void append_number(GString *out, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append(out, g_ascii_formatd(text, sizeof(text), "%.10g", value));
}

/* With three digits: what is a quotient has no more that mean something. */
static void append_rounded(GString *out, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append(out, g_ascii_formatd(text, sizeof(text), "%.3g", value));
}

/*
 * A chip
 */

static bool find_constant(const char *name, unsigned *n)
{
    for (*n = 0; *n < GR3D_NUM_COSTS; ++*n) {
        if (!strcmp(name, gr3d_cost_rows[*n].name)) {
            return true;
        }
    }
    return false;
}

static void read_line(Gr3dAsm *as, Gr3dCostChip *chip)
{
    char name[GR3D_ASM_WORD] = "";
    double value;
    unsigned n;

    if (!gr3d_asm_word(as, name) || !find_constant(name, &n)) {
        gr3d_asm_fail(as, "there is no constant \"%s\"", name);
        return;
    }
    value = gr3d_asm_real(as);
    gr3d_asm_need_end(as);
    if (!(value >= gr3d_cost_rows[n].least && value <= GR3D_COST_MOST)) {
        gr3d_asm_fail(as, "%s is from %g to %.0f", name,
                      gr3d_cost_rows[n].least, GR3D_COST_MOST);
        return;
    }
    chip->value[n] = value;
    chip->source[n] = "measured";
}

bool gr3d_cost_read(Gr3dCostChip *chip, const char *text, char **error)
{
    Gr3dAsm as;

    gr3d_asm_start(&as, text);
    while (gr3d_asm_line(&as)) {
        read_line(&as, chip);
    }
    return gr3d_asm_finish(&as, error);
}

void gr3d_cost_print_chip(GString *out, const Gr3dCostChip *chip)
{
    for (unsigned i = 0; i < GR3D_NUM_COSTS; i++) {
        g_string_append_printf(out, "%-14s", gr3d_cost_rows[i].name);
        append_number(out, chip->value[i]);
        g_string_append_printf(out, "  # %s: %s\n", gr3d_cost_rows[i].unit,
                               chip->source[i]);
    }
}

/*
 * Programs
 */

/* Append the names of a bit set, or "none". */
static void append_names(GString *out, const char *const *names, unsigned num,
                         unsigned set, const char *between)
{
    const char *before = "";

    for (unsigned i = 0; i < num; i++) {
        if (set >> i & 1) {
            g_string_append_printf(out, "%s%s", before, names[i]);
            before = between;
        }
    }
    g_string_append(out, set ? "" : "none");
}

static void append_units(GString *out, unsigned set)
{
    append_names(out, gr3d_unit_names, GR3D_NUM_UNITS, set, " ");
}

/* Append how many of @what, each of which takes @clocks, are in a second. */
static void append_rate(GString *out, const Gr3dCostChip *chip, double clocks,
                        double each, const char *what)
{
    double clock = chip->value[GR3D_COST_CLOCK];

    if (clocks > 0) {
        g_string_append(out, ": ");
        append_rounded(out, each * clock / clocks);
        g_string_append_printf(out, " million %s/s at ", what);
        append_number(out, clock);
        g_string_append(out, " MHz");
    }
    g_string_append_c(out, '\n');
}

static void append_chip(GString *out, const Gr3dCostChip *chip, double clocks)
{
    g_string_append_printf(out, "chip %s\nclocks ", chip->name);
    append_number(out, clocks);
}

/* Append which parts of instruction @n nothing uses; @used: those that are. */
static void append_unused(GString *out, const char *unit, unsigned n,
                          const char *const *parts, unsigned num,
                          unsigned used)
{
    unsigned empty = ~used & ((1u << num) - 1);

    if (empty) {
        g_string_append_printf(out, "    %s %u: ", unit, n);
        append_names(out, parts, num, empty, " ");
        g_string_append(out, " empty\n");
    }
}

static void append_slots(GString *out, const Gr3dFpExec *exec,
                         const Gr3dCostExec *cost)
{
    static const char *const mfu[] = {
        "sfu", "mul0", "mul1", "var0", "var1", "var2", "var3",
    };
    static const char *const alu[] = { "slot0", "slot1", "slot2", "slot3" };

    for (unsigned i = 0; i < exec->num_mfu; i++) {
        append_unused(out, "mfu", i, mfu, G_N_ELEMENTS(mfu), cost->mfu[i]);
    }
    for (unsigned i = 0; i < exec->num_packets; i++) {
        append_unused(out, "alu", i, alu, G_N_ELEMENTS(alu), cost->alu[i]);
    }
}

static void append_exec(GString *out, unsigned e, const Gr3dFpExec *exec,
                        const Gr3dCostExec *cost)
{
    unsigned idle = ~cost->busy & ((1u << GR3D_NUM_UNITS) - 1);

    g_string_append_printf(out, "exec %u: clocks ", e);
    append_number(out, cost->clocks);
    for (unsigned i = 0; i < GR3D_NUM_UNITS; i++) {
        g_string_append_printf(out, ", %s ", gr3d_unit_names[i]);
        append_number(out, cost->unit[i]);
    }
    g_string_append(out, "; limit ");
    append_units(out, cost->limit);
    g_string_append_printf(out, "\n    mfu %u of 3, alu %u of 3, passes %u",
                           exec->num_mfu, exec->num_packets, cost->passes);
    if (cost->stages) {
        g_string_append(out, " by stages ");
        append_names(out, gr3d_stage_names, GR3D_NUM_STAGES, cost->stages,
                     ", ");
    }
    g_string_append(out, "; idle: ");
    append_units(out, idle);
    g_string_append_c(out, '\n');
    append_slots(out, exec, cost);
}

void gr3d_cost_print_fp(GString *out, const Gr3dCostChip *chip,
                        const Gr3dFp *fp, const Gr3dCostFp *cost)
{
    double pixels = chip->value[GR3D_COST_PIXELS];

    append_chip(out, chip, cost->clocks);
    g_string_append(out, " for ");
    append_number(out, pixels);
    append_rate(out, chip, cost->clocks, pixels, "fragments");
    g_string_append(out, "alone ");
    append_number(out, cost->alone);
    g_string_append_printf(out, "\npasses %u\nlimit ", cost->passes);
    append_units(out, cost->limit);
    g_string_append_c(out, '\n');
    for (unsigned e = 0; e < cost->num_execs; e++) {
        append_exec(out, e, &fp->exec[e], &cost->exec[e]);
    }
}

void gr3d_cost_print_vp(GString *out, const Gr3dCostChip *chip,
                        const Gr3dCostVp *cost)
{
    append_chip(out, chip, cost->clocks);
    g_string_append(out, " a vertex");
    append_rate(out, chip, cost->clocks, 1, "vertices");
    g_string_append_printf(out, "empty: vector half %u of %u, scalar half "
                           "%u of %u\n", cost->num_insns - cost->num_vec,
                           cost->num_insns, cost->num_insns - cost->num_scl,
                           cost->num_insns);
    if (cost->flow) {
        g_string_append(out, "it jumps: counted as if no jump were taken\n");
    }
}

/*
 * A draw
 */

void gr3d_cost_print_draw(GString *out, const Gr3dCostChip *chip,
                          const Gr3dCostVp *vp, const Gr3dCostFp *fp,
                          const Gr3dCostDraw *cost)
{
    append_chip(out, chip, cost->clocks);
    g_string_append(out, ", ");
    append_rounded(out, cost->clocks / chip->value[GR3D_COST_CLOCK]);
    g_string_append(out, " us at ");
    append_number(out, chip->value[GR3D_COST_CLOCK]);
    g_string_append_printf(out, " MHz\nlimit %s\n",
                           gr3d_part_names[cost->limit]);
    for (unsigned i = 0; i < GR3D_NUM_PARTS; i++) {
        g_string_append_printf(out, "%s ", gr3d_part_names[i]);
        append_number(out, cost->part[i]);
        g_string_append_c(out, '\n');
    }
    g_string_append_printf(out, "lines %" G_GUINT64_FORMAT "\nvertex program ",
                           cost->lines);
    append_number(out, vp->clocks);
    g_string_append(out, "\nfragment program ");
    append_number(out, fp->clocks);
    g_string_append(out, ", limit ");
    append_units(out, fp->limit);
    g_string_append_c(out, '\n');
}
