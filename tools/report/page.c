/*
 * The page of a report: HTML that needs nothing besides itself
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <gio/gio.h>
#include <string.h>
#include "page.h"
#include "views.h"

Page *page_new(unsigned side)
{
    Page *page = g_new0(Page, 1);

    page->frames = g_string_new(NULL);
    page->draws = g_string_new(NULL);
    page->sections = g_string_new(NULL);
    page->pictures = g_string_new(NULL);
    page->numbers = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                          (GDestroyNotify)g_bytes_unref, NULL);
    page->side = side;
    return page;
}

void page_free(Page *page)
{
    g_string_free(page->frames, TRUE);
    g_string_free(page->draws, TRUE);
    g_string_free(page->sections, TRUE);
    g_string_free(page->pictures, TRUE);
    g_hash_table_destroy(page->numbers);
    g_free(page);
}

void page_text(GString *html, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autofree char *escaped = g_markup_escape_text(valid, -1);

    g_string_append(html, escaped);
}

void page_fold(GString *html, const char *title, const char *text)
{
    g_string_append_printf(html, "<details open><summary>%s</summary><pre>",
                           title);
    page_text(html, text);
    g_string_append(html, "</pre></details>\n");
}

/*
 * Pictures
 */

unsigned page_shrinks(const Page *page, unsigned side)
{
    return (side + page->side - 1) / page->side;
}

/* Set a pixel to the mean of @by x @by others, as far as there are so many. */
static void shrink_pixel(const Picture *from, unsigned by, unsigned x,
                         unsigned y, uint8_t *rgba)
{
    unsigned x_end = MIN((x + 1) * by, from->width);
    unsigned y_end = MIN((y + 1) * by, from->height);
    unsigned num = (x_end - x * by) * (y_end - y * by);

    for (unsigned i = 0; i < 4; i++) {
        unsigned sum = 0;

        for (unsigned row = y * by; row < y_end; row++) {
            for (unsigned col = x * by; col < x_end; col++) {
                sum += from->rgba[4 * ((size_t)row * from->width + col) + i];
            }
        }
        rgba[i] = (sum + num / 2) / num;
    }
}

static Picture shrink(const Picture *from, unsigned by)
{
    Picture to = { (from->width + by - 1) / by, (from->height + by - 1) / by };

    to.rgba = g_malloc_n((size_t)to.width * to.height, 4);
    for (unsigned y = 0; y < to.height; y++) {
        for (unsigned x = 0; x < to.width; x++) {
            shrink_pixel(from, by, x, y,
                         to.rgba + 4 * ((size_t)y * to.width + x));
        }
    }
    return to;
}

/* Return which picture of the page these bytes are, from 1 on. */
static unsigned number_of(Page *page, GBytes *png)
{
    gsize size;
    const void *data = g_bytes_get_data(png, &size);
    unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(page->numbers, png));
    g_autofree char *text = NULL;

    if (!number) {
        text = g_base64_encode(data, size);
        number = g_hash_table_size(page->numbers) + 1;
        g_string_append_printf(page->pictures, "%s\"%s\"",
                               number > 1 ? ",\n" : "", text);
        g_hash_table_insert(page->numbers, g_bytes_ref(png),
                            GUINT_TO_POINTER(number));
    }
    return number;
}

void page_picture(Page *page, GString *html, const Picture *picture,
                  bool alpha, const char *class_name, const char *alt)
{
    unsigned up = (PAGE_LEAST_WIDTH + picture->width - 1) / picture->width;
    Picture small = shrink(picture, page_shrinks(page, MAX(picture->width,
                                                           picture->height)));
    g_autoptr(GBytes) png = picture_png(&small, alpha);

    picture_clear(&small);
    if (!png || page->pictures->len > PAGE_MAX_PICTURES) {
        g_string_append_printf(html, "<p class=%s>left out</p>", class_name);
        return;
    }
    g_string_append_printf(html, "<img class=%s data-picture=%u alt=\"%s\" "
                           "style=\"--width:%upx%s\">", class_name,
                           number_of(page, png) - 1, alt, up * picture->width,
                           up > 1 ? ";image-rendering:pixelated" : "");
}

/*
 * The whole
 */

static GBytes *part(const char *name)
{
    g_autofree char *path = g_strconcat("/gr3d-report/", name, NULL);

    return g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static void write_part(FILE *to, GBytes *bytes)
{
    gsize size;
    const void *data = g_bytes_get_data(bytes, &size);

    fwrite(data, 1, size, to);
}

/* Let nothing run but our script, and nothing be fetched. */
static void write_policy(FILE *to, GBytes *script)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *text = NULL;
    guint8 digest[32];
    gsize size = sizeof(digest);

    g_checksum_update(sum, g_bytes_get_data(script, NULL),
                      g_bytes_get_size(script));
    g_checksum_get_digest(sum, digest, &size);
    text = g_base64_encode(digest, size);
    fprintf(to, "<meta http-equiv=Content-Security-Policy content=\""
            "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
            "script-src 'sha256-%s'\">\n", text);
}

static void write_buttons(FILE *to)
{
    static const char *const view[] = {
        "after", "before", "difference", "wireframe", "overdraw",
    };

    fputs("<p>", to);
    for (unsigned i = 0; i < G_N_ELEMENTS(view); i++) {
        fprintf(to, "<button data-view=%s aria-pressed=false><kbd>%c</kbd> %s"
                "</button> ", view[i], view[i][0], view[i]);
    }
    fputs("<button id=zoom aria-pressed=false><kbd>z</kbd> zoom</button></p>\n"
          "<p class=legend>primitives on a pixel:", to);
    for (unsigned i = 0; i < VIEWS_COLOURS; i++) {
        fprintf(to, " <b style=\"background:#%06x\">%u%s</b>", views_colour[i],
                i + 1, i + 1 < VIEWS_COLOURS ? "" : "+");
    }
    fputs("</p>\n", to);
}

static void write_head(FILE *to, GBytes *script, const char *title)
{
    g_autoptr(GBytes) style = part("report.css");

    fputs("<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n", to);
    write_policy(to, script);
    fprintf(to, "<meta name=viewport content=\"width=device-width\">\n"
            "<title>%s</title>\n<style>\n", title);
    write_part(to, style);
    fprintf(to, "</style>\n<body data-view=after>\n<header><h1>%s</h1>\n",
            title);
}

void page_write(const Page *page, FILE *to, const char *title,
                const char *summary)
{
    g_autoptr(GBytes) script = part("report.js");
    g_autoptr(GString) escaped = g_string_new(NULL);

    page_text(escaped, title);
    write_head(to, script, escaped->str);
    fprintf(to, "<p>%s</p>\n", summary);
    write_buttons(to);
    fputs("<noscript>Pictures need JavaScript.</noscript></header>\n", to);
    fprintf(to, "<nav id=frames aria-label=Frames>%s</nav>\n"
            "<nav id=draws aria-label=Draws style=\"--whole:%.0f\">"
            "<p><kbd>&larr;</kbd> <kbd>&rarr;</kbd> <kbd>Home</kbd> "
            "<kbd>End</kbd></p><ol>\n%s</ol></nav>\n"
            "<main>\n%s</main>\n", page->frames->str,
            MAX(page->most_clocks, 1), page->draws->str, page->sections->str);
    fprintf(to, "<script type=\"application/json\" id=pictures>[\n%s]</script>"
            "\n<script>", page->pictures->str);
    write_part(to, script);
    fputs("</script>\n</body>\n</html>\n", to);
}
