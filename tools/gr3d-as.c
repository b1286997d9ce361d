/*
 * Assemble a GR3D program (docs/specs/tegra-gr3d-asm.rst)
 *
 * Exit status: 0, or 1 when the program has an error or cannot be read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/text/asm.h"
#include "hw/gpu/gr3d/text/cost_text.h"
#include "cost-chip.h"
#include "input.h"

#define CLASS_GR3D      0x60
#define MAX_UPLOADS     (1 + GR3D_ASM_FP_UPLOADS)
#define COMMAND_USUAL   0x20006000u     /* [tegra-gr3d-programming.rst] */

static gboolean want_writes, want_commands, want_cost;
static char *chip_name, *measured;

static const GOptionEntry options[] = {
    { "writes", 'w', 0, G_OPTION_ARG_NONE, &want_writes,
      "Print register writes, as a command stream in text has them", NULL },
    { "commands", 'c', 0, G_OPTION_ARG_NONE, &want_commands,
      "Print host1x command words, which gr3d-dis reads", NULL },
    { "cost", 0, 0, G_OPTION_ARG_NONE, &want_cost,
      "Print the clocks that a vp or fp takes by a model, what limits it, and "
      "what is empty (docs/specs/tegra-gr3d-cost.rst)", NULL },
    { "chip", 0, 0, G_OPTION_ARG_STRING, &chip_name,
      "... of ap20, which is the default, or of nv30, its ancestor", "NAME" },
    { "measured", 0, 0, G_OPTION_ARG_FILENAME, &measured,
      "... with a file's constants in the place of the chip's", "FILE" },
    { NULL }
};

typedef struct Program {
    uint32_t words[1024];
    Gr3dAsmFp fp;
    uint32_t zero, command;
    Gr3dAsmUpload upload[MAX_UPLOADS];
    unsigned num_uploads;
} Program;

static void add(Program *p, Gr3dAsmUpload upload)
{
    if (upload.num) {
        p->upload[p->num_uploads++] = upload;
    }
}

static bool assemble_vp(Program *p, const char *text, char **error)
{
    unsigned num;

    if (!gr3d_asm_vp(text, p->words, &num, error)) {
        return false;
    }
    add(p, (Gr3dAsmUpload) { GR3D_R_INST_OFFSET, 1, 1, &p->zero });
    add(p, (Gr3dAsmUpload) { GR3D_R_INST_DATA, 4, num, p->words });
    return true;
}

static bool assemble_link(Program *p, const char *text, char **error)
{
    unsigned num;

    if (!gr3d_asm_linker(text, p->words, &num, error)) {
        return false;
    }
    add(p, (Gr3dAsmUpload) { GR3D_R_SU_INST_EVEN, 2, num, p->words, true });
    return true;
}

static bool assemble_fp(Program *p, const char *text, char **error)
{
    Gr3dAsmUpload upload[GR3D_ASM_FP_UPLOADS];

    if (!gr3d_asm_fp(text, &p->fp, error)) {
        return false;
    }
    p->command = COMMAND_USUAL | p->fp.num_execs;
    add(p, (Gr3dAsmUpload) { GR3D_R_PSEQ_COMMAND_EVEN, 1, 1, &p->command });
    gr3d_asm_fp_uploads(&p->fp, upload);
    for (unsigned i = 0; i < GR3D_ASM_FP_UPLOADS; i++) {
        add(p, upload[i]);
    }
    return true;
}

/*
 * Output
 */

static void print_listing(const Gr3dAsmUpload *u)
{
    printf("# %s\n", gr3d_reg_name(u->reg));
    for (unsigned i = 0; i < u->num; i++) {
        printf("%08x%c", u->words[i],
               i % u->group == u->group - 1u ? '\n' : ' ');
    }
}

static void print_writes(const Gr3dAsmUpload *u)
{
    for (unsigned i = 0; i < u->num; i++) {
        printf("write %s 0x%x\n", gr3d_reg_name(u->reg + (u->incr ? i : 0)),
               u->words[i]);
    }
}

static void print_commands(const Gr3dAsmUpload *u)
{
    unsigned opcode = u->incr ? 1 : 2;

    printf("%08x\n", opcode << 28 | u->reg << 16 | u->num);
    for (unsigned i = 0; i < u->num; i++) {
        printf("%08x\n", u->words[i]);
    }
}

static void print_program(const Program *p)
{
    if (want_commands) {
        printf("%08x\n", CLASS_GR3D << 6);      /* SETCL */
    }
    for (unsigned i = 0; i < p->num_uploads; i++) {
        const Gr3dAsmUpload *u = &p->upload[i];

        if (want_commands) {
            print_commands(u);
        } else if (want_writes) {
            print_writes(u);
        } else {
            print_listing(u);
        }
    }
}

/*
 * Cost
 */

static void cost_vp(GString *out, const Gr3dCostChip *chip,
                    const Gr3dRegs *regs)
{
    g_autofree Gr3dVpInsn *insn = g_new0(Gr3dVpInsn, GR3D_VP_INSNS);
    Gr3dCostVp cost;

    gr3d_vp_decode_program(insn, regs);
    gr3d_cost_vp(chip, insn, 0, &cost);
    gr3d_cost_print_vp(out, chip, &cost);
}

static void cost_fp(GString *out, const Gr3dCostChip *chip,
                    const Gr3dRegs *regs)
{
    g_autofree Gr3dFp *fp = g_new(Gr3dFp, 1);
    GpuEvents events = { 0 };
    Gr3dCostFp cost;

    gr3d_fp_decode(fp, regs, &events);
    gr3d_cost_fp(chip, fp, NULL, &cost);
    gr3d_cost_print_fp(out, chip, fp, &cost);
}

static const struct {
    const char *name;
    bool (*assemble)(Program *p, const char *text, char **error);
    void (*cost)(GString *out, const Gr3dCostChip *chip, const Gr3dRegs *regs);
} kinds[] = {
    { "vp", assemble_vp, cost_vp },
    { "link", assemble_link, NULL },
    { "fp", assemble_fp, cost_fp },
};

static Gr3dRegs *upload(const Program *p)
{
    Gr3dRegs *regs = g_new(Gr3dRegs, 1);

    gr3d_regs_reset(regs);
    for (unsigned i = 0; i < p->num_uploads; i++) {
        const Gr3dAsmUpload *u = &p->upload[i];

        for (unsigned j = 0; j < u->num; j++) {
            gr3d_regs_write(regs, u->reg + (u->incr ? j : 0), u->words[j]);
        }
    }
    return regs;
}

static const char *kind_name(unsigned i)
{
    return i < G_N_ELEMENTS(kinds) ? kinds[i].name : NULL;
}

static int run(unsigned kind, const char *path);

static const InputTool tool = {
    .name = "gr3d-as",
    .usage = "[--writes|--commands|--cost [--chip NAME] [--measured FILE]] "
             "vp|link|fp [FILE]",
    .summary =
        "Assemble a GR3D program: vertex program, linker or fragment program.\n"
        "Without FILE, or for -, the standard input is read.  The default "
        "output lists\nthe words of each port in upload order.",
    .options = options,
    .kind = kind_name,
    .run = run,
};

static int print_cost(unsigned kind, const Program *p)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *error = NULL;
    g_autofree Gr3dRegs *regs = upload(p);
    const char *what;
    Gr3dCostChip chip;

    if (!kinds[kind].cost) {
        return input_fail(&tool, kinds[kind].name, "no program with a cost");
    }
    if (!cost_chip(&chip, chip_name, measured, &what, &error)) {
        return input_fail(&tool, what, error);
    }
    kinds[kind].cost(out, &chip, regs);
    fputs(out->str, stdout);
    return 0;
}

static int run(unsigned kind, const char *path)
{
    g_autofree Program *p = g_new0(Program, 1);
    g_autofree char *error = NULL, *text = NULL;
    int status = 0;

    if (want_writes + want_commands + want_cost > 1 ||
        ((chip_name || measured) && !want_cost)) {
        return input_usage(&tool);
    }
    text = input_text(path, &error);
    if (!text || !kinds[kind].assemble(p, text, &error)) {
        return input_fail(&tool, path ? path : "-", error);
    }
    if (want_cost) {
        status = print_cost(kind, p);
    } else {
        print_program(p);
    }
    return fflush(stdout) ?
           input_fail(&tool, "standard output", "cannot be written") : status;
}

int main(int argc, char **argv)
{
    return input_main(&tool, argc, argv);
}
