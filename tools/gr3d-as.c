/*
 * Assemble a GR3D program (docs/specs/tegra-gr3d-asm.rst)
 *
 * Exit status: 0, or 1 when the program has an error or cannot be read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>
#include "asm.h"
#include "input.h"
#include "regs.h"

#define CLASS_GR3D      0x60
#define MAX_UPLOADS     12
#define COMMAND_USUAL   0x20006000u     /* [tegra-gr3d-programming.rst] */

static gboolean want_writes, want_commands;

static const GOptionEntry options[] = {
    { "writes", 'w', 0, G_OPTION_ARG_NONE, &want_writes,
      "Print register writes, as a command stream in text has them", NULL },
    { "commands", 'c', 0, G_OPTION_ARG_NONE, &want_commands,
      "Print host1x command words, which gr3d-dis reads", NULL },
    { NULL }
};

/* Words for one register, or (incr) for one and those after it */
typedef struct Upload {
    uint32_t reg;
    const uint32_t *words;
    unsigned num, per_line;
    bool incr;
} Upload;

typedef struct Program {
    uint32_t words[1024];
    Gr3dAsmFp fp;
    uint32_t zero, command;
    Upload upload[MAX_UPLOADS];
    unsigned num_uploads;
} Program;

static void add(Program *p, uint32_t reg, const uint32_t *words, unsigned num,
                unsigned per_line)
{
    if (num) {
        p->upload[p->num_uploads++] = (Upload) { reg, words, num, per_line };
    }
}

static bool assemble_vp(Program *p, const char *text, char **error)
{
    unsigned num;

    if (!gr3d_asm_vp(text, p->words, &num, error)) {
        return false;
    }
    add(p, GR3D_R_INST_OFFSET, &p->zero, 1, 1);
    add(p, GR3D_R_INST_DATA, p->words, num, 4);
    return true;
}

static bool assemble_link(Program *p, const char *text, char **error)
{
    unsigned num;

    if (!gr3d_asm_linker(text, p->words, &num, error)) {
        return false;
    }
    add(p, GR3D_R_SU_INST_EVEN, p->words, num, 2);
    p->upload[0].incr = true;
    return true;
}

/* In the order in which clients upload */
static bool assemble_fp(Program *p, const char *text, char **error)
{
    Gr3dAsmFp *fp = &p->fp;

    if (!gr3d_asm_fp(text, fp, error)) {
        return false;
    }
    p->command = COMMAND_USUAL | fp->num_execs;
    add(p, GR3D_R_PSEQ_COMMAND_EVEN, &p->command, 1, 1);
    add(p, GR3D_R_INST_OFFSET_COMMON, &p->zero, 1, 1);
    add(p, GR3D_R_AT_INST_OFFSET, &p->zero, 1, 1);
    add(p, GR3D_R_ALU_INST_OFFSET, &p->zero, 1, 1);
    add(p, GR3D_R_PSEQ_INST_DATA, fp->pseq, fp->num_execs, 1);
    add(p, GR3D_R_AT_REMAP_DATA, fp->mfu_sched, fp->num_execs, 1);
    add(p, GR3D_R_AT_INST_DATA, fp->mfu, 2 * fp->num_mfu, 2);
    add(p, GR3D_R_TEX_INST_DATA, fp->tex, fp->num_execs, 1);
    add(p, GR3D_R_ALU_REMAP_DATA, fp->alu_sched, fp->num_execs, 1);
    add(p, GR3D_R_ALU_INST_DATA, fp->alu, 8 * fp->num_packets, 8);
    add(p, GR3D_R_ALU_P2CX_DATA, fp->alu_comp, fp->num_execs, 1);
    add(p, GR3D_R_DW_INST_DATA, fp->dw, fp->num_execs, 1);
    return true;
}

/*
 * Output
 */

static void print_listing(const Upload *u)
{
    printf("# %s\n", gr3d_reg_name(u->reg));
    for (unsigned i = 0; i < u->num; i++) {
        printf("%08x%c", u->words[i],
               i % u->per_line == u->per_line - 1 ? '\n' : ' ');
    }
}

static void print_writes(const Upload *u)
{
    for (unsigned i = 0; i < u->num; i++) {
        printf("write %s 0x%x\n", gr3d_reg_name(u->reg + (u->incr ? i : 0)),
               u->words[i]);
    }
}

static void print_commands(const Upload *u)
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
        const Upload *u = &p->upload[i];

        if (want_commands) {
            print_commands(u);
        } else if (want_writes) {
            print_writes(u);
        } else {
            print_listing(u);
        }
    }
}

static const struct {
    const char *name;
    bool (*assemble)(Program *p, const char *text, char **error);
} kinds[] = {
    { "vp", assemble_vp },
    { "link", assemble_link },
    { "fp", assemble_fp },
};

static const char *kind_name(unsigned i)
{
    return i < G_N_ELEMENTS(kinds) ? kinds[i].name : NULL;
}

static int run(unsigned kind, const char *path);

static const InputTool tool = {
    .name = "gr3d-as",
    .usage = "[--writes|--commands] vp|link|fp [FILE]",
    .summary =
        "Assemble a GR3D program: vertex program, linker or fragment program.\n"
        "Without FILE, or for -, the standard input is read.  The default "
        "output lists\nthe words of each port in upload order.",
    .options = options,
    .kind = kind_name,
    .run = run,
};

static int run(unsigned kind, const char *path)
{
    g_autofree Program *p = g_new0(Program, 1);
    g_autofree char *error = NULL;
    GString *text;
    bool ok;

    if (want_writes && want_commands) {
        return input_usage(&tool);
    }
    text = input_read(path, &error);
    path = path ? path : "-";
    if (!text) {
        return input_fail(&tool, path, error);
    }
    ok = strlen(text->str) == text->len;
    if (!ok) {
        error = g_strdup("a zero byte, so this is no text");
    }
    ok = ok && kinds[kind].assemble(p, text->str, &error);
    g_string_free(text, TRUE);
    if (!ok) {
        return input_fail(&tool, path, error);
    }
    print_program(p);
    return fflush(stdout) ?
           input_fail(&tool, "standard output", "cannot be written") : 0;
}

int main(int argc, char **argv)
{
    return input_main(&tool, argc, argv);
}
