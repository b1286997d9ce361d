/*
 * Tegra20 GR3D engine: clipping in homogeneous space
 *
 * [tegra-gr3d.rst, Set-up]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "su.h"

#define W_MIN 0x1p-30

static bool is_finite(float v)
{
    return v - v == 0;
}

/* Return the signed distance from plane @n; inside is >= 0, a NaN is outside */
static double distance(const Gr3dClip *clip, unsigned n, const Gr3dVertex *v)
{
    const float *pos = v->row[0];
    double w = pos[3];

    switch (n) {
    case 0:
        return w - W_MIN;
    case 1:
        return clip->gx * w + pos[0];
    case 2:
        return clip->gx * w - pos[0];
    case 3:
        return clip->gy * w + pos[1];
    case 4:
        return clip->gy * w - pos[1];
    case 5:
        return clip->depth ? clip->gz * w + pos[2] : 0;
    case 6:
        return clip->depth ? clip->gz * w - pos[2] : 0;
    default:
        return clip->user ? v->row[clip->user_row][clip->user_comp] : 0;
    }
}

/* Is all finite that clipping and set-up compute with, but for the varyings? */
static bool position_finite(const Gr3dClip *clip, const Gr3dVertex *v)
{
    const float *pos = v->row[0];

    return is_finite(pos[0]) && is_finite(pos[1]) && is_finite(pos[2]) &&
           is_finite(pos[3]) &&
           (!clip->user || is_finite(v->row[clip->user_row][clip->user_comp]));
}

uint32_t gr3d_su_flags(const Gr3dClip *clip, const Gr3dVertex *v)
{
    uint32_t flags = position_finite(clip, v) ? 0 : GR3D_CORNER_INFINITE;

    for (unsigned n = 0; n < GR3D_SU_PLANES; n++) {
        flags |= (uint32_t)!(distance(clip, n, v) >= 0) << n;
    }
    return flags;
}

/*
 * Cut an edge.  It is always measured from the inside end: two primitives that
 * share the edge get the same corner.
 */
static void cut_edge(Gr3dVertex *new, const Gr3dVertex *in, double d_in,
                     const Gr3dVertex *out, double d_out, unsigned num_rows)
{
    double t = d_in / (d_in - d_out);

    for (unsigned r = 0; r < num_rows; r++) {
        for (unsigned i = 0; i < 4; i++) {
            double a = in->row[r][i];

            new->row[r][i] = gr3d_flush((float)(a + (out->row[r][i] - a) * t));
        }
    }
    memset(new->row[num_rows], 0,
           (GR3D_VERTEX_ROWS - num_rows) * sizeof(new->row[0]));
    /* between very different w the sum can cancel below the limit */
    if (!(new->row[0][3] >= (float)W_MIN)) {
        new->row[0][3] = (float)W_MIN;
    }
}

typedef struct Corner {
    const Gr3dVertex *v;
    double d;
} Corner;

/* Append an edge's start and cut, as far as a plane leaves them. */
static unsigned clip_edge(const Corner *a, const Corner *b, bool closed,
                          unsigned num_rows, Gr3dVertex *out)
{
    bool a_in = a->d >= 0, b_in = b->d >= 0;
    unsigned num = 0;

    if (a_in) {
        out[num++] = *a->v;
    }
    if (closed && a_in != b_in) {
        const Corner *in = a_in ? a : b, *off = a_in ? b : a;

        cut_edge(&out[num++], in->v, in->d, off->v, off->d, num_rows);
    }
    return num;
}

/* Clip; a polygon's last edge leads back to corner 0, a line has one. */
static unsigned clip_plane(const Gr3dClip *clip, unsigned n, unsigned num_rows,
                           const Gr3dVertex *in, unsigned num,
                           Gr3dVertex *out)
{
    unsigned left = 0;

    for (unsigned i = 0; i < num; i++) {
        const Gr3dVertex *a = &in[i], *b = &in[(i + 1) % num];
        Corner from = { a, distance(clip, n, a) };
        Corner to = { b, distance(clip, n, b) };

        /* rounding can leave a sliver with a corner too many */
        if (left + 2 > GR3D_SU_CORNERS) {
            return 0;
        }
        left += clip_edge(&from, &to, num > 2 || i == 0, num_rows,
                          &out[left]);
    }
    return left;
}

unsigned gr3d_su_clip(const Gr3dClip *clip, unsigned num_rows,
                      Gr3dVertex *corner, unsigned num)
{
    Gr3dVertex buffer[GR3D_SU_CORNERS];
    unsigned least = num > 2 ? 3 : 2;

    for (unsigned n = 0; n < GR3D_SU_PLANES; n++) {
        memcpy(buffer, corner, num * sizeof(corner[0]));
        num = clip_plane(clip, n, num_rows, buffer, num, corner);
        if (num < least) {
            return 0;
        }
    }
    return num;
}
