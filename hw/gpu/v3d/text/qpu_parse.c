/*
 * VideoCore IV 3D engine: QPU instructions from text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/v3d/isa/num.h"
#include "qpu_names.h"

typedef struct Parse {
    V3dQpuInst inst;
    GHashTable *labels;         /* to instruction + 1 */
    unsigned place;             /* of this instruction */
    unsigned halves;            /* seen */
    bool small;                 /* raddr_b is an immediate's */
    bool has_ws, has_raddr_a, has_raddr_b, has_pack;
    bool pack_mul;
    const char *wrong;          /* NULL: nothing so far */
} Parse;

static void fail(Parse *p, const char *wrong)
{
    p->wrong = p->wrong ? p->wrong : wrong;
}

/* The place of @name in @names, or -1; "" is not found. */
static int find_name(const char *const *names, unsigned num, const char *name)
{
    for (unsigned i = 0; *name && i < num; i++) {
        if (names[i] && !strcmp(names[i], name)) {
            return i;
        }
    }
    return -1;
}

static int find_op(const V3dOpRow *ops, unsigned num, const char *name)
{
    for (unsigned i = 0; i < num; i++) {
        if (ops[i].name && !strcmp(ops[i].name, name)) {
            return i;
        }
    }
    return -1;
}

/* "raN" or "rbN": N; else -1 */
static int physical(const char *name, bool *file_a)
{
    char *end;
    guint64 n;

    if (name[0] != 'r' || (name[1] != 'a' && name[1] != 'b') ||
        !g_ascii_isdigit(name[2])) {
        return -1;
    }
    n = g_ascii_strtoull(name + 2, &end, 10);
    *file_a = name[1] == 'a';
    return *end || n > 31 ? -1 : (int)n;
}

/* An address of either file; @both: the name is of both */
static int find_register(const V3dRegName *names, const char *name,
                         bool *file_a, bool *both)
{
    int n = physical(name, file_a);

    *both = false;
    if (n >= 0) {
        return n;
    }
    for (unsigned i = 0; i < 32; i++) {
        bool is_a = !strcmp(names[i].a, name), is_b = !strcmp(names[i].b, name);

        if (is_a || is_b) {
            *file_a = is_a;
            *both = is_a && is_b;
            return 32 + i;
        }
    }
    return -1;
}

/*
 * Destinations
 */

static void set_ws(Parse *p, bool ws)
{
    if (p->has_ws && p->inst.ws != ws) {
        fail(p, "both results go to one file");
    }
    p->has_ws = true;
    p->inst.ws = ws;
}

static void parse_pack(Parse *p, const char *name, bool mul)
{
    int pack = find_name(v3d_pack_names, 16, name);

    if (pack < 0 || p->has_pack) {
        fail(p, "pack mode");
        return;
    }
    p->has_pack = true;
    p->pack_mul = mul;
    p->inst.pack = pack;
}

static void parse_dest(Parse *p, char *token, bool mul)
{
    char *dot = strchr(token, '.');
    bool file_a, both;
    int addr;

    if (dot) {
        *dot = 0;
        parse_pack(p, dot + 1, mul);
    }
    addr = find_register(v3d_write_names, token, &file_a, &both);
    if (addr < 0) {
        fail(p, "destination");
        return;
    }
    *(mul ? &p->inst.waddr_mul : &p->inst.waddr_add) = addr;
    if (!both) {
        set_ws(p, mul ? file_a : !file_a);
    }
}

/*
 * Sources
 */

static void set_raddr(Parse *p, bool file_a, unsigned addr)
{
    uint8_t *raddr = file_a ? &p->inst.raddr_a : &p->inst.raddr_b;
    bool *has = file_a ? &p->has_raddr_a : &p->has_raddr_b;

    if (*has && *raddr != addr) {
        fail(p, "two addresses of one file");
    }
    *has = true;
    *raddr = addr;
}

static void set_small(Parse *p, uint32_t value)
{
    int code = v3d_small_code(value);

    if (code < 0) {
        fail(p, "small immediate");
        return;
    }
    set_raddr(p, false, code);
    p->small = true;
}

/* Integers and floats by the point */
static bool parse_small(Parse *p, const char *token)
{
    char *end;
    uint32_t value;

    if (!g_ascii_isdigit(token[token[0] == '-'])) {
        return false;
    }
    value = strchr(token, '.') ?
            gpu_float_to_bits((float)g_ascii_strtod(token, &end)) :
            (uint32_t)g_ascii_strtoll(token, &end, 0);
    if (*end) {
        fail(p, "number");
    }
    set_small(p, value);
    return true;
}

static void parse_unpack(Parse *p, const char *name)
{
    int unpack = find_name(v3d_unpack_names, 8, name);

    if (unpack < 0 || (p->inst.unpack && p->inst.unpack != unpack)) {
        fail(p, "unpack mode");
        return;
    }
    p->inst.unpack = unpack;
}

static bool read_address(Parse *p, const char *token, bool *file_a)
{
    bool both;
    int addr = find_register(v3d_read_names, token, file_a, &both);

    if (addr < 0) {
        fail(p, "source");
        return false;
    }
    set_raddr(p, *file_a, addr);
    return true;
}

static unsigned parse_source(Parse *p, char *token)
{
    char *dot;
    bool file_a = false;

    if (parse_small(p, token)) {
        return V3D_MUX_B;
    }
    dot = strchr(token, '.');
    if (dot) {
        *dot = 0;
        parse_unpack(p, dot + 1);
    }
    if (token[0] == 'r' && token[1] >= '0' && token[1] <= '5' && !token[2]) {
        return token[1] - '0';
    }
    read_address(p, token, &file_a);
    return file_a ? V3D_MUX_A : V3D_MUX_B;
}

/*
 * Elements
 */

/* Conditions and "sf" after the operation's name */
static unsigned parse_suffixes(Parse *p, char *name, unsigned otherwise,
                               const char *const *names, unsigned num)
{
    g_auto(GStrv) parts = g_strsplit(name, ".", -1);

    for (unsigned i = 1; parts[i]; i++) {
        int cond = find_name(names, num, parts[i]);

        if (!strcmp(parts[i], "sf")) {
            p->inst.sf = true;
        } else if (!strcmp(parts[i], "always")) {
            otherwise = V3D_COND_ALWAYS;
        } else if (cond >= 0) {
            otherwise = cond;
        } else {
            fail(p, "condition");
        }
    }
    return otherwise;
}

static unsigned number(Parse *p, const char *text, unsigned max)
{
    char *end;
    guint64 v = g_ascii_strtoull(text, &end, 0);

    if (end == text || *end || v > max) {
        fail(p, "number");
        return 0;
    }
    return v;
}

static int parse_op(Parse *p, const char *name, bool mul)
{
    if (!strcmp(name, "mov")) {
        return mul ? (int)V3D_MUL_V8MIN : (int)V3D_ADD_OR;
    }
    if (!mul && g_str_has_prefix(name, "op") && g_ascii_isdigit(name[2])) {
        return number(p, name + 2, 31);
    }
    return mul ? find_op(v3d_mul_ops, V3D_NUM_MUL_OPS, name) :
           find_op(v3d_add_ops, V3D_NUM_ADD_OPS, name);
}

static void set_sources(Parse *p, bool mul, char **args, unsigned num)
{
    unsigned a = parse_source(p, args[1]);
    unsigned b = num > 2 ? parse_source(p, args[2]) : a;

    *(mul ? &p->inst.mul_a : &p->inst.add_a) = a;
    *(mul ? &p->inst.mul_b : &p->inst.add_b) = b;
}

/* True: the element was an operation. */
static bool parse_alu(Parse *p, char *name, char **args, unsigned num)
{
    bool mul = p->halves == 1;
    g_autofree char *base = g_strndup(name, strcspn(name, "."));
    int op = parse_op(p, base, mul);
    unsigned cond;

    if (op < 0 || p->halves > 1) {
        return false;
    }
    p->halves++;
    cond = parse_suffixes(p, name, op ? V3D_COND_ALWAYS : V3D_COND_NEVER,
                          v3d_cond_names, 8);
    *(mul ? &p->inst.op_mul : &p->inst.op_add) = op;
    *(mul ? &p->inst.cond_mul : &p->inst.cond_add) = cond;
    if (num > 1 && num < 4) {
        parse_dest(p, args[0], mul);
        set_sources(p, mul, args, num);
    } else if (num || op) {
        fail(p, "operands");
    }
    return true;
}

static bool parse_load(Parse *p, char *name, char **args, unsigned num)
{
    bool mul = p->halves == 1;
    g_autofree char *base = g_strndup(name, strcspn(name, "."));
    int mode = find_name(v3d_load_names, 8, base);

    if (mode < 0 || p->halves > 1) {
        return false;
    }
    p->inst.kind = V3D_QPU_LOAD_IMM;
    p->inst.sig = V3D_SIG_LOAD_IMM;
    p->inst.unpack = mode;
    *(mul ? &p->inst.cond_mul : &p->inst.cond_add) =
        parse_suffixes(p, name, V3D_COND_ALWAYS, v3d_cond_names, 8);
    if (num != (mul ? 1 : 2)) {
        fail(p, "operands");
        return true;
    }
    parse_dest(p, args[0], mul);
    if (!mul) {
        p->inst.imm = number(p, args[1], UINT32_MAX);
    }
    p->halves++;
    return true;
}

/* "raN + number", a number or a label */
static void parse_target(Parse *p, char *text)
{
    gpointer label = g_hash_table_lookup(p->labels, text);
    char *plus = strchr(text, '+'), *end;
    bool file_a = false;

    if (label) {
        p->inst.imm = GPOINTER_TO_UINT(label) - 1;
        p->inst.imm -= p->inst.rel ? p->place + 4 : 0;
        p->inst.imm *= V3D_QPU_BYTES;
        return;
    }
    if (plus) {
        *plus = 0;
        p->inst.reg = true;
        p->inst.raddr_a = physical(g_strstrip(text), &file_a);
        p->wrong = file_a ? p->wrong : "register";
        text = g_strstrip(plus + 1);
    }
    p->inst.imm = (uint32_t)g_ascii_strtoll(text, &end, 0);
    if (end == text || *end) {
        fail(p, "target");
    }
}

static bool parse_branch(Parse *p, char *name, char **args, unsigned num)
{
    g_autofree char *base = g_strndup(name, strcspn(name, "."));
    bool rel = !strcmp(base, "brr");

    if ((!rel && strcmp(base, "bra")) || p->halves) {
        return false;
    }
    p->halves = 2;
    p->inst.kind = V3D_QPU_BRANCH;
    p->inst.sig = V3D_SIG_BRANCH;
    p->inst.rel = rel;
    p->inst.raddr_a = 0;
    p->inst.cond_branch = parse_suffixes(p, name, V3D_BRANCH_ALWAYS,
                                         v3d_branch_names, 15);
    if (num != 3) {
        fail(p, "operands");
        return true;
    }
    parse_dest(p, args[0], false);
    parse_dest(p, args[1], true);
    parse_target(p, args[2]);
    return true;
}

static void set_rotation(Parse *p, unsigned code)
{
    if (p->small && v3d_small_value(p->inst.raddr_b) != v3d_small_value(code)) {
        fail(p, "immediate beside a rotation");
    }
    p->inst.raddr_b = code;
    p->small = true;
}

/* What has one word after its name */
static bool parse_extra(Parse *p, const char *name, char *arg)
{
    bool file_a = false;

    if (!strcmp(name, "rot")) {
        set_rotation(p, V3D_SMALL_ROTATE_R5 +
                     (strcmp(arg, "r5") ? number(p, arg, 15) : 0));
    } else if (!strcmp(name, "reada") || !strcmp(name, "readb")) {
        if (read_address(p, arg, &file_a) && file_a != (name[4] == 'a')) {
            fail(p, "file");
        }
    } else if (!strcmp(name, "imm")) {
        parse_small(p, arg);
    } else if (!strcmp(name, "unpack")) {
        p->inst.unpack = number(p, arg, 7);
    } else if (!strcmp(name, "addr")) {
        p->inst.raddr_a = number(p, arg, 31);
    } else {
        return false;
    }
    return true;
}

static void parse_word(Parse *p, const char *name)
{
    int sig = find_name(v3d_sig_names, 16, name);

    if (!strcmp(name, "pm")) {
        p->inst.pm = true;
    } else if (!strcmp(name, "ws")) {
        set_ws(p, true);
    } else if (sig >= 0 && p->inst.sig == V3D_SIG_NONE) {
        p->inst.sig = sig;
    } else {
        fail(p, "word");
    }
}

static void parse_element(Parse *p, char *text)
{
    char *space = strchr(text, ' ');
    g_auto(GStrv) args = NULL;
    unsigned num = 0;

    if (space) {
        *space = 0;
        args = g_strsplit(space + 1, ",", -1);
        num = g_strv_length(args);
    }
    for (unsigned i = 0; i < num; i++) {
        g_strstrip(args[i]);
    }
    if (num == 1 && parse_extra(p, text, args[0])) {
        return;
    }
    if (!parse_load(p, text, args, num) && !parse_branch(p, text, args, num) &&
        !parse_alu(p, text, args, num)) {
        parse_word(p, text);
    }
}

/* What the whole instruction must fulfil */
static void finish(Parse *p)
{
    V3dQpuInst *inst = &p->inst;

    if (p->small) {
        if (inst->sig != V3D_SIG_NONE) {
            fail(p, "signal beside an immediate");
        }
        inst->sig = V3D_SIG_SMALL_IMM;
    }
    if (p->has_pack && p->pack_mul != (inst->pm || inst->ws)) {
        fail(p, "pack mode at this destination");
    }
}

static uint64_t parse_line(Parse *p, char *line)
{
    g_auto(GStrv) elements = g_strsplit(line, ";", -1);

    p->inst = (V3dQpuInst) {
        .sig = V3D_SIG_NONE,
        .waddr_add = V3D_WRITE_NOP,
        .waddr_mul = V3D_WRITE_NOP,
        .raddr_a = V3D_READ_NOP,
        .raddr_b = V3D_READ_NOP,
    };
    for (unsigned i = 0; elements[i]; i++) {
        parse_element(p, g_strstrip(elements[i]));
    }
    finish(p);
    return v3d_qpu_encode(&p->inst);
}

/*
 * Programs
 */

/* Labels leave the line; what remains may be nothing. */
static char *take_label(char *line, GHashTable *labels, unsigned place)
{
    char *colon;

    line[strcspn(line, "#")] = 0;
    colon = strchr(line, ':');
    if (colon) {
        *colon = 0;
        if (labels) {
            g_hash_table_insert(labels, g_strdup(g_strstrip(line)),
                                GUINT_TO_POINTER(place + 1));
        }
        line = colon + 1;
    }
    return g_strstrip(line);
}

static GHashTable *find_labels(const char *text)
{
    GHashTable *labels = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                               NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned place = 0;

    for (unsigned i = 0; lines[i]; i++) {
        place += *take_label(lines[i], labels, place) != 0;
    }
    return labels;
}

bool v3d_qpu_assemble(const char *text, GArray *words, char **error)
{
    g_autoptr(GHashTable) labels = find_labels(text);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned place = 0;

    for (unsigned i = 0; lines[i]; i++) {
        Parse p = { .labels = labels, .place = place };
        char *line = take_label(lines[i], NULL, 0);
        uint64_t word;

        if (!*line) {
            continue;
        }
        word = parse_line(&p, line);
        if (p.wrong) {
            *error = g_strdup_printf("line %u: bad %s", i + 1, p.wrong);
            return false;
        }
        g_array_append_val(words, word);
        place++;
    }
    return true;
}
