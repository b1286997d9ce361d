/*
 * Make a capture (docs/specs/tegra-capture.rst) of a listing: of the words of
 * submits, or of writes of registers
 *
 * A listing is a stream (docs/specs/tegra-gr3d-stream.rst) with some more
 * directives, and is executed line by line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <stdio.h>
#include "hw/gpu/gr3d/isa/texfmt.h"
#include "hw/gpu/gr3d/text/stream_scan.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/tegra_dc_regs.h"
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "backend.h"
#include "input.h"
#include "replay/engines.h"

#define RAM         (1u << 30)      /* bytes, the most that a Tegra20 has */
#define MAX_WORDS   (1u << 26)      /* of submits and writes, all together */
#define MAX_GATHER  0x3fffu         /* words; the opcode has 14 bits */
#define MAX_CLASS   0x3ffu
#define MAX_OFFSET  0xfffu
#define GATHER      (6u << 28)

static char *exec_name;

static const GOptionEntry options[] = {
    { "exec", 0, 0, G_OPTION_ARG_STRING, &exec_name,
      "Draw with this backend (ref, base, avx2, avx512; also GR3D_EXEC)",
      "NAME" },
    { NULL }
};

typedef struct Import {
    Engines engines;
    Gr3dScan *scan;             /* at the line at hand */
    char *directory;            /* of the listing */
    TegraHost1xCmdproc cp;
    uint32_t put;               /* place in the push buffer */
    uint32_t words;
} Import;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "gr3d-import: %s: %s\n", what, why);
    return 1;
}

/* ---- Writes ---- */

static void write_reg(Import *im, uint32_t class_id, uint32_t offset,
                      uint32_t value)
{
    im->words++;
    recorder_write(im->engines.recorder, class_id, offset, value);
    engines_write(&im->engines, class_id, offset, value);
}

/* Execute what a line of the stream writes. */
static void run_writes(Import *im, GArray *writes)
{
    for (unsigned i = 0; i < writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(writes, Gr3dStreamWrite, i);

        write_reg(im, TEGRA_HOST1X_CLASS_GR3D, w->reg, w->value);
    }
    g_array_set_size(writes, 0);
}

static bool is_hex(const char *text)
{
    text += g_str_has_prefix(text, "0x") ? 2 : 0;
    return *text && strspn(text, "0123456789abcdefABCDEF") == strlen(text);
}

static bool scan_hex(Gr3dScan *scan, const char *text, uint32_t max,
                     uint32_t *value)
{
    guint64 wide;

    text += g_str_has_prefix(text, "0x") ? 2 : 0;
    if (!g_ascii_string_to_unsigned(text, 16, 0, max, &wide, NULL)) {
        return gr3d_scan_fail(scan, "'%s' is no hexadecimal number up to 0x%x",
                              text, max);
    }
    *value = wide;
    return true;
}

/* Parse "[CLASS] OFFSET VALUE". */
static bool parse_numbers(Import *im, Gr3dScan *scan)
{
    uint32_t class_id = TEGRA_HOST1X_CLASS_GR3D, offset, value;
    char word[3][GR3D_TOKEN] = { "", "", "" };
    unsigned num = 0;

    do {
        if (num == 3) {
            return gr3d_scan_fail(scan, "'%s' is too much", scan->token);
        }
        g_strlcpy(word[num++], scan->token, GR3D_TOKEN);
    } while (gr3d_scan_token(scan) && *scan->token);
    if (num < 2) {
        return gr3d_scan_fail(scan, "no value");
    }
    if ((num == 3 && !scan_hex(scan, word[0], MAX_CLASS, &class_id)) ||
        !scan_hex(scan, word[num - 2], MAX_OFFSET, &offset) ||
        !(*word[num - 1] == '&'
          ? gr3d_scan_value(scan, word[num - 1], &value)
          : scan_hex(scan, word[num - 1], UINT32_MAX, &value))) {
        return false;
    }
    write_reg(im, class_id, offset, value);
    return true;
}

/* Scan "NAME OFFSET", and the next token; NULL: an error. */
static const Gr3dMemory *scan_place(Gr3dScan *scan, uint32_t *offset)
{
    const Gr3dMemory *m;
    unsigned memory;

    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_memory(scan, scan->token, &memory)) {
        return NULL;
    }
    m = &scan->stream->memory[memory];
    return gr3d_scan_token(scan) &&
           gr3d_scan_uint(scan, scan->token, m->size, offset) &&
           gr3d_scan_token(scan) ? m : NULL;
}

/* ---- Submits ---- */

static TegraHost1xCmdResult on_method(void *opaque, uint16_t class_id,
                                      uint16_t offset, uint32_t value)
{
    Import *im = opaque;

    engines_write(&im->engines, class_id, offset, value);
    return TEGRA_HOST1X_CMD_NEXT;
}

static void on_restart(void *opaque, uint32_t offset)
{
}

static TegraHost1xCmdResult on_mlock(void *opaque, bool acquire, uint8_t index)
{
    return TEGRA_HOST1X_CMD_NEXT;
}

static void on_error(void *opaque, TegraHost1xCmdError error, uint32_t word)
{
    Import *im = opaque;

    gr3d_scan_fail(im->scan, "0x%08x is no opcode here", word);
}

static const TegraHost1xCmdprocOps ops = {
    .method = on_method,
    .restart = on_restart,
    .mlock = on_mlock,
    .error = on_error,
};

static void feed(Import *im, bool in_gather, uint32_t addr, uint32_t word)
{
    im->words++;
    recorder_word(im->engines.recorder, 0, &im->cp, addr, word);
    if (in_gather) {
        im->cp.gather_addr += 4;
        im->cp.gather_left--;
    }
    tegra_host1x_cmdproc_feed(&im->cp, &ops, im, in_gather, word);
}

/* In the push buffer, whose place means nothing */
static void push(Import *im, uint32_t word)
{
    feed(im, false, im->put, word);
    im->put += 4;
}

/* Parse "submit CLASS". */
static bool parse_submit(Import *im, Gr3dScan *scan)
{
    uint32_t class_id;

    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, MAX_CLASS, &class_id) ||
        !gr3d_scan_end(scan)) {
        return false;
    }
    recorder_flush(im->engines.recorder);
    tegra_host1x_cmdproc_reset(&im->cp);
    push(im, class_id << 6);
    return true;
}

/* Feed the words at @addr by an opcode, as the kernel does. */
static bool gather(Import *im, uint32_t addr, uint32_t words)
{
    push(im, GATHER | words);
    push(im, addr);
    while (tegra_host1x_cmdproc_in_gather(&im->cp) && !im->scan->error) {
        addr = im->cp.gather_addr;
        feed(im, true, addr, gpu_load_le_4(im->engines.ram.data + addr));
    }
    return !im->scan->error;
}

/* Parse "gather NAME OFFSET WORDS". */
static bool parse_gather(Import *im, Gr3dScan *scan)
{
    uint32_t offset, words;
    const Gr3dMemory *m = scan_place(scan, &offset);

    if (!m || !gr3d_scan_uint(scan, scan->token, MAX_GATHER, &words) ||
        !gr3d_scan_end(scan)) {
        return false;
    }
    if (!words || words * 4 > m->size - offset) {
        return gr3d_scan_fail(scan, words ? "beyond the end of '%s'"
                                          : "'%s': no words", m->name);
    }
    if ((m->addr + offset) % 4) {
        return gr3d_scan_fail(scan, "the words are not at a multiple of 4");
    }
    if (!im->put) {
        return gr3d_scan_fail(scan, "no 'submit' before");
    }
    if (im->cp.mode != TEGRA_HOST1X_MODE_OPCODE) {
        return gr3d_scan_fail(scan, "%u words of the last opcode are missing",
                              im->cp.left);
    }
    return gather(im, m->addr + offset, words);
}

/* ---- Memory ---- */

static bool load(Gr3dScan *scan, const char *path, uint8_t *data,
                 uint32_t size)
{
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb")
                                                          : NULL;
    bool fits;

    if (!file) {
        return gr3d_scan_fail(scan, "there is no such file");
    }
    fread(data, 1, size, file);
    fits = fgetc(file) == EOF && !ferror(file);
    fclose(file);
    return fits || gr3d_scan_fail(scan, "the file does not fit");
}

/* Parse "file NAME OFFSET FILE", of the listing's directory. */
static bool parse_file(Import *im, Gr3dScan *scan)
{
    g_autofree char *path = NULL;
    uint32_t offset;
    const Gr3dMemory *m = scan_place(scan, &offset);

    if (!m) {
        return false;
    }
    if (!*scan->token || strchr(scan->token, '/')) {
        return gr3d_scan_fail(scan, "'%s' is no name of a file beside this one",
                              scan->token);
    }
    path = g_build_filename(im->directory, scan->token, NULL);
    return gr3d_scan_end(scan) &&
           load(scan, path, m->data + offset, m->size - offset);
}

/* ---- Frames ---- */

static const uint8_t window_formats[GR3D_NUM_FORMATS] = {
    [GR3D_FMT_B5G6R5] = DC_FORMAT_B5G6R5,
    [GR3D_FMT_R8G8B8A8] = DC_FORMAT_R8G8B8A8,
    [GR3D_FMT_B8G8R8A8] = DC_FORMAT_B8G8R8A8,
};

/* Parse "frame" with what "image" has: that is on the screen now. */
static bool parse_frame(Import *im, Gr3dScan *scan)
{
    GArray *images = scan->stream->images;
    unsigned num = images->len;
    Gr3dStreamImage i;
    uint32_t addr;

    if (!gr3d_scan_image(scan)) {
        return false;
    }
    i = g_array_index(images, Gr3dStreamImage, num);
    g_array_set_size(images, num);
    if (!window_formats[i.format] || (i.flip && i.tiled)) {
        return gr3d_scan_fail(scan, "a window cannot show this");
    }
    addr = scan->stream->memory[i.memory].addr + i.offset;
    recorder_memory(im->engines.recorder, addr,
                    (uint64_t)(i.height + 15) * i.pitch);
    recorder_frame(im->engines.recorder, (uint32_t[GPU_CAPTURE_WIN_WORDS]) {
        [GPU_CAPTURE_WIN_FORMAT] = window_formats[i.format],
        [GPU_CAPTURE_WIN_ADDR] = addr + (i.flip ? (i.height - 1) * i.pitch : 0),
        [GPU_CAPTURE_WIN_STRIDE] = i.flip ? -i.pitch : i.pitch,
        [GPU_CAPTURE_WIN_TILED] = i.tiled,
        [GPU_CAPTURE_WIN_WIDTH] = i.width,
        [GPU_CAPTURE_WIN_HEIGHT] = i.height,
        [GPU_CAPTURE_WIN_SRC_WIDTH] = i.width,
        [GPU_CAPTURE_WIN_SRC_HEIGHT] = i.height,
    });
    return true;
}

/* ---- The listing ---- */

static const struct {
    const char *name;
    bool (*parse)(Import *im, Gr3dScan *scan);
} directives[] = {
    { "submit", parse_submit },
    { "gather", parse_gather },
    { "file", parse_file },
    { "frame", parse_frame },
};

static bool take(void *opaque, Gr3dScan *scan)
{
    Import *im = opaque;

    im->scan = scan;
    run_writes(im, scan->stream->writes);
    if (im->words > MAX_WORDS) {
        gr3d_scan_fail(scan, "more than %u words", MAX_WORDS);
        return true;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(directives); i++) {
        if (!strcmp(scan->token, directives[i].name)) {
            directives[i].parse(im, scan);
            return true;
        }
    }
    if (is_hex(scan->token)) {
        parse_numbers(im, scan);
        return true;
    }
    return scan->error;
}

static bool output(void *opaque, const void *data, size_t size)
{
    g_byte_array_append(opaque, data, size);
    return true;
}

/* Execute a listing; returns NULL or what is wrong with it, to be freed. */
static char *import(Import *im, const GString *text, GByteArray *capture)
{
    Gr3dStream *stream = gr3d_stream_new();
    Engines *e = &im->engines;
    char *error;

    stream->ram = &e->ram;
    e->recorder = recorder_new(output, capture, &e->ram, "gr3d-import");
    if (gr3d_stream_parse_lines(stream, text->str, text->len, take, im,
                                &error)) {
        run_writes(im, stream->writes);
    }
    recorder_free(e->recorder, "the end of the listing");
    gr3d_stream_free(stream);
    return error;
}

static int run(Import *im, const char *from, const char *to)
{
    g_autoptr(GByteArray) capture = g_byte_array_new();
    g_autoptr(GError) problem = NULL;
    g_autofree char *error = NULL;
    g_autoptr(GString) text = input_read(from, &error);

    if (!text) {
        return fail(from, error);
    }
    im->directory = g_path_get_dirname(from);
    error = import(im, text, capture);
    g_free(im->directory);
    if (error) {
        return fail(from, error);
    }
    if (!g_file_set_contents(to, (const char *)capture->data, capture->len,
                             &problem)) {
        return fail(to, problem->message);
    }
    return 0;
}

static int start(const char *from, const char *to)
{
    g_autofree Import *im = g_new0(Import, 1);
    const char *why;
    int status;

    engines_init(&im->engines);
    im->engines.ram = (Gr3dMemory) { .size = RAM, .data = calloc(1, RAM) };
    if (!backend_choose(exec_name, &im->engines.exec, &why)) {
        status = fail(exec_name ? exec_name : "GR3D_EXEC", why);
    } else if (!im->engines.ram.data) {
        status = fail(from, "not enough memory on this machine");
    } else {
        status = run(im, from, to);
    }
    free(im->engines.ram.data);
    engines_clear(&im->engines);
    return status;
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("LISTING CAPTURE");
    g_autoptr(GError) error = NULL;
    int status;

    g_option_context_add_main_entries(context, options, NULL);
    g_option_context_set_summary(
        context, "Makes a capture of a listing of command buffers or of "
        "register writes.");
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return fail("options", error->message);
    }
    if (argc != 3) {
        return fail("options", "LISTING and CAPTURE are needed; see --help");
    }
    status = start(argv[1], argv[2]);
    g_free(exec_name);
    return status;
}
