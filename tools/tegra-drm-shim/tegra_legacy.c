/*
 * A tegra DRM device in the process: the old interface
 *
 * [drm: drm.c; host1x: job.c, its firewall]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include "tegra.h"

#define MAX_ALLOCATION  (4u << 20)  /* of the kernel's kmalloc() */

typedef struct Context {
    TegraClient *client;
} Context;

typedef struct Reloc {
    DrmBo *cmdbuf;
    uint32_t offset, address, shift;
} Reloc;

typedef struct Submit {
    DrmFile *file;
    const struct drm_tegra_submit *args;
    TegraJob *job;
    DrmBo **bos;                /* of the gathers */
    Reloc *relocs;
} Submit;

/* ---- Contexts ---- */

void tegra_legacy_free(void *opaque)
{
    Context *context = opaque;

    tegra_client_put(context->client);
    g_free(context);
}

static Context *find(DrmFile *file, uint64_t number)
{
    return number > UINT32_MAX ? NULL :
        g_hash_table_lookup(tegra_file(file)->legacy,
                            GUINT_TO_POINTER(number));
}

int tegra_open_channel(DrmFile *file, void *arg)
{
    struct drm_tegra_open_channel *args = arg;
    TegraClient *client = tegra_client_find(args->client);
    GHashTable *table = tegra_file(file)->legacy;
    Context *context;

    if (!client) {
        return -ENODEV;
    }
    context = g_new0(Context, 1);
    context->client = client;
    tegra_client_get(client);
    args->context = drm_new_handle(table);
    g_hash_table_insert(table, GUINT_TO_POINTER(args->context), context);
    return 0;
}

int tegra_close_channel(DrmFile *file, void *arg)
{
    struct drm_tegra_close_channel *args = arg;

    if (!find(file, args->context)) {
        return -EINVAL;
    }
    g_hash_table_remove(tegra_file(file)->legacy,
                        GUINT_TO_POINTER(args->context));
    return 0;
}

int tegra_get_syncpt(DrmFile *file, void *arg)
{
    struct drm_tegra_get_syncpt *args = arg;
    const Context *context = find(file, args->context);

    if (!context || args->index) {
        return context ? -EINVAL : -ENODEV;
    }
    args->id = context->client->syncpt;
    return 0;
}

int tegra_get_syncpt_base(DrmFile *file, void *arg)
{
    struct drm_tegra_get_syncpt_base *args = arg;
    const Context *context = find(file, args->context);

    if (!context || args->syncpt) {
        return context ? -EINVAL : -ENODEV;
    }
    args->id = context->client->base;
    return 0;
}

/* ---- The firewall: each address is that of the next relocation ---- */

typedef struct Firewall {
    const TegraJob *job;
    const Reloc *reloc;
    unsigned num_relocs;
    const DrmBo *cmdbuf;        /* of the gather */
    const uint32_t *word;       /* its first one */
    uint32_t offset, words;     /* of the next word, and words from there on */
    uint32_t class_id;
} Firewall;

/* A data word goes to register @offset. */
static bool check_register(Firewall *fw, uint32_t offset)
{
    const Reloc *r = fw->reloc;

    if (!fw->words) {
        return false;
    }
    if (tegra_is_address(fw->class_id, offset)) {
        if (!fw->num_relocs || r->cmdbuf != fw->cmdbuf ||
            r->offset != fw->offset * 4 || r->shift) {
            return false;
        }
        fw->num_relocs--;
        fw->reloc++;
    }
    fw->words--;
    fw->offset++;
    return true;
}

static bool check_mask(Firewall *fw, uint32_t offset, uint32_t mask)
{
    for (; mask; mask >>= 1, offset++) {
        if (!fw->words || (mask & 1 && !check_register(fw, offset))) {
            return false;
        }
    }
    return true;
}

static bool check_run(Firewall *fw, uint32_t offset, uint32_t num, bool incr)
{
    for (uint32_t i = 0; i < num; i++) {
        if (!check_register(fw, incr ? offset + i : offset)) {
            return false;
        }
    }
    return true;
}

static bool check_setclass(Firewall *fw, uint32_t word)
{
    uint32_t class_id = word >> 6 & 0x3ff;
    bool gr2d = fw->job->client->class_id == TEGRA_CLASS_GR2D;
    bool valid = gr2d ? tegra_class_is_valid(fw->job->client, class_id)
                      : class_id == fw->class_id;

    fw->class_id = class_id;
    return valid && check_mask(fw, word >> 16 & 0xfff, word & 0x3f);
}

static bool check_opcode(Firewall *fw, uint32_t word)
{
    uint32_t offset = word >> 16 & 0xfff, low = word & 0xffff;

    switch (word >> 28) {
    case 0:
        return check_setclass(fw, word);
    case 1:
    case 2:
        return check_run(fw, offset, low, word >> 28 == 1);
    case 3:
        return check_mask(fw, offset, low);
    case 4:
    case 14:
        return true;
    default:
        return false;
    }
}

static bool check_gather(Firewall *fw)
{
    while (fw->words) {
        uint32_t word = fw->word[fw->offset++];

        fw->words--;
        if (!check_opcode(fw, word)) {
            return false;
        }
    }
    return true;
}

static int check(const Submit *s)
{
    Firewall fw = {
        .job = s->job,
        .reloc = s->relocs,
        .num_relocs = s->args->num_relocs,
        .class_id = s->job->client->class_id,
    };

    for (unsigned i = 0; i < s->args->num_cmdbufs; i++) {
        const TegraCmd *g = &g_array_index(s->job->cmds, TegraCmd, i);

        fw.cmdbuf = s->bos[i];
        fw.word = s->job->data + g->value;
        fw.offset = 0;
        fw.words = g->words;
        if (!check_gather(&fw)) {
            return -EINVAL;
        }
    }
    return fw.num_relocs ? -EINVAL : 0;
}

/* ---- Submits ---- */

static int read_cmdbuf(Submit *s, unsigned i, uint64_t *words)
{
    struct drm_tegra_cmdbuf cmdbuf;
    DrmBo *bo;
    uint64_t end;

    if (drm_copy_from(&cmdbuf, s->args->cmdbufs + i * sizeof(cmdbuf),
                      sizeof(cmdbuf))) {
        return -EFAULT;
    }
    if (cmdbuf.words > TEGRA_MAX_GATHER) {
        return -EINVAL;
    }
    bo = drm_bo_find(s->file, cmdbuf.handle);
    if (!bo) {
        return -ENOENT;
    }
    end = cmdbuf.offset + cmdbuf.words * 4ull;
    if (end & 3 || end > bo->size) {
        return -EINVAL;
    }
    s->bos[i] = bo;
    /* where it is in the buffer, until it is copied */
    tegra_job_gather(s->job, cmdbuf.offset, cmdbuf.words);
    *words += cmdbuf.words;
    return 0;
}

static int read_reloc(Submit *s, unsigned i)
{
    struct drm_tegra_reloc from;
    DrmBo *target;
    Reloc *r = &s->relocs[i];

    if (drm_copy_from(&from, s->args->relocs + i * sizeof(from),
                      sizeof(from))) {
        return -EFAULT;
    }
    r->cmdbuf = drm_bo_find(s->file, from.cmdbuf.handle);
    target = drm_bo_find(s->file, from.target.handle);
    if (!r->cmdbuf || !target) {
        return -ENOENT;
    }
    if (from.cmdbuf.offset & 3 || from.cmdbuf.offset >= r->cmdbuf->size ||
        from.target.offset >= target->size) {
        return -EINVAL;
    }
    r->offset = from.cmdbuf.offset;
    r->shift = from.shift;
    r->address = target->offset + from.target.offset;
    tegra_job_keep(s->job, target);
    return 0;
}

static int read_syncpt(Submit *s)
{
    struct drm_tegra_syncpt syncpt;

    if (drm_copy_from(&syncpt, s->args->syncpts, sizeof(syncpt))) {
        return -EFAULT;
    }
    if (syncpt.id >= TEGRA_NUM_SYNCPTS || !tegra_syncpts[syncpt.id].refs) {
        return -ENOENT;
    }
    s->job->syncpt = syncpt.id;
    s->job->incrs = syncpt.incrs;
    return 0;
}

/* All gathers, one behind the other */
static int copy_gathers(Submit *s, uint64_t words)
{
    TegraJob *job = s->job;
    uint32_t at = 0;

    job->data = words ? g_try_malloc(words * 4) : NULL;
    if (!job->data) {
        return -ENOMEM;
    }
    for (unsigned i = 0; i < job->cmds->len; i++) {
        TegraCmd *g = &g_array_index(job->cmds, TegraCmd, i);

        memcpy(job->data + at, drm_memory + s->bos[i]->offset + g->value,
               g->words * 4);
        g->value = at;
        at += g->words;
    }
    return check(s);
}

/* The offset counts from the first gather of that buffer on. */
static void patch(const Submit *s)
{
    for (unsigned n = 0; n < s->args->num_relocs; n++) {
        const Reloc *r = &s->relocs[n];
        unsigned i = 0;

        while (s->bos[i] != r->cmdbuf) {
            i++;
        }
        s->job->data[g_array_index(s->job->cmds, TegraCmd, i).value +
                     r->offset / 4] = r->address;
    }
}

static int read_all(Submit *s)
{
    uint64_t words = 0;
    int ret = 0;

    for (unsigned i = 0; i < s->args->num_cmdbufs && !ret; i++) {
        ret = read_cmdbuf(s, i, &words);
    }
    for (unsigned i = s->args->num_relocs; i-- > 0 && !ret;) {
        ret = read_reloc(s, i);
    }
    if (!ret) {
        ret = read_syncpt(s);
    }
    if (!ret) {
        ret = copy_gathers(s, words);
    }
    if (!ret) {
        patch(s);
    }
    return ret;
}

/* What the kernel needs for the job, roughly */
static bool is_too_large(const struct drm_tegra_submit *args)
{
    return args->num_cmdbufs * 24ull + args->num_relocs * 36ull >
           MAX_ALLOCATION;
}

int tegra_submit(DrmFile *file, void *arg)
{
    struct drm_tegra_submit *args = arg;
    const Context *context = find(file, args->context);
    Submit s = { .file = file, .args = args };
    int ret;

    if (!context) {
        return -ENODEV;
    }
    if (args->num_syncpts != 1 || args->num_waitchks) {
        return -EINVAL;
    }
    if (is_too_large(args)) {
        return -ENOMEM;
    }
    s.job = tegra_job_new(context->client, false);
    s.job->timeout = args->timeout && args->timeout < 10000
                     ? args->timeout : 10000;
    s.bos = g_new0(DrmBo *, args->num_cmdbufs + 1);
    s.relocs = g_new0(Reloc, args->num_relocs + 1);
    ret = read_all(&s);
    if (!ret) {
        ret = tegra_job_submit(s.job);
        args->fence = s.job->end;
    }
    g_free(s.relocs);
    g_free(s.bos);
    tegra_job_unref(s.job);
    return ret;
}
