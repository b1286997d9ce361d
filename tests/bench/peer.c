/*
 * The benchmark's other side: OpenGL ES 2 on Mesa's llvmpipe
 *
 * Without a window system.  The depth buffer is there in every workload, as on
 * the engine's side; each draw is one call, and frames follow each other
 * without a wait.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <string.h>

#include "side.h"

typedef struct Program {
    GLuint name;
    GLint matrix, turn, k, u;
} Program;

static struct {
    const BenchWork *work;
    Program program[BENCH_NUM_PROGRAMS];
    GLuint texture[BENCH_TEXTURES];
} side;

/* ---- a context */

static EGLDisplay surfaceless_display(void)
{
    PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)
        eglGetProcAddress("eglGetPlatformDisplayEXT");

    return get ? get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL)
               : EGL_NO_DISPLAY;
}

static void make_context(void)
{
    static const EGLint wanted[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
        EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE,
    };
    static const EGLint version[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
    EGLDisplay display = surfaceless_display();
    EGLContext context = EGL_NO_CONTEXT;
    EGLConfig config;
    EGLint num = 0;

    if (display && eglInitialize(display, NULL, NULL) &&
        eglBindAPI(EGL_OPENGL_ES_API) &&
        eglChooseConfig(display, wanted, &config, 1, &num) && num) {
        context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    }
    if (context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        bench_cannot("there is no EGL context without a window system here");
    }
}

static const char *renderer(void)
{
    const char *name = (const char *)glGetString(GL_RENDERER);

    if (!name || !g_str_has_prefix(name, "llvmpipe")) {
        bench_cannot("OpenGL ES is not drawn by llvmpipe here");
    }
    return g_strdup_printf("%s, %s", name, glGetString(GL_VERSION));
}

static bool has_extension(const char *name)
{
    const char *all = (const char *)glGetString(GL_EXTENSIONS);
    char **each = g_strsplit(all, " ", -1);
    bool found = g_strv_contains((const char *const *)each, name);

    g_strfreev(each);
    return found;
}

static void need_extension(const char *name)
{
    if (!has_extension(name)) {
        char *why = g_strdup_printf("this Mesa has no %s", name);

        bench_cannot(why);
    }
}

static void make_target(const BenchWork *b)
{
    GLuint buffer[2], frame;

    need_extension("GL_OES_rgb8_rgba8");
    glGenRenderbuffers(2, buffer);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, b->width, b->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                              GL_RENDERBUFFER, buffer[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, b->width,
                          b->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT,
                              GL_RENDERBUFFER, buffer[1]);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        bench_cannot("there is no target of RGBA8 with depth of 16 bits");
    }
    glViewport(0, 0, b->width, b->height);
}

/* ---- programs */

static void attach(GLuint program, GLenum kind, const char *text)
{
    GLuint shader = glCreateShader(kind);
    char log[512];
    GLint ok;

    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        glGetShaderInfoLog(shader, sizeof(log), NULL, log);
        bench_cannot(g_strdelimit(log, "\n", ' '));
    }
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

static void make_program(Program *p, const BenchProgramText *text)
{
    static const char *const attrib[] = { "pos", "color", "uv" };
    GLint ok;

    p->name = glCreateProgram();
    attach(p->name, GL_VERTEX_SHADER, text->vertex);
    attach(p->name, GL_FRAGMENT_SHADER, text->fragment);
    for (unsigned i = 0; i < G_N_ELEMENTS(attrib); i++) {
        glBindAttribLocation(p->name, i, attrib[i]);
    }
    glLinkProgram(p->name);
    glGetProgramiv(p->name, GL_LINK_STATUS, &ok);
    if (!ok) {
        bench_cannot("a program cannot be linked");
    }
    p->matrix = glGetUniformLocation(p->name, "matrix");
    p->turn = glGetUniformLocation(p->name, "turn");
    p->k = glGetUniformLocation(p->name, "k");
    p->u = glGetUniformLocation(p->name, "u");
    glUseProgram(p->name);
    glUniform4fv(p->k, BENCH_NUM_CONSTANTS, bench_constants[0]);
    glUniform1i(glGetUniformLocation(p->name, "t0"), 0);
    glUniform1i(glGetUniformLocation(p->name, "t1"), 1);
}

/* ---- memory */

static void make_buffers(const BenchWork *b)
{
    GLuint name[2];

    glGenBuffers(2, name);
    glBindBuffer(GL_ARRAY_BUFFER, name[0]);
    glBufferData(GL_ARRAY_BUFFER, b->vertex->len * sizeof(BenchVertex),
                 b->vertex->data, GL_STATIC_DRAW);
    for (unsigned i = 0; i < 3; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, sizeof(BenchVertex),
                              (const void *)(i * sizeof(float[4])));
    }
    if (b->index->len) {
        need_extension("GL_OES_element_index_uint");
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, name[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, b->index->len * sizeof(uint32_t),
                 b->index->data, GL_STATIC_DRAW);
}

static void fill_levels(const BenchTexture *t)
{
    const uint8_t *p = t->data->data;

    for (unsigned l = 0; l < t->levels; l++) {
        unsigned size = 1 << (t->log2_size - l);

        glTexImage2D(GL_TEXTURE_2D, l, GL_RGBA, size, size, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, p);
        p += 4 * size * size;
    }
}

static void fill_blocks(const BenchTexture *t)
{
    const bool dxt1 = t->format == BENCH_DXT1;
    const unsigned size = 1 << t->log2_size;

    need_extension(dxt1 ? "GL_EXT_texture_compression_s3tc" :
                   "GL_OES_compressed_ETC1_RGB8_texture");
    glCompressedTexImage2D(GL_TEXTURE_2D, 0,
                           dxt1 ? GL_COMPRESSED_RGBA_S3TC_DXT1_EXT :
                           GL_ETC1_RGB8_OES, size, size, 0, t->data->len,
                           t->data->data);
}

static void make_texture(unsigned i, const BenchTexture *t)
{
    glBindTexture(GL_TEXTURE_2D, side.texture[i]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, t->levels > 1 ?
                    GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
    if (t->format == BENCH_RGBA) {
        fill_levels(t);
    } else {
        fill_blocks(t);
    }
}

/* ---- draws */

static void enable(GLenum what, bool on)
{
    if (on) {
        glEnable(what);
    } else {
        glDisable(what);
    }
}

/* OpenGL wants columns. */
static void set_matrices(const Program *p, const BenchDraw *d)
{
    float matrix[16], turn[12];

    for (unsigned i = 0; i < 16; i++) {
        matrix[i] = d->matrix.m[i % 4][i / 4];
    }
    for (unsigned i = 0; i < 12; i++) {
        turn[i] = d->turn.m[i / 4][i % 4];
    }
    glUniformMatrix4fv(p->matrix, 1, GL_FALSE, matrix);
    glUniform4fv(p->turn, 3, turn);
}

static void set_state(const BenchDraw *d, const BenchProgramText *text)
{
    enable(GL_DEPTH_TEST, d->depth);
    enable(GL_CULL_FACE, d->cull);
    enable(GL_BLEND, text->blend);
    for (unsigned i = 0; i < text->textures; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_2D, side.texture[d->texture[i]]);
    }
}

static void draw(const BenchDraw *d)
{
    const Program *p = &side.program[d->program];

    glUseProgram(p->name);
    set_matrices(p, d);
    glUniform4fv(p->u, 1, d->uniform);
    set_state(d, &bench_programs[d->program]);
    if (d->strip) {
        glDrawArrays(GL_TRIANGLE_STRIP, d->first, d->count);
    } else {
        glDrawElements(GL_TRIANGLES, d->count, GL_UNSIGNED_INT,
                       (const void *)(d->first * sizeof(uint32_t)));
    }
}

/* ---- the side */

const char *side_silicon(const BenchWorkload *w)
{
    return w->silicon;
}

/* LP_NUM_THREADS, which whoever starts this sets, says how many threads. */
const char *side_open(const BenchWork *b, unsigned threads)
{
    const char *text;

    side.work = b;
    make_context();
    text = renderer();
    make_target(b);
    for (unsigned i = 0; i < BENCH_NUM_PROGRAMS; i++) {
        make_program(&side.program[i], &bench_programs[i]);
    }
    make_buffers(b);
    glGenTextures(BENCH_TEXTURES, side.texture);
    for (unsigned i = 0; i < b->num_textures; i++) {
        make_texture(i, &b->texture[i]);
    }
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA,
                        GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_DITHER);
    if (glGetError()) {
        bench_cannot("OpenGL ES reports an error");
    }
    return text;
}

void side_frame(void)
{
    if (side.work->clear) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    }
    for (unsigned i = 0; i < side.work->draw->len; i++) {
        draw(&g_array_index(side.work->draw, BenchDraw, i));
    }
    glFlush();
}

void side_finish(void)
{
    glFinish();
}

void side_read(uint8_t *rgba)
{
    glReadPixels(0, 0, side.work->width, side.work->height, GL_RGBA,
                 GL_UNSIGNED_BYTE, rgba);
}

void side_close(void)
{
}
