/*
 * Tegra20 GR3D engine: rasteriser: coverage, range, stencil and depth tests
 *
 * [tegra-gr3d.rst, Raster and tests]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "frag.h"

/*
 * State
 */

static void freeze_depth(Gr3dDraw *draw, Gr3dQr *qr)
{
    const uint32_t *reg = draw->regs->reg;
    uint32_t test = reg[GR3D_R_Z_TEST];
    int32_t min = GR3D_GET(reg[GR3D_R_Z_MIN], Z_MIN, VAL);
    int32_t max = GR3D_GET(reg[GR3D_R_Z_MAX], Z_MAX, VAL);
    unsigned number;

    qr->z_kill = GR3D_GET(test, Z_TEST, KILL);
    qr->z_min = min < max ? min : max;
    qr->z_max = min < max ? max : min;
    qr->z_surf = GR3D_GET(test, Z_TEST, SURF);
    /* four bits wide, but there are eight functions */
    qr->z_func = GR3D_GET(test, Z_TEST, FUNC) & 7;
    qr->z_test = GR3D_GET(test, Z_TEST, ENABLE) &&
                 qr->st_enable >> qr->z_surf & 1;
    number = draw->surf[qr->z_surf].number;
    if (qr->z_test && number != GR3D_FMT_Z16 && number != GR3D_FMT_Z16NL) {
        gr3d_event(&draw->events, GR3D_EV_SURF_FORMAT, number);
        qr->z_test = false;
    }
    qr->z_write = qr->z_test && GR3D_GET(test, Z_TEST, WRITE);
}

static Gr3dStencil stencil_state(uint32_t test, uint32_t op)
{
    return (Gr3dStencil) {
        .mask = GR3D_GET(test, S_TEST_FRONT, MASK),
        .func = GR3D_GET(test, S_TEST_FRONT, FUNC),
        .ref = GR3D_GET(op, S_OPERATION_FRONT, REF),
        .op_fail = GR3D_GET(op, S_OPERATION_FRONT, FAIL),
        .op_z_fail = GR3D_GET(op, S_OPERATION_FRONT, Z_FAIL),
        .op_z_pass = GR3D_GET(op, S_OPERATION_FRONT, Z_PASS),
        .write_mask = GR3D_GET(op, S_OPERATION_FRONT, WR_MASK),
    };
}

static void freeze_stencil(Gr3dDraw *draw, Gr3dQr *qr)
{
    const uint32_t *reg = draw->regs->reg;
    uint32_t ctrl = reg[GR3D_R_S_CTRL];
    unsigned number;

    qr->s_surf = GR3D_GET(ctrl, S_CTRL, SURF);
    qr->s_early = GR3D_GET(ctrl, S_CTRL, EARLY_WRITE);
    qr->s_test = GR3D_GET(ctrl, S_CTRL, ENABLE) &&
                 qr->st_enable >> qr->s_surf & 1;
    number = draw->surf[qr->s_surf].number;
    if (qr->s_test && number != GR3D_FMT_S8) {
        gr3d_event(&draw->events, GR3D_EV_SURF_FORMAT, number);
        qr->s_test = false;
    }
    qr->stencil[0] =
        stencil_state(gr3d_reg_word(draw->regs, GR3D_R_S_TEST_FRONT),
                      gr3d_reg_word(draw->regs, GR3D_R_S_OPERATION_FRONT));
    qr->stencil[1] =
        stencil_state(gr3d_reg_word(draw->regs, GR3D_R_S_TEST_BACK),
                      gr3d_reg_word(draw->regs, GR3D_R_S_OPERATION_BACK));
    qr->pass_failed = qr->s_test && !qr->s_early &&
                      GR3D_GET(reg[GR3D_R_OUTPUT_TO_SHADER],
                               OUTPUT_TO_SHADER, PASS_FAILED);
}

static void freeze_registers(const Gr3dDraw *draw, Gr3dQr *qr)
{
    memset(qr->file, 0, sizeof(qr->file));
    qr->file[GR3D_FP_ZERO_ONE] = GR3D_FX10_ONE << 10;
    qr->file[GR3D_FP_COVERAGE] = GR3D_FP20_ONE;
    for (unsigned i = 0; i < 32; i++) {
        qr->file[GR3D_FP_UNIFORM + i] =
            gr3d_reg_word(draw->regs, GR3D_R_ALU_GLOBALS + i) & GR3D_FP20_MASK;
    }
    for (unsigned i = 0; i < 4; i++) {
        qr->mfu_const[i] =
            gr3d_fp20_to_float(gr3d_reg_word(draw->regs,
                                             GR3D_R_AT_CONSTANT + i));
    }
}

/* Does a sample depend on derivatives?  Only then are quads worth their cost */
static bool needs_quads(const Gr3dDraw *draw)
{
    for (unsigned i = 0; i < draw->fp->num_execs; i++) {
        const Gr3dFpTex *tex = &draw->fp->exec[i].tex;

        if (tex->enable && !tex->lod && draw->tex[tex->index].needs_lod) {
            return true;
        }
    }
    return false;
}

/*
 * Report a structure that clients do not write: they leave 0 or write 2
 * [tegra-gr3d.rst, Surfaces and stores].
 */
static void check_structure(Gr3dDraw *draw, unsigned offset)
{
    uint32_t desc = draw->regs->reg[offset];

    if (GR3D_GET(desc, SURFDESC, STRUCTURE) & 1) {
        gr3d_event_reg(&draw->events, GR3D_EV_SURF_STRUCTURE, offset, desc);
    }
}

/* Request the surfaces of the bit set @used, up to the scissor. */
static void request_surfaces(Gr3dDraw *draw, unsigned used, unsigned written)
{
    const uint32_t *reg = draw->regs->reg;

    draw->cols = GR3D_GET(reg[GR3D_R_SCISSOR_X], SCISSOR_X, MAX);
    draw->rows = GR3D_GET(reg[GR3D_R_SCISSOR_Y], SCISSOR_Y, MAX);
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        Gr3dSpanRequest *request = &draw->request[GR3D_SPAN_SURFACE + i];

        *request = (Gr3dSpanRequest) { 0 };
        if (used >> i & 1) {
            check_structure(draw, GR3D_R_SURFDESC + i);
            request->addr = gr3d_reg_word(draw->regs, GR3D_R_SURFADDR + i);
            request->size = gr3d_surf_size(&draw->surf[i], draw->cols,
                                           draw->rows);
            request->write = written >> i & 1;
        }
    }
}

static void freeze_textures(Gr3dDraw *draw)
{
    const uint32_t *reg = draw->regs->reg;

    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        Gr3dSpanRequest *request = &draw->request[GR3D_SPAN_TEXTURE + i];

        memset(&draw->tex[i], 0, sizeof(draw->tex[i]));
        *request = (Gr3dSpanRequest) { 0 };
        if (draw->fp->textures >> i & 1) {
            gr3d_tex_decode(&draw->tex[i], i, reg[GR3D_R_TEXDESC_LO + 2 * i],
                            reg[GR3D_R_TEXDESC_HI + 2 * i], &draw->events);
            request->addr = gr3d_reg_word(draw->regs, GR3D_R_TEXADDR + i);
            request->size = draw->tex[i].size;
        }
    }
}

void gr3d_qr_freeze(Gr3dDraw *draw)
{
    const uint32_t *reg = draw->regs->reg;
    Gr3dQr *qr = &draw->qr;
    unsigned written, used;

    memset(qr, 0, sizeof(*qr));
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        gr3d_surf_decode(&draw->surf[i], reg[GR3D_R_SURFDESC + i]);
    }
    qr->st_enable = GR3D_GET(reg[GR3D_R_DW_ST_ENABLE], DW_ST_ENABLE, SURF);
    gr3d_dither_decode(&qr->dither, reg[GR3D_R_DITHER_TABLE]);
    freeze_depth(draw, qr);
    freeze_stencil(draw, qr);
    freeze_textures(draw);
    freeze_registers(draw, qr);
    qr->quads = needs_quads(draw);
    qr->shade = draw->fp->stores & qr->st_enable ||
                (draw->fp->stencil_store && qr->s_test && !qr->s_early);
    written = (draw->fp->stores & qr->st_enable) |
              (qr->z_write ? 1u << qr->z_surf : 0) |
              (qr->s_test ? 1u << qr->s_surf : 0);
    used = written | draw->fp->loads | (qr->z_test ? 1u << qr->z_surf : 0);
    request_surfaces(draw, used, written);
}

/*
 * Tests
 */

bool gr3d_compare(unsigned func, uint32_t a, uint32_t b)
{
    /* bits: less, equal, greater */
    return (func & 1 && a < b) || (func & 2 && a == b) || (func & 4 && a > b);
}

uint8_t gr3d_stencil_op(unsigned op, uint8_t stored, uint8_t ref)
{
    switch (op) {
    case 0:
        return 0;
    case 2:
        return ref;
    case 3:
        return stored == 255 ? 255 : stored + 1;
    case 4:
        return stored == 0 ? 0 : stored - 1;
    case 5:
        return ~stored;
    case 6:
        return stored + 1;
    case 7:
        return stored - 1;
    default:
        return stored;
    }
}

bool gr3d_qr_range(const Gr3dQr *qr, int32_t z, uint32_t *z20)
{
    if (qr->z_kill && (z < qr->z_min || z > qr->z_max)) {
        return false;
    }
    z = z < qr->z_min ? qr->z_min : z > qr->z_max ? qr->z_max : z;
    *z20 = z;
    return true;
}

static uint32_t read_test_surface(const Gr3dDraw *draw, unsigned surf,
                                  const Gr3dFrag *frag)
{
    Gr3dTile *tile = frag->tile;
    uint64_t value;

    if (!gr3d_surf_read(&draw->surf[surf], &tile->surface[surf], frag->col,
                        frag->row, &value)) {
        gr3d_event(&tile->events, GR3D_EV_SURF_RANGE, surf);
    }
    return value;
}

void gr3d_qr_test(const Gr3dDraw *draw, bool front, const Gr3dFrag *frag,
                  Gr3dTested *t)
{
    const Gr3dQr *qr = &draw->qr;
    const Gr3dStencil *st = &qr->stencil[front ? 0 : 1];
    uint8_t result;

    *t = (Gr3dTested) { .s_pass = true, .z_pass = true };
    if (qr->s_test) {
        t->s_stored = read_test_surface(draw, qr->s_surf, frag);
        t->s_pass = gr3d_compare(st->func, st->ref & st->mask,
                                 t->s_stored & st->mask);
    }
    if (t->s_pass && qr->z_test) {
        t->z_stored = read_test_surface(draw, qr->z_surf, frag);
        t->z_pass = gr3d_compare(qr->z_func, frag->z20 >> 4, t->z_stored);
    }
    t->z_pass &= t->s_pass;
    if (qr->s_test) {
        result = gr3d_stencil_op(!t->s_pass ? st->op_fail :
                                 !t->z_pass ? st->op_z_fail : st->op_z_pass,
                                 t->s_stored, st->ref);
        t->stencil = (t->s_stored & ~st->write_mask) |
                     (result & st->write_mask);
    }
}

/* Do stencil and depth test with the early writes; true: both passed. */
static bool run_tests(const Gr3dDraw *draw, bool front, Gr3dFrag *frag)
{
    const Gr3dQr *qr = &draw->qr;
    Gr3dTested t;

    gr3d_qr_test(draw, front, frag, &t);
    if (qr->s_test) {
        frag->stencil = t.stencil;
        if (qr->s_early) {
            gr3d_surf_write(&draw->surf[qr->s_surf],
                            &frag->tile->surface[qr->s_surf],
                            frag->col, frag->row, frag->stencil);
        }
    }
    if (t.z_pass && qr->z_write) {
        gr3d_surf_write(&draw->surf[qr->z_surf],
                        &frag->tile->surface[qr->z_surf],
                        frag->col, frag->row, frag->z20 >> 4);
    }
    return t.z_pass;
}

/*
 * Coverage
 */

static bool in_rect(const Gr3dRect *rect, int32_t col, int32_t row)
{
    return col >= rect->col_min && col < rect->col_max &&
           row >= rect->row_min && row < rect->row_max;
}

static bool covered(const Gr3dPrim *prim, const int64_t e[4])
{
    for (unsigned i = 0; i < prim->num_edges; i++) {
        if (e[i] < 0 || (e[i] == 0 && !gpu_edge_owns_zero(&prim->edge[i]))) {
            return false;
        }
    }
    return true;
}

static void edges_at(const Gr3dPrim *prim, int32_t col, int32_t row,
                     int64_t e[4])
{
    for (unsigned i = 0; i < prim->num_edges; i++) {
        e[i] = gpu_edge_at(&prim->edge[i], col, row);
    }
}

bool gr3d_qr_covers(const Gr3dPrim *prim, int32_t col, int32_t row)
{
    int64_t e[4];

    edges_at(prim, col, row, e);
    return in_rect(&prim->box, col, row) && covered(prim, e);
}

static void init_fragment(const Gr3dDraw *draw, const Gr3dPrim *prim,
                          int32_t col, int32_t row, Gr3dFrag *frag)
{
    float coef[3];

    gr3d_prim_coefs(prim, col, row, coef);
    gr3d_frag_init(frag, draw, prim, col, row, coef);
}

/*
 * Take a covered pixel through the tests; false: it is dropped, else the
 * fragment's position, depth and state are set.
 */
static bool start_fragment(const Gr3dDraw *draw, Gr3dTile *tile,
                           const Gr3dPrim *prim, int32_t col, int32_t row,
                           Gr3dFrag *frag)
{
    bool passed;

    frag->tile = tile;
    frag->col = col;
    frag->row = row;
    if (!gr3d_qr_range(&draw->qr, gr3d_prim_z20(prim, col, row), &frag->z20)) {
        return false;
    }
    passed = run_tests(draw, prim->front, frag);
    if (!draw->qr.shade || (!passed && !draw->qr.pass_failed)) {
        return false;
    }
    init_fragment(draw, prim, col, row, frag);
    frag->failed = !passed;
    tile->fragments++;
    return true;
}

static uint64_t raster_pixels(const Gr3dDraw *draw, Gr3dTile *tile,
                              const Gr3dPrim *prim, const Gr3dRect *rect)
{
    uint64_t shaded = 0;
    Gr3dFrag frag;
    int64_t e[4];

    for (int32_t row = rect->row_min; row < rect->row_max; row++) {
        edges_at(prim, rect->col_min, row, e);
        for (int32_t col = rect->col_min; col < rect->col_max; col++) {
            if (covered(prim, e) &&
                start_fragment(draw, tile, prim, col, row, &frag)) {
                gr3d_fp_run(draw, prim, &frag, 1);
                shaded++;
            }
            for (unsigned i = 0; i < prim->num_edges; i++) {
                e[i] += prim->edge[i].dx;
            }
        }
    }
    return shaded;
}

/* Start the four pixels at even @col, @row; those not covered are helpers. */
static unsigned start_quad(const Gr3dDraw *draw, Gr3dTile *tile,
                           const Gr3dPrim *prim, const Gr3dRect *rect,
                           int32_t col, int32_t row, Gr3dFrag frag[4])
{
    bool live[4];
    unsigned num = 0;

    for (unsigned i = 0; i < 4; i++) {
        int32_t c = col + (i & 1), r = row + (i >> 1);
        int64_t e[4];

        edges_at(prim, c, r, e);
        live[i] = in_rect(rect, c, r) && covered(prim, e) &&
                  start_fragment(draw, tile, prim, c, r, &frag[i]);
        num += live[i];
    }
    if (!num) {
        return 0;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!live[i]) {
            int32_t c = col + (i & 1), r = row + (i >> 1);

            init_fragment(draw, prim, c, r, &frag[i]);
            frag[i].tile = tile;
            frag[i].helper = true;
            frag[i].z20 = 0;
        }
    }
    return 4;
}

static unsigned raster_quad(const Gr3dDraw *draw, Gr3dTile *tile,
                            const Gr3dPrim *prim, const Gr3dRect *rect,
                            int32_t col, int32_t row)
{
    Gr3dFrag frag[4];
    unsigned num = start_quad(draw, tile, prim, rect, col, row, frag);

    if (num) {
        gr3d_fp_run(draw, prim, frag, num);
    }
    return num;
}

unsigned gr3d_qr_start(const Gr3dDraw *draw, Gr3dTile *tile,
                       const Gr3dPrim *prim, const Gr3dRect *rect,
                       int32_t col, int32_t row, Gr3dFrag frag[4])
{
    if (draw->qr.quads) {
        return start_quad(draw, tile, prim, rect, col & ~1, row & ~1, frag);
    }
    return gr3d_qr_covers(prim, col, row) &&
           start_fragment(draw, tile, prim, col, row, frag);
}

static uint64_t raster_quads(const Gr3dDraw *draw, Gr3dTile *tile,
                             const Gr3dPrim *prim, const Gr3dRect *rect)
{
    uint64_t shaded = 0;

    for (int32_t row = rect->row_min & ~1; row < rect->row_max; row += 2) {
        for (int32_t col = rect->col_min & ~1; col < rect->col_max; col += 2) {
            shaded += raster_quad(draw, tile, prim, rect, col, row);
        }
    }
    return shaded;
}

uint64_t gr3d_qr_prim(const Gr3dDraw *draw, Gr3dTile *tile,
                      const Gr3dPrim *prim, const Gr3dRect *rect)
{
    const Gr3dQr *qr = &draw->qr;
    uint64_t width = rect->col_max - rect->col_min;
    uint64_t height = rect->row_max - rect->row_min;
    uint64_t shaded;

    if (rect->col_max <= rect->col_min || rect->row_max <= rect->row_min ||
        !(qr->shade || qr->z_write || qr->s_test)) {
        return 1;
    }
    shaded = (qr->quads ? raster_quads : raster_pixels)(draw, tile, prim, rect);
    return 1 + (width + 1) / 2 * ((height + 1) / 2) + shaded * draw->fp->cost;
}
