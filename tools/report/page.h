/*
 * The page of a report: HTML that needs nothing besides itself
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_REPORT_PAGE_H
#define TOOLS_REPORT_PAGE_H

#include <glib.h>
#include <stdio.h>
#include "picture.h"

typedef struct Page {
    GString *frames, *draws, *sections;     /* HTML */
    GString *pictures;          /* JSON: PNG in base64, each once */
    GHashTable *numbers;        /* of GBytes: which picture it is, from 1 on */
    double most_clocks;         /* of a draw */
    unsigned side;              /* larger pictures are shrunk to these pixels */
} Page;

/* Bytes of all pictures, about: what comes then is left out. */
#define PAGE_MAX_PICTURES   (256u << 20)
/* Pixels that a smaller picture is enlarged to */
#define PAGE_LEAST_WIDTH    256

Page *page_new(unsigned side);
void page_free(Page *page);

/* Return how many pixels of this longer side become one. */
unsigned page_shrinks(const Page *page, unsigned side);
/* Append @text, which may hold anything. */
void page_text(GString *html, const char *text);
/* Append lines that can be folded; @title needs no escape. */
void page_fold(GString *html, const char *title, const char *text);
/* Append an element <img>; both texts need no escape. */
void page_picture(Page *page, GString *html, const Picture *picture,
                  bool alpha, const char *class_name, const char *alt);

/* Write the whole; @summary is HTML. */
void page_write(const Page *page, FILE *to, const char *title,
                const char *summary);

#endif /* TOOLS_REPORT_PAGE_H */
