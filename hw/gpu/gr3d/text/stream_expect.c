/*
 * Tegra20 GR3D engine: what a stream's text shows and expects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/texfmt.h"
#include "stream_scan.h"

/* ---- image */

static bool scan_format(Gr3dScan *scan, uint8_t *format)
{
    uint32_t number;

    if (!gr3d_scan_token(scan)) {
        return false;
    }
    for (number = 0; number < GR3D_NUM_FORMATS; number++) {
        const Gr3dFormat *f = gr3d_format(number);

        if (f && !strcmp(f->name, scan->token)) {
            *format = number;
            return true;
        }
    }
    if (!gr3d_scan_uint(scan, scan->token, GR3D_NUM_FORMATS - 1, &number)) {
        return false;
    }
    *format = number;
    return true;
}

/* Scan "[tiled] [flip] [at OFFSET]". */
static bool scan_image_options(Gr3dScan *scan, Gr3dStreamImage *image)
{
    uint32_t size = scan->stream->memory[image->memory].size;

    while (gr3d_scan_token(scan) && *scan->token) {
        if (!strcmp(scan->token, "tiled")) {
            image->tiled = true;
        } else if (!strcmp(scan->token, "flip")) {
            image->flip = true;
        } else if (strcmp(scan->token, "at")) {
            return gr3d_scan_fail(scan, "'%s' is not tiled, flip or at",
                                  scan->token);
        } else if (!gr3d_scan_token(scan) ||
                   !gr3d_scan_uint(scan, scan->token, size,
                                   &image->offset)) {
            return false;
        }
    }
    return !scan->error;
}

/* Scan "image MEMORY WIDTH HEIGHT PITCH FORMAT [OPTION]...". */
bool gr3d_scan_image(Gr3dScan *scan)
{
    GArray *images = scan->stream->images;
    Gr3dStreamImage image = { 0 };

    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_memory(scan, scan->token, &image.memory) ||
        !gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, 4096, &image.width) ||
        !gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, 4096, &image.height) ||
        !gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, 1 << 17, &image.pitch) ||
        !scan_format(scan, &image.format) ||
        !scan_image_options(scan, &image)) {
        return false;
    }
    if (!image.width || !image.height) {
        return gr3d_scan_fail(scan, "an empty image");
    }
    if (images->len == GR3D_STREAM_IMAGES) {
        return gr3d_scan_fail(scan, "too many images");
    }
    g_array_append_val(images, image);
    return true;
}

/* ---- expect */

static bool is_hash(const char *text)
{
    return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

/* Scan "MEMORY SHA256". */
static bool expect_hash(Gr3dScan *scan, Gr3dStreamExpect *e)
{
    e->kind = GR3D_EXPECT_HASH;
    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_memory(scan, scan->token, &e->memory) ||
        !gr3d_scan_token(scan)) {
        return false;
    }
    if (!is_hash(scan->token)) {
        return gr3d_scan_fail(scan, "'%s' is no SHA-256", scan->token);
    }
    g_strlcpy(e->hash, scan->token, sizeof(e->hash));
    return gr3d_scan_end(scan);
}

/* Scan "[mask M] [within N]". */
static bool expect_word_options(Gr3dScan *scan, Gr3dStreamExpect *e)
{
    while (gr3d_scan_token(scan) && *scan->token) {
        uint32_t *option = !strcmp(scan->token, "mask") ? &e->mask :
                           !strcmp(scan->token, "within") ? &e->within : NULL;

        if (!option) {
            return gr3d_scan_fail(scan, "'%s' is not mask or within",
                                  scan->token);
        }
        if (!gr3d_scan_token(scan) ||
            !gr3d_scan_uint(scan, scan->token, UINT32_MAX, option)) {
            return false;
        }
    }
    return !scan->error;
}

/* Scan "MEMORY OFFSET VALUE [OPTION]...". */
static bool expect_word(Gr3dScan *scan, Gr3dStreamExpect *e,
                        const Gr3dDataType *type)
{
    uint32_t size;

    e->kind = GR3D_EXPECT_WORD;
    e->bytes = type->bytes;
    e->mask = UINT32_MAX;
    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_memory(scan, scan->token, &e->memory)) {
        return false;
    }
    size = scan->stream->memory[e->memory].size;
    if (size < e->bytes) {
        return gr3d_scan_fail(scan, "the memory is too small");
    }
    return gr3d_scan_token(scan) &&
           gr3d_scan_uint(scan, scan->token, size - e->bytes, &e->offset) &&
           gr3d_scan_token(scan) &&
           type->scan(scan, scan->token, &e->value) &&
           expect_word_options(scan, e);
}

static const char *const counter_names[] = {
    "draws", "events", "unknown", "increments", "vertices", "primitives",
    "rasterised", "fragments", NULL
};

const char *gr3d_stream_counter_name(unsigned counter)
{
    return counter < G_N_ELEMENTS(counter_names) ? counter_names[counter] :
           NULL;
}

/* Scan "COUNTER NUMBER". */
static bool expect_count(Gr3dScan *scan, Gr3dStreamExpect *e)
{
    const char *name;

    e->kind = GR3D_EXPECT_COUNT;
    while ((name = gr3d_stream_counter_name(e->memory)) != NULL) {
        if (!strcmp(name, scan->token)) {
            return gr3d_scan_token(scan) &&
                   gr3d_scan_uint(scan, scan->token, UINT32_MAX,
                                  &e->value) &&
                   gr3d_scan_end(scan);
        }
        e->memory++;
    }
    return gr3d_scan_fail(scan, "'%s' cannot be expected", scan->token);
}

bool gr3d_scan_expect(Gr3dScan *scan)
{
    GArray *expects = scan->stream->expects;
    Gr3dStreamExpect e = { .line = scan->line };
    const Gr3dDataType *type;
    bool ok;

    if (!gr3d_scan_token(scan)) {
        return false;
    }
    type = gr3d_scan_find_type(scan->token);
    ok = !strcmp(scan->token, "hash") ? expect_hash(scan, &e) :
         type ? expect_word(scan, &e, type) : expect_count(scan, &e);
    if (ok && expects->len == GR3D_STREAM_EXPECTS) {
        return gr3d_scan_fail(scan, "too many expectations");
    }
    if (ok) {
        g_array_append_val(expects, e);
    }
    return ok;
}
