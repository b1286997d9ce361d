/*
 * snd-play: play a second of a pattern by the kernel's sound driver
 *
 * Frame n has 7n on the left and -5n on the right, in 16 bits that wrap, so
 * that whoever hears it knows where each frame belongs.  Silence follows: the
 * last frames are in the controller's FIFO when the driver stops it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sound/asound.h>

#include "check.h"

#define PERIOD  1024        /* frames; a page, which is the driver's most */
#define PERIODS 8
#define FRAMES  (47 * PERIOD)
#define ALL     (FRAMES + PERIOD)

static int16_t pattern[ALL][2];

static int control(int fd, unsigned long request, void *arg)
{
    return ioctl(fd, request, arg) < 0 ? -errno : 0;
}

static int open_device(const char *path)
{
    int fd = open(path, O_RDWR);

    return must(path, fd < 0 ? -errno : fd);
}

/* Set an element of the mixer on both sides */
static void set_element(int fd, const char *name, long value)
{
    struct snd_ctl_elem_value v = { .id.iface = SNDRV_CTL_ELEM_IFACE_MIXER };

    strncpy((char *)v.id.name, name, sizeof(v.id.name) - 1);
    v.value.integer.value[0] = value;
    v.value.integer.value[1] = value;
    must(name, control(fd, SNDRV_CTL_IOCTL_ELEM_WRITE, &v));
}

/* As the codec's driver names them; 0x79 is 0 dB */
static void set_mixer(void)
{
    int fd = open_device("/dev/snd/controlC0");

    set_element(fd, "Output Mixer Playback Switch", 1);
    set_element(fd, "Digital Playback Switch", 1);
    set_element(fd, "Digital Playback Volume", 0x79);
}

static void set_mask(struct snd_pcm_hw_params *p, int param, unsigned value)
{
    struct snd_mask *mask = &p->masks[param - SNDRV_PCM_HW_PARAM_FIRST_MASK];

    memset(mask, 0, sizeof(*mask));
    mask->bits[value / 32] = 1u << value % 32;
}

static void set_interval(struct snd_pcm_hw_params *p, int param, unsigned value)
{
    p->intervals[param - SNDRV_PCM_HW_PARAM_FIRST_INTERVAL] =
        (struct snd_interval){ .min = value, .max = value, .integer = 1 };
}

static void set_format(int fd, unsigned rate)
{
    struct snd_pcm_hw_params p;

    memset(&p, 0, sizeof(p));
    memset(p.masks, 0xff, sizeof(p.masks));
    for (size_t i = 0; i < sizeof(p.intervals) / sizeof(*p.intervals); i++) {
        p.intervals[i].max = ~0u;
    }
    p.rmask = ~0u;
    p.info = ~0u;
    set_mask(&p, SNDRV_PCM_HW_PARAM_ACCESS, SNDRV_PCM_ACCESS_RW_INTERLEAVED);
    set_mask(&p, SNDRV_PCM_HW_PARAM_FORMAT, SNDRV_PCM_FORMAT_S16_LE);
    set_interval(&p, SNDRV_PCM_HW_PARAM_CHANNELS, 2);
    set_interval(&p, SNDRV_PCM_HW_PARAM_RATE, rate);
    set_interval(&p, SNDRV_PCM_HW_PARAM_PERIOD_SIZE, PERIOD);
    set_interval(&p, SNDRV_PCM_HW_PARAM_PERIODS, PERIODS);
    must("format", control(fd, SNDRV_PCM_IOCTL_HW_PARAMS, &p));
}

/* The driver starts with a full buffer.  -EPIPE: it had nothing to play */
static void play(int fd)
{
    struct snd_xferi all = { .buf = pattern, .frames = ALL };

    must("prepare", control(fd, SNDRV_PCM_IOCTL_PREPARE, NULL));
    must("play", control(fd, SNDRV_PCM_IOCTL_WRITEI_FRAMES, &all));
    check(all.result == ALL, "%ld of %d frames were taken", (long)all.result,
          ALL);
    must("drain", control(fd, SNDRV_PCM_IOCTL_DRAIN, NULL));
}

int main(int argc, char **argv)
{
    unsigned rate = argc > 1 ? strtoul(argv[1], NULL, 10) : 48000;
    int fd;

    if (argc > 2 || !rate) {
        fputs("usage: snd-play [RATE]\n", stderr);
        return 2;
    }
    for (int n = 0; n < FRAMES; n++) {
        pattern[n][0] = 7 * n;
        pattern[n][1] = -5 * n;
    }
    set_mixer();
    fd = open_device("/dev/snd/pcmC0D0p");
    set_format(fd, rate);
    play(fd);
    printf("snd-play: %s, %d frames at %u Hz\n",
           check_failures() ? "FAIL" : "PASS", FRAMES, rate);
    return check_failures() ? 1 : 0;
}
