/*
 * Tables of the QTest of changed snapshots: what a full machine saves, and
 * values that none of it may have
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_CORRUPT_CASES_H
#define TESTS_QTEST_TEGRA20_CORRUPT_CASES_H

/* All sections of our devices, and how many of each */
static const struct {
    const char *name;
    unsigned int num;
} ours[] = {
    { "0000:00:01.0/tegra20-pcie-port", 1 },
    { "0000:00:02.0/tegra20-pcie-port", 1 },
    { "em3027", 1 },
    { "tegra-dc", 2 },
    { "tegra-dc/crc", 1 },
    { "tegra-ddc", 1 },
    { "tegra-gr2d", 1 },
    { "tegra-gr2d/engine", 1 },
    { "tegra-gr2d/operation", 1 },
    { "tegra-gr3d", 1 },
    { "tegra-gr3d/engine", 1 },
    { "tegra-gr3d/queued", 1 },
    { "tegra-hdmi", 1 },
    { "tegra-host1x", 1 },
    { "tegra-host1x-channel/busy", 1 },
    { "tegra-host1x/dma", 1 },
    { "tegra-host1x/fault", 1 },
    { "tegra-host1x/host", 1 },
    { "tegra-regs", 7 },        /* AHB, APB misc, DAS, EVP, fuses, MC, SB */
    { "tegra20-apbdma", 1 },
    { "tegra20-car", 1 },
    { "tegra20-emc", 1 },
    { "tegra20-flow", 1 },
    { "tegra20-gpio", 1 },
    { "tegra20-i2c", 4 },
    { "tegra20-i2s", 2 },
    { "tegra20-ictlr", 1 },
    { "tegra20-pcie", 1 },
    { "tegra20-pl310", 1 },
    { "tegra20-pmc", 1 },
    { "tegra20-rtc", 1 },
    { "tegra20-sdhci", 4 },
    { "tegra20-sflash", 1 },
    { "tegra20-timer", 1 },
    { "tegra20-usb", 3 },
    { "tlv320aic23", 1 },
};

/* A field as stream_field() wants it, and a value that is refused */
typedef struct Nonsense {
    const char *field;
    uint64_t value;
    unsigned int at, bytes;     /* bytes: 0: the whole field */
} Nonsense;

#define HOUR_NS         (3600 * 1000000000ULL)
#define CENTURIES_MS    ((UINT32_MAX + 1ULL) * 1000 + 1)
#define MILLENNIUM_S    (1000 * 366 * 24 * 3600ULL + 1)

static const Nonsense nonsense[] = {
    /* host1x: bits of registers that are none, and of those that are not */
    { "tegra-host1x:sync[0]", 1 },
    { "tegra-host1x:sync[0x04]", 1 },
    { "tegra-host1x:sync[0x140]", 0x10000 },
    { "tegra-host1x:sync[0x3ff]", 1 },
    { "tegra-host1x:channel[0]:regs[0x00]", 1 },
    { "tegra-host1x:channel[7]:regs[0x09]", 8 },
    { "tegra-host1x:channel[7]:regs[0x0c]", 1 },
    { "tegra-host1x:module_owner[0]", 9 },
    { "tegra-host1x:module_owner[15]", 9 },
    { "tegra-host1x:module_class[0]", 0x400 },
    { "tegra-host1x:module_class[15]", 0x400 },
    /* ... what a channel waits for, and its FIFO */
    { "tegra-host1x:channel[7]:park", 6 },
    { "tegra-host1x:channel[7]:park", 0x20 },
    { "tegra-host1x:channel[7]:park", 0x410, 0, 2 },    /* ... a module, */
    { "tegra-host1x:channel[3]:park_index", 32 },       /* sync point, */
    { "tegra-host1x:channel[6]:park_index", 16 },       /* or lock */
    { "tegra-host1x:channel[7]:out_head", 32 },
    { "tegra-host1x:channel[7]:out_count", 33 },
    /* ... and the words it is in the middle of */
    { "tegra-host1x:channel[0]:cmdproc:class_id", 0x400 },
    { "tegra-host1x:channel[7]:cmdproc:offset", 0x1000 },
    { "tegra-host1x:channel[7]:cmdproc:mode", 5 },
    { "tegra-host1x:channel[7]:cmdproc:mode", 1 },
    { "tegra-host1x:channel[7]:cmdproc:next", 0x1000 },
    { "tegra-host1x:channel[7]:cmdproc:left", 1 },
    { "tegra-host1x:channel[7]:cmdproc:gather_left", 0x4000 },
    { "tegra-host1x:channel[7]:cmdproc:gather_addr", 2 },
    { "tegra-host1x:/host:prot:park", 1 },
    { "tegra-host1x:/host:prot:park", 6 },
    { "tegra-host1x:/host:prot:out_count", 33 },
    { "tegra-host1x:/host:module_irq", 0x10000 },
    /* The engines */
    { "tegra-gr2d:/engine:engine:delay", HOUR_NS + 1 },
    { "tegra-gr2d:/engine:engine:first_incr", 256 },
    { "tegra-gr2d:/engine:engine:num_incrs", 257 },
    { "tegra-gr2d:/operation:num_waiting", 65 },
    { "tegra-gr2d:/operation:step", 512 },
    { "tegra-gr2d:/operation:op.regs[0x1f]", 3 << 16 },
    { "tegra-gr3d:/engine:engine:delay", HOUR_NS + 1 },
    { "tegra-gr3d:/engine:engine:first_incr", 256 },
    { "tegra-gr3d:/engine:engine:num_incrs", 257 },
    { "tegra-gr3d:/queued:queue:entries", 2, 1, 1 },    /* the first's kind */
    { "tegra-gr3d:/queued:queue:entries", 4, 1, 1 },
    /* The display: frames in reset, a checksum without any */
    { "tegra-dc:incr[0]:count", 9 },
    { "tegra-dc.1:incr[3]:count", 9 },
    { "tegra-dc:act_req", 0x10 },
    { "tegra-dc:underflow", 8 },
    { "tegra-dc:in_reset", 1 },
    { "tegra-dc.1:frame_timer", UINT64_MAX },
    /* ... a monitor that is none */
    { "tegra-hdmi:tmp:monitor.xres", 63 },
    { "tegra-hdmi:tmp:monitor.xres", 4096 },
    { "tegra-hdmi:tmp:monitor.yres", 63 },
    { "tegra-hdmi:tmp:monitor.yres", 4096 },
    { "tegra-hdmi:tmp:monitor.refresh", 19 },
    { "tegra-hdmi:tmp:monitor.refresh", 241 },
    { "tegra-hdmi:tmp:monitor.vendor", 'a', 0, 1 },
    { "tegra-hdmi:tmp:monitor.vendor", 0, 2, 1 },
    { "tegra-hdmi:tmp:monitor.vendor", 'A', 3, 1 },
    { "tegra-hdmi:tmp:monitor.name", 0, 0, 1 },
    { "tegra-hdmi:tmp:monitor.name", 7, 0, 1 },
    { "tegra-hdmi:tmp:monitor.name", 'A', 12, 1 },
    { "tegra-hdmi:tmp:monitor.edid_size", 0 },
    { "tegra-hdmi:tmp:monitor.edid_size", 129 },
    { "tegra-hdmi:tmp:monitor.edid_size", 32768 + 128 },
    { "tegra-hdmi:tmp:monitor.edid[0]", 1 },
    /* the sum, which is not 0 here */
    { "tegra-hdmi:tmp:monitor.edid[127]", 0 },
    /* Registers in another number */
    { "tegra-regs:num_regs", 1023 },
    { "tegra-regs.1:num_regs", UINT32_MAX },
    { "tegra-regs.2:num_regs", 0 },
    { "tegra-regs.3:num_regs", 0 },
    { "tegra-regs.4:num_regs", 0 },
    { "tegra-regs.5:num_regs", 0 },
    { "tegra-regs.6:num_regs", 0 },
    { "tegra20-car:parent_obj:num_regs", 1025 },
    { "tegra20-emc:parent_obj:num_regs", 257 },
    { "tegra20-flow:parent_obj:num_regs", 0 },
    { "tegra20-pl310:parent_obj:num_regs", 0 },
    { "tegra20-pmc:parent_obj:num_regs", 0 },
    /* The rest of the chip */
    { "tegra20-apbdma:channel[0]:remaining", 0x4001 },
    { "tegra20-apbdma:channel[15]:remaining", 0x4001 },
    { "tegra20-apbdma:channel[0]:regs[0]", 0x80000000 },
    { "tegra20-flow:held", 4 },
    { "tegra20-flow:gated", 4 },
    { "tegra20-pl310:lines", 256 },     /* as memory, without an end */
    { "tegra20-pl310:lines", 257 },
    { "tegra20-sflash:tx_words", 5 },
    { "tegra20-sflash:rx_words", 5 },
    { "tegra20-sflash:blocks", 0x10001 },
    { "tegra20-i2c:phase", 6 },
    { "tegra20-i2c:phase", 3 },
    { "tegra20-i2c.1:tx_words", 9 },
    { "tegra20-i2c.2:rx_words", 9 },
    { "tegra20-i2c.3:remaining", 4097 },
    { "tegra20-i2s:parent_obj:num_regs", 0 },
    { "tegra20-i2s:fifo[0]:words", 17 },
    { "tegra20-i2s:start_ns", INT64_MAX / 2 + 1 },
    { "tegra20-i2s.1:fifo[1]:words", 17 },
    { "tegra20-i2s.1:start_ns", -1ULL },
    { "tegra20-timer:channel[0]:start_ns", INT64_MAX / 2 + 1 },
    { "tegra20-timer:channel[3]:start_ns", -1ULL },
    { "tegra20-timer:us_start_ns", INT64_MAX / 2 + 1 },
    { "tegra20-timer:us_start_ns", -1ULL },
    /* Clocks far ahead, where an alarm rang for ever, or behind */
    { "tegra20-rtc:offset_ms", CENTURIES_MS },
    { "tegra20-rtc:offset_ms", -CENTURIES_MS },
    { "em3027:offset", MILLENNIUM_S },
    { "em3027:offset", -MILLENNIUM_S },
    { "em3027:pointer", 64 },
    { "em3027:wday_offset", 7 },
    /* Bits that registers do not have */
    { "tlv320aic23:regs[0]", 0x020 },
    { "tlv320aic23:regs[3]", 0x200 },
    { "tlv320aic23:regs[9]", 2 },
};

#endif /* TESTS_QTEST_TEGRA20_CORRUPT_CASES_H */
