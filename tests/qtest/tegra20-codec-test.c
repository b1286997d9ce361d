/*
 * QTest of the TrimSlice's codec, a TLV320AIC23B: its registers, and what is
 * heard of the frames that the I2S controller sends it
 *
 * QEMU's audio goes to a file, by the time of the guest.  What is expected in
 * it is 10^(dB / 20) of what was sent, which a comment tells.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/arm/tegra/tegra20_das_regs.h"
#include "hw/arm/tegra/tegra20_i2s_regs.h"
#include "hw/arm/tegra/tlv320aic23_regs.h"
#include "migrate-file.h"
#include "tegra20-i2c.h"

#define CODEC           "/machine/soc/codec"
#define I2C3            TEGRA20_I2C3_BASE

#define SEND            0x22000070      /* master, packed, FIFO1 */
#define FRAME_NS        20834           /* of 48 kHz, to the next ns */
#define MS              1000000

#define WAV_HEADER      44

typedef struct Frame {
    int16_t left, right;
} Frame;

typedef struct Write {
    unsigned int reg, value;
} Write;

/* ------------------------------------------------------------------ */
/* Registers                                                          */

static uint32_t i2c_status(QTestState *qts)
{
    uint32_t status = qtest_readl(qts, I2C3 + A_I2C_INT_STATUS) & 0xfc;

    qtest_writel(qts, I2C3 + A_I2C_INT_STATUS, 0xff);
    return status;
}

static void header(QTestState *qts, unsigned int len, uint32_t flags)
{
    i2c_header(qts, I2C3, 0x1a, len, flags);
}

/* Write @len bytes, the first one lowest */
static void send_bytes(QTestState *qts, unsigned int len, uint32_t bytes)
{
    header(qts, len, 0);
    qtest_writel(qts, I2C3 + A_I2C_TX_FIFO, bytes);
    g_assert_cmphex(i2c_status(qts), ==, DONE);
}

static void write_reg(QTestState *qts, unsigned int reg, unsigned int value)
{
    send_bytes(qts, 2, reg << 1 | value >> 8 | (value & 0xff) << 8);
}

/* @args begin with those of the machine, or with a space */
static QTestState *codec_start(const char *args)
{
    QTestState *qts = qtest_initf("-machine trimslice%s", args);

    i2c_enable(qts, TEGRA20_PERIPH_I2C3, I2C3);
    return qts;
}

/*
 * What Linux's driver takes for the values after a reset, and what is left of
 * ones [TLV320AIC23B, Register Map]
 */
static const struct {
    const char *name;
    unsigned int reset, mask;
} regs[AIC23_NUM_REGS] = {
    { "LINVOL", 0x097, 0x19f },
    { "RINVOL", 0x097, 0x19f },
    { "LCHNVOL", 0x0f9, 0x1ff },
    { "RCHNVOL", 0x0f9, 0x1ff },
    { "ANLG", 0x01a, 0x1ff },
    { "DIGT", 0x004, 0x00f },
    { "PWR", 0x007, 0x0ff },
    { "DIGT_FMT", 0x001, 0x07f },
    { "SRATE", 0x020, 0x0ff },
    { "ACTIVE", 0x000, 0x001 },
};

static void assert_reg(QTestState *qts, unsigned int reg, unsigned int value)
{
    g_autofree char *text = tegra20_get_str(qts, CODEC, "registers");
    g_auto(GStrv) line = g_strsplit(text, "\n", -1);
    g_autofree char *want = g_strdup_printf("%-8s 0x%03x", regs[reg].name,
                                            value);

    g_assert_cmpuint(g_strv_length(line), ==, AIC23_NUM_REGS + 1);
    g_assert_cmpstr(line[reg], ==, want);
}

static void assert_reset(QTestState *qts)
{
    for (unsigned int i = 0; i < AIC23_NUM_REGS; i++) {
        assert_reg(qts, i, regs[i].reset);
    }
}

static void test_registers(void)
{
    QTestState *qts = codec_start("");

    assert_reset(qts);
    for (unsigned int i = 0; i < AIC23_NUM_REGS; i++) {
        write_reg(qts, i, 0x1ff);
        assert_reg(qts, i, regs[i].mask);
        write_reg(qts, i, 0);
        assert_reg(qts, i, 0);
    }
    qtest_system_reset(qts);
    assert_reset(qts);
    qtest_quit(qts);
}

/* Bit 8 of a volume writes both sides. */
static void test_both(void)
{
    QTestState *qts = codec_start("");

    for (unsigned int i = AIC23_LINVOL; i <= AIC23_RCHNVOL; i++) {
        write_reg(qts, i, 0x012);
        assert_reg(qts, i, 0x012);
        assert_reg(qts, i ^ 1, i & 1 ? 0x103 : regs[i ^ 1].reset);
        write_reg(qts, i, 0x103);
        assert_reg(qts, i, 0x103);
        assert_reg(qts, i ^ 1, 0x103);
    }
    qtest_quit(qts);
}

/* Register 15 resets by a 0; what is not a whole word is none. */
static void test_words(void)
{
    QTestState *qts = codec_start("");

    write_reg(qts, AIC23_ANLG, 0x155);
    write_reg(qts, AIC23_SRATE, 0x01c);
    write_reg(qts, AIC23_RESET, 1);
    assert_reg(qts, AIC23_ANLG, 0x155);
    write_reg(qts, AIC23_RESET, 0);
    assert_reset(qts);
    send_bytes(qts, 1, AIC23_ANLG << 1);
    send_bytes(qts, 1, 0x55);
    assert_reset(qts);
    /* two at once */
    send_bytes(qts, 4, AIC23_DIGT << 1 | 0x02 << 8 |
                       AIC23_ANLG << 17 | 0x41 << 24);
    assert_reg(qts, AIC23_DIGT, 0x002);
    assert_reg(qts, AIC23_ANLG, 0x041);
    qtest_quit(qts);
}

static void test_read(void)
{
    QTestState *qts = codec_start("");

    header(qts, 1, READ);
    g_assert_cmphex(i2c_status(qts), ==, NO_ACK);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Logs                                                               */

static void test_guest_errors(void)
{
    g_autofree char *log = stream_path();
    g_autofree char *args = g_strdup_printf(" -d guest_errors -D %s", log);
    QTestState *qts = codec_start(args);

    /* reserved bits are none */
    write_reg(qts, AIC23_PWR, 0x1ff);
    g_assert_cmpuint(tegra20_count_in_file(log, "tlv320aic23"), ==, 0);
    write_reg(qts, 10, 0x155);
    write_reg(qts, 127, 0);
    write_reg(qts, AIC23_RESET, 2);
    write_reg(qts, AIC23_SRATE, 0x10);
    header(qts, 1, READ);
    qtest_quit(qts);
    g_assert_cmpuint(tegra20_count_in_file(
        log, "tlv320aic23: register 10 <- 0x155 has no effect\n"), ==, 1);
    g_assert_cmpuint(tegra20_count_in_file(
        log, "tlv320aic23: register 127 <- 0x000 has no effect\n"), ==, 1);
    g_assert_cmpuint(tegra20_count_in_file(
        log, "tlv320aic23: register 15 <- 0x002 has no effect\n"), ==, 1);
    g_assert_cmpuint(tegra20_count_in_file(
        log, "tlv320aic23: SRATE <- 0x010: there is no such rate\n"), ==, 1);
    g_assert_cmpuint(tegra20_count_in_file(log, "tlv320aic23"), ==, 5);
    unlink(log);
}

/*
 * The master clock is 28.8 MHz * n / 25 * 2 / (d + 2).
 * [TLV320AIC23B, Audio Sampling Rates]; none follows another one that is equal
 */
static const struct {
    unsigned int n, d, srate, hz;
} rates[] = {
    { 64, 10, 0x04, 8000 },         /* 12.288 MHz: SR 1 */
    { 64, 10, 0x00, 48000 },
    { 64, 10, 0x18, 32000 },        /* SR 6 */
    { 64, 10, 0x1c, 96000 },        /* SR 7 */
    { 64, 10, 0x5c, 48000 },        /* ... at half the clock */
    { 49, 8, 0x20, 44100 },         /* 11.2896 MHz: SR 8 */
    { 49, 8, 0x24, 8018 },          /* SR 9 */
    { 49, 8, 0x3c, 88200 },         /* SR 15 */
    { 64, 6, 0x02, 48000 },         /* 18.432 MHz: 384 cycles */
    { 64, 6, 0x1a, 32000 },
    { 125, 22, 0x01, 48000 },       /* 12 MHz, USB: 250 cycles */
    { 125, 22, 0x1d, 96000 },
    { 125, 22, 0x23, 44118 },       /* 272 cycles */
    { 125, 22, 0x3f, 88235 },
    { 64, 22, 0x1c, 48000 },        /* as Linux: 6.144 MHz */
    { 49, 18, 0x1c, 44100 },        /* 5.6448 MHz */
};

/* No half of the table has all rates; and they have limits. */
static const struct {
    unsigned int n, d, srate;
} no_rates[] = {
    { 64, 10, 0x10 },               /* SR 4, 5, 12 to 14 */
    { 64, 10, 0x14 },
    { 64, 10, 0x30 },
    { 64, 10, 0x38 },
    { 125, 22, 0x21 },              /* SR 8 at 250 cycles */
    { 125, 22, 0x03 },              /* SR 0 at 272 */
    { 250, 0, 0x1c },               /* 288 MHz */
    { 25, 255, 0x04 },              /* 224 kHz */
};

static void test_rates(void)
{
    g_autofree char *log = stream_path();
    g_autofree char *args = g_strdup_printf(" -trace tlv320aic23_rate -D %s",
                                            log);
    g_autoptr(GString) want = g_string_new("hz=48000 ");
    g_autoptr(GString) got = g_string_new(NULL);
    g_autofree char *text = NULL;
    QTestState *qts = codec_start(args);

    tegra20_clock(qts, TEGRA20_PERIPH_CDEV1, true);
    for (int i = 0; i < ARRAY_SIZE(rates); i++) {
        write_reg(qts, AIC23_ACTIVE, 0);
        tegra20_set_pll_a(qts, rates[i].n, rates[i].d);
        write_reg(qts, AIC23_SRATE, rates[i].srate);
        write_reg(qts, AIC23_ACTIVE, 1);
        g_string_append_printf(want, "hz=%u ", rates[i].hz);
    }
    for (int i = 0; i < ARRAY_SIZE(no_rates); i++) {
        write_reg(qts, AIC23_ACTIVE, 0);
        tegra20_set_pll_a(qts, no_rates[i].n, no_rates[i].d);
        write_reg(qts, AIC23_SRATE, no_rates[i].srate);
        write_reg(qts, AIC23_ACTIVE, 1);
    }
    qtest_quit(qts);
    g_assert_true(g_file_get_contents(log, &text, NULL, NULL));
    for (char *at = text; (at = strstr(at, "hz=")); at++) {
        g_string_append_len(got, at, strcspn(at, "\n"));
        g_string_append_c(got, ' ');
    }
    g_assert_cmpstr(got->str, ==, want->str);
    unlink(log);
}

/* ------------------------------------------------------------------ */
/* Sound                                                              */

/* As Linux sets all up for 48 kHz, at full level */
static void set_up(QTestState *qts)
{
    tegra20_set_pll_a(qts, 64, 22);
    tegra20_clock(qts, TEGRA20_PERIPH_CDEV1, true);
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_CLK_SOURCE_I2S1, 0);
    tegra20_enable(qts, TEGRA20_PERIPH_I2S1);
    /* 128 clocks of 6.144 MHz */
    qtest_writel(qts, TEGRA20_I2S1_BASE + A_I2S_TIMING, 63);
    write_reg(qts, AIC23_SRATE, 0x1c);
    write_reg(qts, AIC23_ACTIVE, 1);
}

static QTestState *sound_start(const char *path, const char *more)
{
    g_autofree char *args = g_strdup_printf(
        ",audiodev=snd -audiodev wav,id=snd,path=%s,out.frequency=48000 %s",
        path, more);

    return codec_start(args);
}

static void play(QTestState *qts, const Frame *frame, unsigned int num)
{
    qtest_writel(qts, TEGRA20_I2S1_BASE + A_I2S_CTRL, SEND);
    for (unsigned int i = 0; i < num; i++) {
        qtest_writel(qts, TEGRA20_I2S1_BASE + A_I2S_FIFO1,
                     (uint16_t)frame[i].left |
                     (uint32_t)(uint16_t)frame[i].right << 16);
        qtest_clock_step(qts, FRAME_NS);
    }
    qtest_clock_step(qts, FRAME_NS);
    qtest_writel(qts, TEGRA20_I2S1_BASE + A_I2S_CTRL, 0);
}

/* End the machine; return the frames from the first one that is not silent */
static GArray *heard(QTestState *qts, const char *path)
{
    GArray *frames = g_array_new(false, false, sizeof(Frame));
    g_autofree uint8_t *data = NULL;
    gsize size;

    qtest_clock_step(qts, 200 * MS);
    qtest_quit(qts);
    g_assert_true(g_file_get_contents(path, (char **)&data, &size, NULL));
    for (gsize i = WAV_HEADER; i + 4 <= size; i += 4) {
        Frame f = { lduw_le_p(data + i), lduw_le_p(data + i + 2) };

        if (f.left || f.right || frames->len) {
            g_array_append_val(frames, f);
        }
    }
    unlink(path);
    return frames;
}

static void assert_heard(GArray *frames, const Frame *want, unsigned int num)
{
    g_assert_cmpuint(frames->len, >=, num);
    for (unsigned int i = 0; i < frames->len; i++) {
        Frame *got = &g_array_index(frames, Frame, i);

        g_assert_cmpint(got->left, ==, i < num ? want[i].left : 0);
        g_assert_cmpint(got->right, ==, i < num ? want[i].right : 0);
    }
    g_array_free(frames, true);
}

/* Play @sent after @writes, which end with a reset, and hear @want */
static void check_sound(const Write *writes, const Frame *sent,
                        const Frame *want, unsigned int num)
{
    g_autofree char *path = stream_path();
    QTestState *qts = sound_start(path, "");

    set_up(qts);
    for (; writes && writes->reg != AIC23_RESET; writes++) {
        write_reg(qts, writes->reg, writes->value);
    }
    play(qts, sent, num);
    assert_heard(heard(qts, path), want, want ? num : 0);
}

/* At 0 dB all frames are heard as they are, over a tenth of a second. */
static void test_path(void)
{
    static Frame frame[4800];

    for (int i = 0; i < ARRAY_SIZE(frame); i++) {
        frame[i] = (Frame) { 7 * (i + 1), -5 * (i + 1) };
    }
    check_sound(NULL, frame, frame, ARRAY_SIZE(frame));
}

static const Frame levels[] = {
    { 10000, 10000 }, { -10000, 20000 }, { 32767, -32768 },
};

static void test_volume(void)
{
    /* 10^(-6 / 20) = 0.501187; the right is at 0 dB */
    static const Write down[] = {
        { AIC23_LCHNVOL, 0x73 }, { AIC23_RCHNVOL, 0x79 }, { AIC23_RESET },
    };
    static const Frame half[] = {
        { 5012, 10000 }, { -5012, 20000 }, { 16422, -32768 },
    };
    /* 10^(6 / 20) = 1.995262, and 10^(-73 / 20) = 0.000223872 */
    static const Write up[] = {
        { AIC23_LCHNVOL, 0x30 }, { AIC23_RCHNVOL, 0x7f }, { AIC23_RESET },
    };
    static const Frame twice[] = {
        { 2, 19953 }, { -2, 32767 }, { 7, -32768 },
    };
    /* below the least level */
    static const Write mute[] = {
        { AIC23_LCHNVOL, 0x2f }, { AIC23_RCHNVOL, 0x79 }, { AIC23_RESET },
    };
    static const Frame right[] = { { 0, 10000 }, { 0, 20000 }, { 0, -32768 } };

    check_sound(down, levels, half, ARRAY_SIZE(levels));
    check_sound(up, levels, twice, ARRAY_SIZE(levels));
    check_sound(mute, levels, right, ARRAY_SIZE(levels));
}

static void test_silence(void)
{
    static const Write off[][2] = {
        { { AIC23_DIGT, 0x008 }, { AIC23_RESET } },
        { { AIC23_ANLG, 0x00a }, { AIC23_RESET } },
        { { AIC23_PWR, 0x087 }, { AIC23_RESET } },
        { { AIC23_PWR, 0x017 }, { AIC23_RESET } },
        { { AIC23_PWR, 0x00f }, { AIC23_RESET } },
        { { AIC23_SRATE, 0x010 }, { AIC23_RESET } },
        { { AIC23_ACTIVE, 0 }, { AIC23_RESET } },
    };
    /* Linux plays with the clock output off. */
    static const Write on[] = { { AIC23_PWR, 0x067 }, { AIC23_RESET } };

    for (int i = 0; i < ARRAY_SIZE(off); i++) {
        check_sound(off[i], levels, NULL, ARRAY_SIZE(levels));
    }
    check_sound(on, levels, levels, ARRAY_SIZE(levels));
}

/* Switched off, what came before is heard to its end. */
static void test_end(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = sound_start(path, "");

    set_up(qts);
    play(qts, levels, ARRAY_SIZE(levels));
    write_reg(qts, AIC23_DIGT, 8);
    write_reg(qts, AIC23_ACTIVE, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_CDEV1, false);
    qtest_clock_step(qts, 100 * MS);
    tegra20_clock(qts, TEGRA20_PERIPH_CDEV1, true);
    write_reg(qts, AIC23_ACTIVE, 1);
    play(qts, levels, ARRAY_SIZE(levels));
    assert_heard(heard(qts, path), levels, ARRAY_SIZE(levels));
}

/* The codec's port sends what the other controller has. */
static void test_switch(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = sound_start(path, "");

    set_up(qts);
    qtest_writel(qts, TEGRA20_DAS_BASE + A_DAS_DAP_CTRL_SEL, TEGRA20_DAS_DAC2);
    play(qts, levels, ARRAY_SIZE(levels));
    qtest_writel(qts, TEGRA20_DAS_BASE + A_DAS_DAP_CTRL_SEL, TEGRA20_DAS_DAC1);
    play(qts, levels, 1);
    assert_heard(heard(qts, path), levels, 1);
}

/*
 * 8000 frames a second are heard of 48000, which are silence, of a controller
 * without words.  Then the ring of 4096 frames is full, for a while.
 */
static void test_full(void)
{
    g_autofree char *path = stream_path(), *log = stream_path();
    g_autofree char *args = g_strdup_printf("-trace tlv320aic23_full -D %s",
                                            log);
    QTestState *qts = sound_start(path, args);
    unsigned int lost;

    set_up(qts);
    tegra20_set_pll_a(qts, 64, 10);     /* 12.288 MHz */
    qtest_writel(qts, TEGRA20_I2S1_BASE + A_I2S_TIMING, 127);
    write_reg(qts, AIC23_SRATE, 0x04);
    qtest_writel(qts, TEGRA20_I2S1_BASE + A_I2S_CTRL, SEND);
    qtest_clock_step(qts, 1000 * MS);
    qtest_writel(qts, TEGRA20_I2S1_BASE + A_I2S_CTRL, 0);
    lost = tegra20_count_in_file(log, "tlv320aic23_full");
    g_assert_cmpuint(lost, >, 48000 - 8000 - 4096 - 1024);
    g_assert_cmpuint(lost, <, 48000 - 8000 - 4096 + 200);
    qtest_clock_step(qts, 1000 * MS);
    write_reg(qts, AIC23_SRATE, 0x00);
    play(qts, levels, ARRAY_SIZE(levels));
    g_assert_cmpuint(tegra20_count_in_file(log, "tlv320aic23_full"), ==, lost);
    assert_heard(heard(qts, path), levels, ARRAY_SIZE(levels));
    unlink(log);
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

/* Half of a word is on the bus; then it plays on. */
static void test_migration(void)
{
    g_autofree char *path = stream_path(), *stream = stream_path();
    g_autofree char *incoming = g_strdup_printf("-incoming file:%s", stream);
    QTestState *qts = codec_start("");
    int64_t now;

    set_up(qts);
    write_reg(qts, AIC23_LCHNVOL, 0x73);
    header(qts, 2, 0);
    now = qtest_clock_step(qts, MS);
    save_machine(qts, stream);
    qts = sound_start(path, incoming);
    wait_migrated(qts);
    qtest_clock_set(qts, now);
    assert_reg(qts, AIC23_LCHNVOL, 0x73);
    assert_reg(qts, AIC23_SRATE, 0x1c);
    qtest_writel(qts, I2C3 + A_I2C_TX_FIFO, AIC23_LCHNVOL << 1 | 0x79 << 8);
    g_assert_cmphex(i2c_status(qts), ==, DONE);
    assert_reg(qts, AIC23_LCHNVOL, 0x79);
    play(qts, levels, ARRAY_SIZE(levels));
    assert_heard(heard(qts, path), levels, ARRAY_SIZE(levels));
    unlink(stream);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-codec/registers", test_registers);
    qtest_add_func("tegra20-codec/both", test_both);
    qtest_add_func("tegra20-codec/words", test_words);
    qtest_add_func("tegra20-codec/read", test_read);
    qtest_add_func("tegra20-codec/guest-errors", test_guest_errors);
    qtest_add_func("tegra20-codec/rates", test_rates);
    qtest_add_func("tegra20-codec/path", test_path);
    qtest_add_func("tegra20-codec/volume", test_volume);
    qtest_add_func("tegra20-codec/silence", test_silence);
    qtest_add_func("tegra20-codec/end", test_end);
    qtest_add_func("tegra20-codec/switch", test_switch);
    qtest_add_func("tegra20-codec/full", test_full);
    qtest_add_func("tegra20-codec/migration", test_migration);
    return g_test_run();
}
