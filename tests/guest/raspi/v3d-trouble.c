/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * v3d-trouble - bring V3D's driver into trouble through OpenGL ES, and look
 * whether it comes out of it
 *
 *   overspill   a frame whose tile lists need more memory than the driver gives
 *               at first: the binner asks for more while it works
 *   hang        a fragment program that never ends: the kernel resets V3D
 *
 * After each a picture is read back.  Exit status 0: all of them were right.
 */
#include <dlfcn.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 1024
#define PASSES 4

/* Mesa's libraries for the guest are not there when this is linked. */
#define GL_FUNCTIONS(F)                                                        \
    F(ATTACHSHADER, AttachShader) F(BINDATTRIBLOCATION, BindAttribLocation)    \
    F(BINDFRAMEBUFFER, BindFramebuffer) F(BINDTEXTURE, BindTexture)            \
    F(CLEAR, Clear) F(CLEARCOLOR, ClearColor) F(COMPILESHADER, CompileShader)  \
    F(CREATEPROGRAM, CreateProgram) F(CREATESHADER, CreateShader)              \
    F(DRAWARRAYS, DrawArrays)                                                  \
    F(ENABLEVERTEXATTRIBARRAY, EnableVertexAttribArray) F(FINISH, Finish)      \
    F(FRAMEBUFFERTEXTURE2D, FramebufferTexture2D)                              \
    F(GENFRAMEBUFFERS, GenFramebuffers) F(GENTEXTURES, GenTextures)            \
    F(GETSTRING, GetString) F(GETUNIFORMLOCATION, GetUniformLocation)          \
    F(LINKPROGRAM, LinkProgram) F(READPIXELS, ReadPixels)                      \
    F(SHADERSOURCE, ShaderSource) F(TEXIMAGE2D, TexImage2D)                    \
    F(UNIFORM1F, Uniform1f) F(USEPROGRAM, UseProgram)                          \
    F(VERTEXATTRIBPOINTER, VertexAttribPointer) F(VIEWPORT, Viewport)

#define DECLARE(TYPE, name) PFNGL##TYPE##PROC name;
static struct {
    GL_FUNCTIONS(DECLARE)
} gl;

typedef struct {
    float x, y;
    GLubyte colour[4];
} Vertex;

static GLubyte pixels[SIZE][SIZE][4];

static void fail(const char *what)
{
    printf("v3d-trouble: %s\n", what);
    exit(1);
}

static void *function(void *library, const char *name)
{
    void *f = dlsym(library, name);

    if (!f) {
        fail(name);
    }
    return f;
}

/* A context without a window */
static void open_egl(void)
{
    static const EGLint config_wanted[] = { EGL_SURFACE_TYPE, 0,
        EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE };
    static const EGLint version[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
    void *egl = dlopen("libEGL.so.1", RTLD_NOW);
    PFNEGLGETPROCADDRESSPROC get = function(egl, "eglGetProcAddress");
    PFNEGLGETPLATFORMDISPLAYEXTPROC display_of =
        (void *)get("eglGetPlatformDisplayEXT");
    PFNEGLINITIALIZEPROC initialize = function(egl, "eglInitialize");
    PFNEGLCHOOSECONFIGPROC choose = function(egl, "eglChooseConfig");
    PFNEGLCREATECONTEXTPROC create = function(egl, "eglCreateContext");
    PFNEGLMAKECURRENTPROC make_current = function(egl, "eglMakeCurrent");
    EGLDisplay d = display_of(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    EGLContext context;
    EGLConfig config;
    EGLint n;

    if (!initialize(d, NULL, NULL) ||
        !choose(d, config_wanted, &config, 1, &n)) {
        fail("no EGL display");
    }
    context = create(d, config, EGL_NO_CONTEXT, version);
    if (!make_current(d, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        fail("no context");
    }
#define GET(TYPE, name) gl.name = (void *)get("gl" #name);
    GL_FUNCTIONS(GET)
    printf("v3d-trouble: %s\n", (const char *)gl.GetString(GL_RENDERER));
}

/* What is drawn to */
static void open_target(void)
{
    GLuint texture, framebuffer;

    gl.GenTextures(1, &texture);
    gl.BindTexture(GL_TEXTURE_2D, texture);
    gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA,
                GL_UNSIGNED_BYTE, NULL);
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                          texture, 0);
    gl.Viewport(0, 0, SIZE, SIZE);
}

static void add_shader(GLuint program, GLenum type, const char *text)
{
    GLuint shader = gl.CreateShader(type);

    gl.ShaderSource(shader, 1, &text, NULL);
    gl.CompileShader(shader);
    gl.AttachShader(program, shader);
}

static GLuint use_program(const char *fragment)
{
    GLuint program = gl.CreateProgram();

    add_shader(program, GL_VERTEX_SHADER,
               "attribute vec4 position, colour; varying vec4 c;"
               "void main() { gl_Position = position; c = colour; }");
    add_shader(program, GL_FRAGMENT_SHADER, fragment);
    gl.BindAttribLocation(program, 0, "position");
    gl.BindAttribLocation(program, 1, "colour");
    gl.LinkProgram(program);
    gl.UseProgram(program);
    return program;
}

static void draw(const Vertex *v, int count)
{
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(*v), &v->x);
    gl.VertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(*v),
                           v->colour);
    gl.EnableVertexAttribArray(0);
    gl.EnableVertexAttribArray(1);
    gl.DrawArrays(GL_TRIANGLES, 0, count);
}

static Vertex vertex(int x, int y, const GLubyte *colour)
{
    Vertex v = { x * 2.0f / SIZE - 1, y * 2.0f / SIZE - 1, { 0 } };

    memcpy(v.colour, colour, sizeof(v.colour));
    return v;
}

static void stripe_colour(GLubyte *colour, int x, int pass)
{
    colour[0] = x;
    colour[1] = x >> 8 << 4 | pass;
    colour[2] = x * 7;
    colour[3] = 255;
}

/* Add one column: both its triangles are in all tiles from top to bottom. */
static void add_stripe(Vertex *v, int x, int pass)
{
    GLubyte colour[4];

    stripe_colour(colour, x, pass);
    v[0] = v[3] = vertex(x, 0, colour);
    v[1] = vertex(x + 1, 0, colour);
    v[2] = v[4] = vertex(x + 1, SIZE, colour);
    v[5] = vertex(x, SIZE, colour);
}

static int off(const GLubyte *a, const GLubyte *b)
{
    int most = 0;

    for (int i = 0; i < 4; i++) {
        most = abs(a[i] - b[i]) > most ? abs(a[i] - b[i]) : most;
    }
    return most;
}

/* Fail unless each pixel is that of its column's stripe in this pass. */
static void check_stripes(const char *what, int pass)
{
    GLubyte colour[4];

    gl.ReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            stripe_colour(colour, x, pass);
            if (off(pixels[y][x], colour) > 1) {
                printf("v3d-trouble: %s: pixel %d, %d is wrong\n", what, x, y);
                exit(1);
            }
        }
    }
    printf("v3d-trouble: %s: right\n", what);
}

/* 2048 triangles in 16 tiles each, in each pass: more than 512 KiB of lists */
static void stripes(const char *what, int passes)
{
    static Vertex v[SIZE * 6];

    use_program("precision mediump float; varying vec4 c;"
                "void main() { gl_FragColor = c; }");
    gl.ClearColor(1, 1, 1, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    for (int pass = 0; pass < passes; pass++) {
        for (int x = 0; x < SIZE; x++) {
            add_stripe(v + 6 * x, x, pass);
        }
        draw(v, SIZE * 6);
    }
    check_stripes(what, passes - 1);
}

static void hang(void)
{
    static const GLubyte white[4] = { 255, 255, 255, 255 };
    Vertex v[3] = { vertex(0, 0, white), vertex(SIZE, 0, white),
                    vertex(0, SIZE, white) };
    GLuint program = use_program(
        "precision mediump float; varying vec4 c; uniform float step;"
        "void main() { float n = 0.0; while (n < 1.0) { n += step; }"
        "gl_FragColor = c * n; }");

    gl.Uniform1f(gl.GetUniformLocation(program, "step"), 0);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    draw(v, 3);
    gl.Finish();
    puts("v3d-trouble: the program that never ends is over");
    stripes("after the hang", 1);
}

int main(int argc, char **argv)
{
    open_egl();
    open_target();
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "overspill")) {
            stripes("overspill", PASSES);
        } else if (!strcmp(argv[i], "hang")) {
            hang();
        } else {
            fail("what is wanted is overspill or hang");
        }
    }
    return 0;
}
