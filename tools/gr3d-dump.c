/*
 * Print a capture as text (docs/specs/tegra-capture.rst)
 *
 * Exit status: 0; 1 with --warnings if there is one; 2 nothing was printed, or
 * not all of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <stdio.h>
#include "hw/gpu/gr3d/text/disasm.h"
#include "hw/gpu/tegra_gr2d_regfile.h"
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "tegra_host1x_names.h"
#include "replay/capture-file.h"
#include "replay/player-gr2d.h"
#include "replay/player.h"

static gboolean want_vertices, want_textures, want_draws, want_warnings;
static gint64 only_draw = -1;

static const GOptionEntry options[] = {
    { "vertices", 0, 0, G_OPTION_ARG_NONE, &want_vertices,
      "Print the vertices of each draw, before and behind its program", NULL },
    { "textures", 0, 0, G_OPTION_ARG_NONE, &want_textures,
      "Print the texels of the textures of each draw", NULL },
    { "draws", 0, 0, G_OPTION_ARG_NONE, &want_draws,
      "Print the draws, no command words", NULL },
    { "draw", 0, 0, G_OPTION_ARG_INT64, &only_draw,
      "Print nothing but draw N, counted from 0", "N" },
    { "warnings", 0, 0, G_OPTION_ARG_NONE, &want_warnings,
      "Print nothing but what looks wrong", NULL },
    { NULL }
};

typedef struct Dump {
    Player *player;
    GString *out;               /* of a record */
    char *programs;             /* those that were printed last */
    uint64_t draws, warnings;
    bool ended;
} Dump;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "gr3d-dump: %s: %s\n", what, why);
    return 2;
}

static bool prints_words(void)
{
    return !want_draws && !want_warnings && only_draw < 0;
}

/*
 * Words
 */

static const char *class_name(uint32_t class_id)
{
    const char *name = tegra_host1x_class_name(class_id);

    return name ? name : "?";
}

static const char *method_name(uint32_t class_id, uint32_t offset)
{
    const char *name = NULL;

    if (class_id == TEGRA_HOST1X_CLASS_GR3D) {
        name = gr3d_reg_name(offset);
    } else if (player_gr2d_is_class(class_id) && tegra_gr2d_reg_info(offset)) {
        name = tegra_gr2d_reg_name(offset);
    } else if (class_id == TEGRA_HOST1X_CLASS_HOST ||
               offset <= TEGRA_HOST1X_INCR_SYNCPT_ERROR) {
        name = tegra_host1x_host_method_name(offset);
    }
    return name ? name : "?";
}

static void append_setcl(GString *out, uint32_t class_id, uint32_t word)
{
    uint32_t to = FIELD_EX32(word, H1X_CMD, SETCL_CLASS);

    g_string_append_printf(out, " %s 0x%02x, method 0x%03x, mask 0x%02x",
                           class_name(to), to,
                           FIELD_EX32(word, H1X_CMD, OFFSET),
                           FIELD_EX32(word, H1X_CMD, SETCL_MASK));
}

static void append_count(GString *out, uint32_t class_id, uint32_t word)
{
    uint32_t offset = FIELD_EX32(word, H1X_CMD, OFFSET);

    g_string_append_printf(out, " %s 0x%03x, 0x%x",
                           method_name(class_id, offset), offset,
                           FIELD_EX32(word, H1X_CMD, COUNT));
}

static void append_restart(GString *out, uint32_t class_id, uint32_t word)
{
    g_string_append_printf(out, " at 0x%08x",
                           FIELD_EX32(word, H1X_CMD, RESTART_ADDR) << 4);
}

static void append_gather(GString *out, uint32_t class_id, uint32_t word)
{
    uint32_t offset = FIELD_EX32(word, H1X_CMD, OFFSET);

    g_string_append_printf(out, " %u words",
                           FIELD_EX32(word, H1X_CMD, GATHER_COUNT));
    if (FIELD_EX32(word, H1X_CMD, GATHER_INSERT)) {
        g_string_append_printf(out, ", all for %s 0x%03x%s",
                               method_name(class_id, offset), offset,
                               FIELD_EX32(word, H1X_CMD, GATHER_INCR) ?
                               " on" : "");
    }
}

static void append_extend(GString *out, uint32_t class_id, uint32_t word)
{
    g_string_append_printf(out, " %s mlock %u",
                           FIELD_EX32(word, H1X_CMD, EXTEND_SUBOP) ?
                           "releases" : "acquires",
                           FIELD_EX32(word, H1X_CMD, EXTEND_INDEX));
}

static void append_opcode(GString *out, uint32_t class_id, uint32_t word)
{
    static void (*const append[16])(GString *out, uint32_t class_id,
                                    uint32_t word) = {
        [TEGRA_HOST1X_OP_SETCL] = append_setcl,
        [TEGRA_HOST1X_OP_INCR] = append_count,
        [TEGRA_HOST1X_OP_NONINCR] = append_count,
        [TEGRA_HOST1X_OP_MASK] = append_count,
        [TEGRA_HOST1X_OP_IMM] = append_count,
        [TEGRA_HOST1X_OP_RESTART] = append_restart,
        [TEGRA_HOST1X_OP_GATHER] = append_gather,
        [TEGRA_HOST1X_OP_EXTEND] = append_extend,
    };
    unsigned opcode = FIELD_EX32(word, H1X_CMD, OPCODE);

    g_string_append(out, tegra_host1x_opcode_name(opcode));
    if (append[opcode]) {
        append[opcode](out, class_id, word);
    }
}

static void on_word(void *opaque, const PlayerWord *w)
{
    Dump *d = opaque;

    g_string_append_printf(d->out, "channel %u ", w->channel);
    if (w->in_gather) {
        g_string_append_printf(d->out, "gather 0x%08x ", w->gather_addr);
    }
    g_string_append_printf(d->out, "%08x ", w->word);
    if (w->mode == TEGRA_HOST1X_MODE_OPCODE) {
        append_opcode(d->out, w->class_id, w->word);
        g_string_append_c(d->out, '\n');
    } else if (w->mode == TEGRA_HOST1X_MODE_GATHER) {
        g_string_append_printf(d->out, "from 0x%08x\n", w->word & ~3u);
    }
    /* a data word's method follows */
}

static void on_method(void *opaque, uint32_t class_id, uint32_t offset,
                      uint32_t value)
{
    Dump *d = opaque;
    g_autoptr(GString) write = g_string_new(NULL);

    if (class_id == TEGRA_HOST1X_CLASS_GR3D && gr3d_reg_name(offset)) {
        gr3d_disasm_write(write, offset, value);
        g_string_append_printf(d->out, "    GR3D %s\n",
                               write->str + strlen("write "));
        return;
    }
    g_string_append_printf(d->out, "    %s 0x%02x %s 0x%03x 0x%x\n",
                           class_name(class_id), class_id,
                           method_name(class_id, offset), offset, value);
}

/*
 * Draws
 */

static void append_programs(Dump *d, const Gr3dRegs *regs)
{
    g_autoptr(GString) text = g_string_new(NULL);

    gr3d_print_programs(text, regs);
    if (g_strcmp0(text->str, d->programs)) {
        g_string_append(d->out, text->str);
        g_free(d->programs);
        d->programs = g_strdup(text->str);
    } else {
        g_string_append(d->out, "programs: as before\n");
    }
}

static void append_draw(Dump *d, const Gr3dRegs *regs)
{
    const Gr3dMemory *ram = player_memory(d->player);
    g_autoptr(GString) warnings = g_string_new(NULL);
    unsigned num = gr3d_print_warnings(warnings, regs,
                                       player_next_written(d->player), ram, 1);

    d->warnings += num;
    if (!want_warnings || num) {
        g_string_append_printf(d->out, "draw %" PRIu64 "\n", d->draws);
    }
    if (!want_warnings) {
        gr3d_print_state(d->out, regs);
        append_programs(d, regs);
    }
    g_string_append(d->out, warnings->str);
    if (want_vertices) {
        gr3d_print_vertices(d->out, regs, ram, 1);
    }
    if (want_textures) {
        gr3d_print_textures(d->out, regs, ram, 1);
    }
}

static void before_draw(Dump *d, const GpuCaptureRecord *r)
{
    const Gr3dRegs *regs = player_next_draw(d->player);

    if (regs && (only_draw < 0 || only_draw == d->draws)) {
        append_draw(d, regs);
        if (gpu_capture_word(r, GPU_CAPTURE_DONE_CANCELLED)) {
            g_string_append(d->out, "it is cancelled\n");
        }
    }
    d->draws++;
}

/*
 * Other records
 */

/* Records that are a name and numbers */
static void append_numbers(GString *out, const GpuCaptureRecord *r)
{
    static const struct {
        const char *name;
        unsigned num;           /* words that are printed */
    } numbers[GPU_CAPTURE_NUM_TYPES] = {
        [GPU_CAPTURE_RAM] = { "memory at, bytes", 2 },
        [GPU_CAPTURE_INCR] = { "sync point, value", 2 },
        [GPU_CAPTURE_WRITE] = { "write by the processor:", 0 },
        [GPU_CAPTURE_READ] = { "read by the processor: class, register", 2 },
        [GPU_CAPTURE_RESET] = { "reset of class", 1 },
        [GPU_CAPTURE_OPERATION] = { "end of operation", 1 },
    };

    if (r->type < GPU_CAPTURE_NUM_TYPES && numbers[r->type].name) {
        g_string_append(out, numbers[r->type].name);
        for (unsigned i = 0; i < numbers[r->type].num; i++) {
            g_string_append_printf(out, " 0x%x", gpu_capture_word(r, i));
        }
        g_string_append_c(out, '\n');
    }
}

static void append_record(Dump *d, const GpuCaptureRecord *r)
{
    if (r->type == GPU_CAPTURE_NOTE || r->type == GPU_CAPTURE_END) {
        g_string_append_printf(d->out, "%s: %.*s\n",
                               r->type == GPU_CAPTURE_END ? "end" : "note",
                               (int)r->size, (const char *)r->data);
    } else if (r->type == GPU_CAPTURE_FRAME) {
        g_string_append_printf(d->out, "frame of display controller %u, %u x "
                               "%u\n", gpu_capture_word(r, 0),
                               gpu_capture_word(r, GPU_CAPTURE_FRAME_WIDTH),
                               gpu_capture_word(r, GPU_CAPTURE_FRAME_HEIGHT));
    } else {
        append_numbers(d->out, r);
    }
}

static bool dump_record(void *opaque, const GpuCaptureRecord *r, char **error)
{
    Dump *d = opaque;
    PlayerDone done;

    g_string_truncate(d->out, 0);
    if (prints_words()) {
        append_record(d, r);
    }
    if (r->type == GPU_CAPTURE_DRAW) {
        before_draw(d, r);
    }
    d->ended |= r->type == GPU_CAPTURE_END;
    if (!player_step(d->player, r, &done, error)) {
        return false;
    }
    fputs(d->out->str, stdout);
    return true;
}

static int dump(Dump *d, const char *path)
{
    const PlayerWatch watch = {
        .word = on_word, .method = on_method, .opaque = d,
    };
    g_autofree char *error = NULL;

    player_set_watch(d->player, prints_words() ? &watch : NULL);
    error = capture_file_read(path, dump_record, d);
    if (error) {
        return fail(path, error);
    }
    if (!d->ended) {
        fprintf(stderr, "gr3d-dump: %s: cut off, this is what there is\n",
                path);
    }
    if (only_draw >= 0 && only_draw >= d->draws) {
        return fail("--draw", "there is no such draw");
    }
    return want_warnings && d->warnings;
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new("FILE");
    g_autoptr(GError) error = NULL;
    Dump d = { 0 };
    int status;

    g_option_context_add_main_entries(context, options, NULL);
    g_option_context_set_summary(context, "Prints a capture of host1x: words, "
                                 "methods, draws, and what looks wrong.");
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return fail("options", error->message);
    }
    if (argc != 2) {
        return fail("options", "one FILE is needed; see --help");
    }
    d.player = player_new(gr3d_exec_best(), NULL);
    d.out = g_string_new(NULL);
    status = dump(&d, argv[1]);
    player_free(d.player);
    g_string_free(d.out, TRUE);
    g_free(d.programs);
    return fflush(stdout) ? fail("standard output", "cannot be written") :
           status;
}
