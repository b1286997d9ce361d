/*
 * A tegra DRM device in the process: the newer interface
 *
 * [drm: uapi.c, submit.c, firewall.c]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "tegra.h"

#define MAX_ARRAY       0x4000      /* bytes */
#define SYNCOBJ_IN_NS   (10000 * MS)
#define TICK_NS         (10 * MS)   /* the kernel's */
#define RESERVED(r)     ((r)[0] || (r)[1])

typedef struct Context {
    TegraClient *client;
    GHashTable *mappings;       /* DrmBo, by number */
} Context;

typedef struct Submit {
    DrmFile *file;
    struct drm_tegra_channel_submit *args;
    const Context *context;
    TegraJob *job;
    uint32_t next;              /* word of the data */
    uint32_t class_id;
} Submit;

/* ---- Contexts and mappings ---- */

void tegra_context_free(void *opaque)
{
    Context *context = opaque;

    g_hash_table_unref(context->mappings);
    g_free(context);
}

static Context *find(DrmFile *file, uint32_t number)
{
    return g_hash_table_lookup(tegra_file(file)->contexts,
                               GUINT_TO_POINTER(number));
}

int tegra_channel_open(DrmFile *file, void *arg)
{
    struct drm_tegra_channel_open *args = arg;
    GHashTable *table = tegra_file(file)->contexts;
    TegraClient *client = tegra_client_find(args->host1x_class);
    Context *context;

    if (args->flags || !client) {
        return args->flags ? -EINVAL : -ENODEV;
    }
    context = g_new0(Context, 1);
    context->client = client;
    context->mappings = g_hash_table_new_full(NULL, NULL, NULL,
                                              (GDestroyNotify)drm_bo_unref);
    args->context = drm_new_handle(table);
    args->version = 0x20;
    args->capabilities = 0;
    g_hash_table_insert(table, GUINT_TO_POINTER(args->context), context);
    return 0;
}

int tegra_channel_close(DrmFile *file, void *arg)
{
    struct drm_tegra_channel_close *args = arg;

    return g_hash_table_remove(tegra_file(file)->contexts,
                               GUINT_TO_POINTER(args->context)) ? 0 : -EINVAL;
}

int tegra_channel_map(DrmFile *file, void *arg)
{
    struct drm_tegra_channel_map *args = arg;
    Context *context = find(file, args->context);
    DrmBo *bo = drm_bo_find(file, args->handle);

    if (!context || !bo || !args->flags ||
        args->flags & ~DRM_TEGRA_CHANNEL_MAP_READ_WRITE) {
        return -EINVAL;
    }
    bo->refs++;
    args->mapping = drm_new_handle(context->mappings);
    g_hash_table_insert(context->mappings, GUINT_TO_POINTER(args->mapping),
                        bo);
    return 0;
}

int tegra_channel_unmap(DrmFile *file, void *arg)
{
    struct drm_tegra_channel_unmap *args = arg;
    Context *context = find(file, args->context);

    return context &&
           g_hash_table_remove(context->mappings,
                               GUINT_TO_POINTER(args->mapping)) ? 0 : -EINVAL;
}

/* ---- The firewall: addresses lie in buffers of the job ---- */

typedef struct Firewall {
    const TegraJob *job;
    const char *name;           /* of the engine */
    uint32_t pos, end;
    uint32_t class_id;
    uint32_t payload;
    bool has_payload;
} Firewall;

static bool is_in_buffer(const TegraJob *job, uint32_t address)
{
    for (unsigned i = 0; job->bos && i < job->bos->len; i++) {
        const DrmBo *bo = job->bos->pdata[i];

        if (address >= bo->offset && address - bo->offset <= bo->size) {
            return true;
        }
    }
    return false;
}

static bool check_register(Firewall *fw, uint32_t offset)
{
    uint32_t word;

    if (fw->pos == fw->end) {
        return false;
    }
    word = fw->job->data[fw->pos++];
    return !tegra_is_address(fw->class_id, offset) ||
           is_in_buffer(fw->job, word);
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

static bool check_mask(Firewall *fw, uint32_t offset, uint32_t mask)
{
    for (; mask; mask &= mask - 1) {
        if (!check_register(fw, offset + __builtin_ctz(mask))) {
            return false;
        }
    }
    return true;
}

static bool setclass(Firewall *fw, uint32_t word, uint32_t offset)
{
    fw->class_id = word >> 6 & 0x3ff;
    return tegra_class_is_valid(fw->job->client, fw->class_id) &&
           check_mask(fw, offset, word & 0x3f);
}

static bool incr(Firewall *fw, uint32_t word, uint32_t offset)
{
    return check_run(fw, offset, word & 0xffff, true);
}

static bool nonincr(Firewall *fw, uint32_t word, uint32_t offset)
{
    return check_run(fw, offset, word & 0xffff, false);
}

static bool mask_op(Firewall *fw, uint32_t word, uint32_t offset)
{
    return check_mask(fw, offset, word & 0xffff);
}

static bool imm(Firewall *fw, uint32_t word, uint32_t offset)
{
    return !tegra_is_address(fw->class_id, offset);
}

static bool setpayload(Firewall *fw, uint32_t word, uint32_t offset)
{
    fw->payload = word & 0xffff;
    fw->has_payload = true;
    return true;
}

static bool incr_w(Firewall *fw, uint32_t word, uint32_t offset)
{
    return fw->has_payload &&
           check_run(fw, word & 0x3fffff, fw->payload, true);
}

static bool nonincr_w(Firewall *fw, uint32_t word, uint32_t offset)
{
    return fw->has_payload &&
           check_run(fw, word & 0x3fffff, fw->payload, false);
}

static const struct {
    const char *name;
    bool (*check)(Firewall *fw, uint32_t word, uint32_t offset);
} opcodes[16] = {
    [0] = { "SETCLASS", setclass },
    [1] = { "INCR", incr },
    [2] = { "NONINCR", nonincr },
    [3] = { "MASK", mask_op },
    [4] = { "IMM", imm },
    [9] = { "SETPYLD", setpayload },
    [10] = { "INCR_W", incr_w },
    [11] = { "NONINCR", nonincr_w },
};

static bool check_opcode(Firewall *fw)
{
    uint32_t word = fw->job->data[fw->pos++], offset = word >> 16 & 0xfff;
    unsigned opcode = word >> 28;

    if (!opcodes[opcode].check) {
        tegra_log("tegra %s: illegal opcode at word %u", fw->name,
                  fw->pos - 1);
        return false;
    }
    if (!opcodes[opcode].check(fw, word, offset)) {
        tegra_log("tegra %s: illegal %s(offset=0x%x, 0x%04x) in class 0x%x "
                  "at word %u", fw->name, opcodes[opcode].name, offset,
                  word & 0xffff, fw->class_id, fw->pos - 1);
        return false;
    }
    return true;
}

static bool check(Submit *s, uint32_t words)
{
    Firewall fw = {
        .job = s->job,
        .name = s->context->client->name,
        .pos = s->next,
        .end = s->next + words,
        .class_id = s->class_id,
    };

    while (fw.pos != fw.end) {
        if (!check_opcode(&fw)) {
            return false;
        }
    }
    s->class_id = fw.class_id;
    return true;
}

/* ---- Submits ---- */

static int refuse(const Submit *s, int error, const char *why)
{
    tegra_log("tegra %s: %s: job submission failed: %s",
              s->context->client->name, g_get_prgname() ? : "client", why);
    return error;
}

/* Copy @num elements of @size bytes; to be freed. */
static int copy_array(uint64_t from, uint32_t num, size_t size, void *to)
{
    uint64_t bytes = (uint64_t)num * size;
    void *data;

    if (bytes > MAX_ARRAY) {
        return bytes > UINT32_MAX ? -EINVAL : -E2BIG;
    }
    data = drm_copy_new(from, bytes);
    *(void **)to = data;
    return data ? 0 : -EFAULT;
}

static int copy_data(Submit *s)
{
    uint64_t bytes = s->args->gather_data_words * 4ull;

    if (!bytes || bytes > UINT32_MAX) {
        return refuse(s, -EINVAL, "gather_data_words cannot be so");
    }
    s->job->data = bytes <= TEGRA_MEMORY ? g_try_malloc(bytes) : NULL;
    if (!s->job->data) {
        return refuse(s, -ENOMEM, "failed to allocate memory for gather data");
    }
    s->job->data_words = s->args->gather_data_words;
    if (drm_copy_from(s->job->data, s->args->gather_data_ptr, bytes)) {
        return refuse(s, -EFAULT, "failed to copy gather data from userspace");
    }
    return 0;
}

static int patch(Submit *s, const struct drm_tegra_submit_buf *buf)
{
    DrmBo *bo = g_hash_table_lookup(s->context->mappings,
                                    GUINT_TO_POINTER(buf->mapping));
    uint32_t address;

    if (buf->flags & ~DRM_TEGRA_SUBMIT_RELOC_SECTOR_LAYOUT) {
        return refuse(s, -EINVAL, "invalid flag specified for buffer");
    }
    if (!bo) {
        return refuse(s, -EINVAL, "invalid mapping ID for buffer");
    }
    if (buf->reloc.gather_offset_words >= s->job->data_words) {
        return refuse(s, -EINVAL, "relocation has too large gather offset");
    }
    address = bo->offset + (uint32_t)buf->reloc.target_offset;
    s->job->data[buf->reloc.gather_offset_words] =
        buf->reloc.shift < 32 ? address >> buf->reloc.shift : 0;
    tegra_job_keep(s->job, bo);
    return 0;
}

static int patch_all(Submit *s)
{
    struct drm_tegra_submit_buf *bufs = NULL;
    int ret = copy_array(s->args->bufs_ptr, s->args->num_bufs, sizeof(*bufs),
                         &bufs);

    if (ret) {
        refuse(s, ret, "failed to copy bufs array from userspace");
    }
    for (unsigned i = 0; i < s->args->num_bufs && !ret; i++) {
        ret = patch(s, &bufs[i]);
    }
    g_free(bufs);
    return ret;
}

static int add_gather(Submit *s,
                      const struct drm_tegra_submit_cmd_gather_uptr *g)
{
    if (RESERVED(g->reserved) || g->reserved[2]) {
        return refuse(s, -EINVAL,
                      "non-zero reserved field in GATHER_UPTR command");
    }
    if (g->words > TEGRA_MAX_GATHER) {
        return refuse(s, -EINVAL, "too many words in GATHER_UPTR command");
    }
    if (g->words > s->job->data_words - s->next) {
        return refuse(s, -EINVAL, "GATHER_UPTR command overflows gather data");
    }
    if (!check(s, g->words)) {
        return refuse(s, -EINVAL, "job was rejected by firewall");
    }
    tegra_job_gather(s->job, s->next, g->words);
    s->next += g->words;
    return 0;
}

static int add_wait(Submit *s, const struct drm_tegra_submit_cmd_wait_syncpt *w,
                    bool relative)
{
    TegraCmd cmd = {
        .wait = true,
        .relative = relative,
        .id = w->id & 0xff,
        .value = w->value,
        .class_id = s->class_id,
    };

    if (RESERVED(w->reserved)) {
        return refuse(s, -EINVAL, "non-zero reserved value");
    }
    if (relative && w->id != s->args->syncpt.id) {
        return refuse(s, -EINVAL, "syncpoint ID in CMD_WAIT_SYNCPT_RELATIVE "
                                  "is not used by the job");
    }
    g_array_append_val(s->job->cmds, cmd);
    return 0;
}

static int add_cmd(Submit *s, const struct drm_tegra_submit_cmd *cmd)
{
    if (cmd->flags) {
        return refuse(s, -EINVAL, "unknown flags given for cmd");
    }
    switch (cmd->type) {
    case DRM_TEGRA_SUBMIT_CMD_GATHER_UPTR:
        return add_gather(s, &cmd->gather_uptr);
    case DRM_TEGRA_SUBMIT_CMD_WAIT_SYNCPT:
    case DRM_TEGRA_SUBMIT_CMD_WAIT_SYNCPT_RELATIVE:
        return add_wait(s, &cmd->wait_syncpt,
                        cmd->type == DRM_TEGRA_SUBMIT_CMD_WAIT_SYNCPT_RELATIVE);
    default:
        return refuse(s, -EINVAL, "unknown cmd type");
    }
}

static int add_all(Submit *s)
{
    struct drm_tegra_submit_cmd *cmds = NULL;
    int ret = copy_array(s->args->cmds_ptr, s->args->num_cmds, sizeof(*cmds),
                         &cmds);

    if (ret) {
        refuse(s, ret, "failed to copy cmds array from userspace");
    }
    for (unsigned i = 0; i < s->args->num_cmds && !ret; i++) {
        ret = add_cmd(s, &cmds[i]);
    }
    g_free(cmds);
    if (!ret && !s->next) {
        ret = refuse(s, -EINVAL, "job must have at least one gather");
    }
    return ret;
}

static int take_syncpt(Submit *s)
{
    uint32_t id = s->args->syncpt.id;

    if (s->args->syncpt.flags) {
        return refuse(s, -EINVAL, "invalid flag specified for syncpt");
    }
    if (id >= TEGRA_NUM_SYNCPTS ||
        !(tegra_file(s->file)->syncpts >> id & 1)) {
        return refuse(s, -EINVAL,
                      "syncpoint specified in syncpt was not allocated");
    }
    s->job->syncpt = id;
    s->job->incrs = s->args->syncpt.increments;
    return 0;
}

/*
 * The kernel takes what is left of the time of a wait that succeeds for an
 * error, and goes on when there is nothing left.
 */
static int wait_in(Submit *s)
{
    DrmSyncobj *sync = drm_syncobj_find(s->file, s->args->syncobj_in);
    int64_t end = drm_now() + SYNCOBJ_IN_NS, left;
    DrmFence *fence;
    int ret = 0;

    if (!sync || !sync->fence) {
        return refuse(s, sync ? -EINVAL : -ENOENT, "invalid syncobj_in");
    }
    fence = sync->fence;
    fence->refs++;
    while (!ret && !drm_fence_status(fence)) {
        ret = drm_wait(end);
    }
    left = MAX((end - drm_now()) / TICK_NS, 1);
    drm_fence_unref(fence);
    return ret == -ETIME ? 0 :
           refuse(s, ret ? ret : left, "wait for syncobj_in timed out");
}

static int make(Submit *s)
{
    int ret = s->args->syncobj_in ? wait_in(s) : 0;

    if (ret) {
        return ret;
    }
    if (s->args->syncobj_out &&
        !drm_syncobj_find(s->file, s->args->syncobj_out)) {
        return refuse(s, -ENOENT, "invalid syncobj_out");
    }
    ret = copy_data(s);
    ret = ret ? ret : patch_all(s);
    ret = ret ? ret : take_syncpt(s);
    return ret ? ret : add_all(s);
}

static void give_fence(const Submit *s)
{
    DrmSyncobj *out = drm_syncobj_find(s->file, s->args->syncobj_out);

    s->args->syncpt.value = s->job->end;
    if (out) {
        drm_syncobj_set(out, tegra_fence_new(s->job->syncpt, s->job->end));
    }
}

int tegra_channel_submit(DrmFile *file, void *arg)
{
    Submit s = { .file = file, .args = arg };
    int ret;

    s.context = find(file, s.args->context);
    if (!s.context) {
        tegra_log("tegra_drm_ioctl_channel_submit: invalid channel context "
                  "'0x%x'", s.args->context);
        return -EINVAL;
    }
    s.class_id = s.context->client->class_id;
    s.job = tegra_job_new(s.context->client, true);
    s.job->timeout = 10000;
    ret = make(&s);
    if (!ret) {
        ret = tegra_job_submit(s.job);
        if (ret) {
            tegra_log("tegra %s: host1x job submission failed: %d",
                      s.job->client->name, ret);
        } else {
            give_fence(&s);
        }
    }
    tegra_job_unref(s.job);
    return ret;
}
