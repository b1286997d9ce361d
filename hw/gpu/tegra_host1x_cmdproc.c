/*
 * NVIDIA Tegra20 host1x command processor: the opcode state machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/lib/capture.h"
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"

#define METHOD_MASK 0xfff

typedef struct CmdContext {
    TegraHost1xCmdproc *cp;
    const TegraHost1xCmdprocOps *ops;
    void *opaque;
    bool in_gather;
} CmdContext;

typedef TegraHost1xCmdResult CmdHandler(const CmdContext *cx, uint32_t word);

uint32_t tegra_host1x_swap(uint32_t word, unsigned int mode)
{
    if (mode == 1 || mode == 2) {
        word = ((word & 0x00ff00ff) << 8) | ((word >> 8) & 0x00ff00ff);
    }
    return mode & 2 ? (word << 16) | (word >> 16) : word;
}

void tegra_host1x_cmdproc_reset(TegraHost1xCmdproc *cp)
{
    memset(cp, 0, sizeof(*cp));
}

void tegra_host1x_cmdproc_put_head(const TegraHost1xCmdproc *cp,
                                   uint32_t *head)
{
    head[GPU_CAPTURE_WORDS_CLASS] = cp->class_id;
    head[GPU_CAPTURE_WORDS_MODE] = cp->mode;
    head[GPU_CAPTURE_WORDS_NEXT] = cp->next;
    head[GPU_CAPTURE_WORDS_LEFT] = cp->left;
    head[GPU_CAPTURE_WORDS_GATHER] = cp->gather_op;
    head[GPU_CAPTURE_WORDS_GATHER_ADDR] = cp->gather_addr;
    head[GPU_CAPTURE_WORDS_GATHER_LEFT] = cp->gather_left;
}

bool tegra_host1x_cmdproc_valid(const TegraHost1xCmdproc *cp)
{
    bool data = cp->mode == TEGRA_HOST1X_MODE_INCR ||
                cp->mode == TEGRA_HOST1X_MODE_NONINCR ||
                cp->mode == TEGRA_HOST1X_MODE_MASK;

    return cp->mode < TEGRA_HOST1X_MODE__MAX &&
           data == (cp->left != 0) &&
           cp->class_id < TEGRA_HOST1X_NUM_CLASSES &&
           cp->offset <= METHOD_MASK &&
           cp->next <= METHOD_MASK &&
           cp->gather_left <= FIELD_EX32(~0u, H1X_CMD, GATHER_COUNT) &&
           (cp->gather_addr & 3) == 0;
}

/* Expect @left data words (or the words of a mask); none: another opcode */
static void cmd_expect_data(TegraHost1xCmdproc *cp, TegraHost1xCmdMode mode,
                            uint16_t next, uint16_t left)
{
    cp->mode = left ? mode : TEGRA_HOST1X_MODE_OPCODE;
    cp->next = next;
    cp->left = left;
}

static TegraHost1xCmdResult cmd_setcl(const CmdContext *cx, uint32_t word)
{
    cx->cp->class_id = FIELD_EX32(word, H1X_CMD, SETCL_CLASS);
    cmd_expect_data(cx->cp, TEGRA_HOST1X_MODE_MASK, cx->cp->offset,
                    FIELD_EX32(word, H1X_CMD, SETCL_MASK));
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult cmd_incr(const CmdContext *cx, uint32_t word)
{
    cmd_expect_data(cx->cp, TEGRA_HOST1X_MODE_INCR, cx->cp->offset,
                    FIELD_EX32(word, H1X_CMD, COUNT));
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult cmd_nonincr(const CmdContext *cx, uint32_t word)
{
    cmd_expect_data(cx->cp, TEGRA_HOST1X_MODE_NONINCR, cx->cp->offset,
                    FIELD_EX32(word, H1X_CMD, COUNT));
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult cmd_mask(const CmdContext *cx, uint32_t word)
{
    cmd_expect_data(cx->cp, TEGRA_HOST1X_MODE_MASK, cx->cp->offset,
                    FIELD_EX32(word, H1X_CMD, COUNT));
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult cmd_imm(const CmdContext *cx, uint32_t word)
{
    return cx->ops->method(cx->opaque, cx->cp->class_id, cx->cp->offset,
                           FIELD_EX32(word, H1X_CMD, COUNT));
}

/*
 * Execute RESTART, which belongs to the push buffer [tegra-host1x.rst, Command
 * stream].
 */
static TegraHost1xCmdResult cmd_restart(const CmdContext *cx, uint32_t word)
{
    if (cx->in_gather) {
        cx->ops->error(cx->opaque, TEGRA_HOST1X_CMD_NESTED_RESTART, word);
    } else {
        cx->ops->restart(cx->opaque,
                         FIELD_EX32(word, H1X_CMD, RESTART_ADDR) << 4);
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

/* Begin a gather; inside a gather, skip it together with its address word. */
static TegraHost1xCmdResult cmd_gather(const CmdContext *cx, uint32_t word)
{
    if (cx->in_gather) {
        cx->ops->error(cx->opaque, TEGRA_HOST1X_CMD_NESTED_GATHER, word);
        word = FIELD_DP32(word, H1X_CMD, GATHER_COUNT, 0);
    }
    cx->cp->gather_op = word;
    cx->cp->mode = TEGRA_HOST1X_MODE_GATHER;
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult cmd_extend(const CmdContext *cx, uint32_t word)
{
    uint32_t subop = FIELD_EX32(word, H1X_CMD, EXTEND_SUBOP);

    if (subop > 1) {
        cx->ops->error(cx->opaque, TEGRA_HOST1X_CMD_BAD_EXTEND, word);
        return TEGRA_HOST1X_CMD_NEXT;
    }
    return cx->ops->mlock(cx->opaque, subop == 0,
                          FIELD_EX32(word, H1X_CMD, EXTEND_INDEX));
}

static TegraHost1xCmdResult cmd_chdone(const CmdContext *cx, uint32_t word)
{
    return TEGRA_HOST1X_CMD_NEXT;
}

static CmdHandler * const cmd_opcodes[16] = {
    [TEGRA_HOST1X_OP_SETCL] = cmd_setcl,
    [TEGRA_HOST1X_OP_INCR] = cmd_incr,
    [TEGRA_HOST1X_OP_NONINCR] = cmd_nonincr,
    [TEGRA_HOST1X_OP_MASK] = cmd_mask,
    [TEGRA_HOST1X_OP_IMM] = cmd_imm,
    [TEGRA_HOST1X_OP_RESTART] = cmd_restart,
    [TEGRA_HOST1X_OP_GATHER] = cmd_gather,
    [TEGRA_HOST1X_OP_EXTEND] = cmd_extend,
    [TEGRA_HOST1X_OP_CHDONE] = cmd_chdone,
};

static TegraHost1xCmdResult cmd_opcode(const CmdContext *cx, uint32_t word)
{
    CmdHandler *handler = cmd_opcodes[FIELD_EX32(word, H1X_CMD, OPCODE)];

    cx->cp->offset = FIELD_EX32(word, H1X_CMD, OFFSET);
    if (!handler) {
        cx->ops->error(cx->opaque, TEGRA_HOST1X_CMD_ILLEGAL, word);
        return TEGRA_HOST1X_CMD_NEXT;
    }
    return handler(cx, word);
}

/*
 * Take the address word: the gather starts, as opcodes or as one run of data.
 */
static TegraHost1xCmdResult cmd_gather_addr(const CmdContext *cx, uint32_t word)
{
    TegraHost1xCmdproc *cp = cx->cp;
    uint32_t op = cp->gather_op;
    uint16_t count = FIELD_EX32(op, H1X_CMD, GATHER_COUNT);

    cp->mode = TEGRA_HOST1X_MODE_OPCODE;
    if (!count) {
        return TEGRA_HOST1X_CMD_NEXT;
    }
    cp->gather_addr = word & ~3u;
    cp->gather_left = count;
    if (FIELD_EX32(op, H1X_CMD, GATHER_INSERT)) {
        cmd_expect_data(cp, FIELD_EX32(op, H1X_CMD, GATHER_INCR) ?
                        TEGRA_HOST1X_MODE_INCR : TEGRA_HOST1X_MODE_NONINCR,
                        FIELD_EX32(op, H1X_CMD, OFFSET), count);
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

static uint16_t cmd_data_offset(const TegraHost1xCmdproc *cp)
{
    if (cp->mode == TEGRA_HOST1X_MODE_MASK) {
        return (cp->next + ctz32(cp->left)) & METHOD_MASK;
    }
    return cp->next;
}

static void cmd_data_taken(TegraHost1xCmdproc *cp, unsigned int num)
{
    if (cp->mode == TEGRA_HOST1X_MODE_MASK) {
        cp->left &= cp->left - 1;
    } else {
        cp->left -= num;
        if (cp->mode == TEGRA_HOST1X_MODE_INCR) {
            cp->next = (cp->next + num) & METHOD_MASK;
        }
    }
    if (!cp->left) {
        cp->mode = TEGRA_HOST1X_MODE_OPCODE;
    }
}

static TegraHost1xCmdResult cmd_data(const CmdContext *cx, uint32_t word)
{
    TegraHost1xCmdproc *cp = cx->cp;
    TegraHost1xCmdResult result;

    cp->offset = cmd_data_offset(cp);
    result = cx->ops->method(cx->opaque, cp->class_id, cp->offset, word);
    if (result != TEGRA_HOST1X_CMD_RETRY) {
        cmd_data_taken(cp, 1);
    }
    return result;
}

static CmdHandler * const cmd_modes[TEGRA_HOST1X_MODE__MAX] = {
    [TEGRA_HOST1X_MODE_OPCODE] = cmd_opcode,
    [TEGRA_HOST1X_MODE_INCR] = cmd_data,
    [TEGRA_HOST1X_MODE_NONINCR] = cmd_data,
    [TEGRA_HOST1X_MODE_MASK] = cmd_data,
    [TEGRA_HOST1X_MODE_GATHER] = cmd_gather_addr,
};

TegraHost1xCmdResult tegra_host1x_cmdproc_feed(TegraHost1xCmdproc *cp,
                                               const TegraHost1xCmdprocOps *ops,
                                               void *opaque, bool in_gather,
                                               uint32_t word)
{
    CmdContext cx = { cp, ops, opaque, in_gather };

    cp->word = word;
    return cmd_modes[cp->mode](&cx, word);
}

unsigned int tegra_host1x_cmdproc_run(TegraHost1xCmdproc *cp,
                                      const TegraHost1xCmdprocOps *ops,
                                      void *opaque, const uint32_t *word,
                                      unsigned int num)
{
    bool incr = cp->mode == TEGRA_HOST1X_MODE_INCR;

    if (!incr && cp->mode != TEGRA_HOST1X_MODE_NONINCR) {
        return 0;
    }
    num = MIN(num, cp->left);
    if (incr) {
        num = MIN(num, METHOD_MASK + 1 - cp->next);
    }
    num = ops->run(opaque, cp->class_id, cp->next, incr, word, num);
    if (num) {
        cp->word = word[num - 1];
        cp->offset = incr ? cp->next + num - 1 : cp->next;
        cmd_data_taken(cp, num);
    }
    return num;
}
