/*
 * NVIDIA Tegra20 host1x command processor: the opcode state machine
 *
 * It is fed one word at a time and keeps all it knows between two words in a
 * plain struct, so that a half-parsed stream migrates.  It knows nothing of
 * channels, memory or devices: those are behind callbacks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_CMDPROC_H
#define HW_GPU_TEGRA_HOST1X_CMDPROC_H

typedef enum TegraHost1xCmdResult {
    /* The word was consumed. */
    TEGRA_HOST1X_CMD_NEXT,
    /* The word was consumed; do not feed another one until woken. */
    TEGRA_HOST1X_CMD_PARK,
    /* The word was not consumed: feed it again later. */
    TEGRA_HOST1X_CMD_RETRY,
} TegraHost1xCmdResult;

/* What the next word is */
typedef enum TegraHost1xCmdMode {
    TEGRA_HOST1X_MODE_OPCODE,
    TEGRA_HOST1X_MODE_INCR,
    TEGRA_HOST1X_MODE_NONINCR,
    TEGRA_HOST1X_MODE_MASK,
    TEGRA_HOST1X_MODE_GATHER,
    TEGRA_HOST1X_MODE__MAX,
} TegraHost1xCmdMode;

typedef enum TegraHost1xCmdError {
    TEGRA_HOST1X_CMD_ILLEGAL,
    TEGRA_HOST1X_CMD_NESTED_GATHER,
    TEGRA_HOST1X_CMD_NESTED_RESTART,
    TEGRA_HOST1X_CMD_BAD_EXTEND,
} TegraHost1xCmdError;

typedef struct TegraHost1xCmdproc {
    uint32_t word;          /* last word taken: CBREAD */
    uint16_t class_id;      /* current class: CBSTAT */
    uint16_t offset;        /* offset of the last opcode or data: CBSTAT */

    uint8_t mode;           /* TegraHost1xCmdMode */
    uint16_t next;          /* method of the next data word (MASK: of bit 0) */
    uint16_t left;          /* data words to come, or bits of the mask */
    uint32_t gather_op;     /* the GATHER opcode whose address comes next */

    uint32_t gather_addr;   /* next byte of the gather in progress */
    uint16_t gather_left;   /* words of it not yet taken; 0: push buffer */
} TegraHost1xCmdproc;

typedef struct TegraHost1xCmdprocOps {
    TegraHost1xCmdResult (*method)(void *opaque, uint16_t class_id,
                                   uint16_t offset, uint32_t value);
    /* Go on fetching at byte @offset of the push buffer. */
    void (*restart)(void *opaque, uint32_t offset);
    TegraHost1xCmdResult (*mlock)(void *opaque, bool acquire, uint8_t index);
    /* @word makes no sense here and is skipped. */
    void (*error)(void *opaque, TegraHost1xCmdError error, uint32_t word);
    /*
     * @num words for method @offset, or for those from @offset on if @incr.
     * Returns how many were executed.  For tegra_host1x_cmdproc_run().
     */
    unsigned int (*run)(void *opaque, uint16_t class_id, uint16_t offset,
                        bool incr, const uint32_t *word, unsigned int num);
} TegraHost1xCmdprocOps;

/* Swap the bytes and halves of a word, @mode as in CMDSWAP and INDOFF. */
uint32_t tegra_host1x_swap(uint32_t word, unsigned int mode);

/* Drop everything that is half done. */
void tegra_host1x_cmdproc_reset(TegraHost1xCmdproc *cp);

/* Does the word come from a gather?  Its place is moved on before it is fed. */
static inline bool tegra_host1x_cmdproc_in_gather(const TegraHost1xCmdproc *cp)
{
    return cp->gather_left != 0;
}

/*
 * Execute @word.  @in_gather tells whether it came from the gather's memory;
 * its position is the caller's affair.
 */
TegraHost1xCmdResult tegra_host1x_cmdproc_feed(TegraHost1xCmdproc *cp,
                                               const TegraHost1xCmdprocOps *ops,
                                               void *opaque, bool in_gather,
                                               uint32_t word);

/*
 * Execute data words of an INCR or NONINCR from the front of the @num words at
 * @word, all at once.  Returns their number; 0: the next word is to be fed.
 */
unsigned int tegra_host1x_cmdproc_run(TegraHost1xCmdproc *cp,
                                      const TegraHost1xCmdprocOps *ops,
                                      void *opaque, const uint32_t *word,
                                      unsigned int num);

/*
 * What it keeps, in the head of a capture's record of words: @head has
 * GPU_CAPTURE_WORDS_HEAD words [tegra-capture.rst], of which the channel and
 * the address are not its affair.
 */
void tegra_host1x_cmdproc_put_head(const TegraHost1xCmdproc *cp,
                                   uint32_t *head);

/* Has a migration stream brought a state that can be? */
bool tegra_host1x_cmdproc_valid(const TegraHost1xCmdproc *cp);

#endif /* HW_GPU_TEGRA_HOST1X_CMDPROC_H */
