/*
 * QTest of the Tegra20 USB host controllers and their PHYs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/arm/tegra/tegra_usb_regs.h"
#include "tegra20-qtest.h"

#define USB1 TEGRA20_USB1_BASE
#define USB2 TEGRA20_USB2_BASE
#define USB3 TEGRA20_USB3_BASE

#define CLOCK_VALID     0x80
#define SUSP_CLR        0x20
#define SUSP_SET        0x4000
#define PORT_CONNECT    0x1
#define PORT_ENABLE     0x4
#define PORT_RESET      0x100
#define PORT_PHY_STOP   (1u << 23)
#define PORT_SPEED      (3u << 26)
#define PORT_HIGH_SPEED (2u << 26)

static QTestState *usb_start(const char *args)
{
    g_autofree char *all = g_strconcat("-machine trimslice ", args, NULL);
    QTestState *qts = qtest_init(all);

    tegra20_enable(qts, TEGRA20_PERIPH_USB1);
    tegra20_enable(qts, TEGRA20_PERIPH_USB2);
    tegra20_enable(qts, TEGRA20_PERIPH_USB3);
    return qts;
}

static void test_core(void)
{
    static const uint64_t base[] = { USB1, USB2, USB3 };
    QTestState *qts = usb_start("");

    for (int i = 0; i < ARRAY_SIZE(base); i++) {
        /* EHCI 1.00, operational registers at 0x140, one port */
        g_assert_cmphex(qtest_readl(qts, base[i] + 0x100), ==, 0x01000040);
        g_assert_cmphex(qtest_readl(qts, base[i] + 0x104) & 0xf, ==, 1);
        g_assert_cmphex(qtest_readl(qts, base[i] + A_USB_PORTSC1) &
                        PORT_CONNECT, ==, 0);
        /* UTMI storage */
        qtest_writel(qts, base[i] + 0x808, 0x12345678 + i);
        qtest_writel(qts, base[i] + 0x83c, 0x9abcdef0 + i);
        g_assert_cmphex(qtest_readl(qts, base[i] + 0x808), ==,
                        0x12345678 + i);
        g_assert_cmphex(qtest_readl(qts, base[i] + 0x83c), ==,
                        0x9abcdef0 + i);
    }
    qtest_quit(qts);
}

static bool clock_valid(QTestState *qts, uint64_t base)
{
    return qtest_readl(qts, base + A_USB_SUSP_CTRL) & CLOCK_VALID;
}

static void test_clock_valid(void)
{
    QTestState *qts = usb_start("");

    g_assert_true(clock_valid(qts, USB1));
    qtest_writel(qts, USB1 + A_USB_SUSP_CTRL, 0);
    g_assert_true(clock_valid(qts, USB1));
    /* pulses of suspend set and clear */
    qtest_writel(qts, USB1 + A_USB_SUSP_CTRL, SUSP_SET);
    g_assert_false(clock_valid(qts, USB1));
    qtest_writel(qts, USB1 + A_USB_SUSP_CTRL, CLOCK_VALID);
    g_assert_false(clock_valid(qts, USB1));
    qtest_writel(qts, USB1 + A_USB_SUSP_CTRL, SUSP_CLR);
    g_assert_true(clock_valid(qts, USB1));
    /* USB3 stops its PHY through PORTSC */
    qtest_writel(qts, USB3 + A_USB_PORTSC1, PORT_PHY_STOP);
    g_assert_false(clock_valid(qts, USB3));
    g_assert_cmphex(qtest_readl(qts, USB3 + A_USB_PORTSC1) & PORT_PHY_STOP,
                    ==, PORT_PHY_STOP);
    qtest_writel(qts, USB3 + A_USB_PORTSC1, 0);
    g_assert_true(clock_valid(qts, USB3));
    qtest_quit(qts);
}

static uint32_t viewport(QTestState *qts, uint32_t value)
{
    qtest_writel(qts, USB2 + A_USB_ULPI_VIEWPORT, value);
    value = qtest_readl(qts, USB2 + A_USB_ULPI_VIEWPORT);
    g_assert_cmphex(value & 0xc0000000, ==, 0);
    return value;
}

static uint8_t ulpi_read(QTestState *qts, int reg)
{
    viewport(qts, 1u << 31 | 1u << 29);
    return viewport(qts, 1u << 30 | reg << 16) >> 8 & 0xff;
}

static void ulpi_write(QTestState *qts, int reg, uint8_t value)
{
    viewport(qts, 1u << 31 | 1u << 29);
    viewport(qts, 1u << 30 | 1u << 29 | reg << 16 | value);
}

static void test_ulpi(void)
{
    QTestState *qts = usb_start("");

    g_assert_cmphex(ulpi_read(qts, 0), ==, 0x24);
    g_assert_cmphex(ulpi_read(qts, 1), ==, 0x04);
    /* scratch, with its set and clear addresses */
    ulpi_write(qts, 0x16, 0x55);
    g_assert_cmphex(ulpi_read(qts, 0x16), ==, 0x55);
    ulpi_write(qts, 0x17, 0x0a);
    g_assert_cmphex(ulpi_read(qts, 0x16), ==, 0x5f);
    ulpi_write(qts, 0x18, 0x0f);
    g_assert_cmphex(ulpi_read(qts, 0x16), ==, 0x50);
    /* reset values of the ULPI specification: function and OTG control */
    g_assert_cmphex(ulpi_read(qts, 0x04), ==, 0x41);
    g_assert_cmphex(ulpi_read(qts, 0x0a), ==, 0x06);
    ulpi_write(qts, 0x0b, 0x80);
    g_assert_cmphex(ulpi_read(qts, 0x0a), ==, 0x86);
    /* identity is read-only; no register at the top */
    ulpi_write(qts, 0, 0xff);
    g_assert_cmphex(ulpi_read(qts, 0), ==, 0x24);
    ulpi_write(qts, 0xff, 0xff);
    g_assert_cmphex(ulpi_read(qts, 0xff), ==, 0);
    qtest_quit(qts);
}

static uint32_t reset_port(QTestState *qts, uint64_t base)
{
    qtest_writel(qts, base + A_USB_PORTSC1, PORT_RESET);
    qtest_writel(qts, base + A_USB_PORTSC1, 0);
    return qtest_readl(qts, base + A_USB_PORTSC1);
}

/* A hub of full speed on the first bus, a tablet of high speed on the third */
static void test_speeds(void)
{
    QTestState *qts = usb_start("-device usb-hub,bus=usb-bus.0,port=1 "
                                "-device usb-tablet,bus=usb-bus.2,port=1");
    uint32_t portsc = reset_port(qts, USB1);

    g_assert_cmphex(portsc & PORT_SPEED, ==, 0);
    g_assert_cmphex(portsc & (PORT_CONNECT | PORT_ENABLE), ==,
                    PORT_CONNECT | PORT_ENABLE);
    portsc = reset_port(qts, USB2);
    g_assert_cmphex(portsc & (PORT_CONNECT | PORT_ENABLE), ==, 0);
    portsc = reset_port(qts, USB3);
    g_assert_cmphex(portsc & PORT_SPEED, ==, PORT_HIGH_SPEED);
    g_assert_cmphex(portsc & (PORT_CONNECT | PORT_ENABLE), ==,
                    PORT_CONNECT | PORT_ENABLE);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Transfers [EHCI 1.0, Data Structures]                              */

#define EHCI_USBCMD     0x140
#define EHCI_USBSTS     0x144
#define EHCI_ASYNCLIST  0x158
#define CMD_RUN_ASYNC   0x21
#define STS_ASYNC       0x8000
#define LIST_END        1
#define LINK_QH         2
#define TOKEN_ACTIVE    0x80
#define PID_OUT         0
#define PID_IN          1
#define PID_SETUP       2

/* Where in memory a transfer's parts are */
#define AT_QTD          0x80
#define QTD_STRIDE      0x40
#define AT_SETUP        0x180
#define SETUP_SIZE      8
#define AT_DATA         0x1c0
#define DESCRIPTOR_SIZE 18

static void write_words(QTestState *qts, uint64_t at, const uint32_t *words,
                        size_t num)
{
    for (size_t i = 0; i < num; i++) {
        qtest_writel(qts, at + 4 * i, words[i]);
    }
}

static uint64_t qtd_at(uint64_t list, int n)
{
    return list + AT_QTD + n * QTD_STRIDE;
}

static void put_qtd(QTestState *qts, uint64_t list, int n, int pid,
                    uint32_t buffer, uint32_t size)
{
    const uint32_t qtd[8] = {
        n < 2 ? qtd_at(list, n + 1) : LIST_END, LIST_END,
        (n > 0 ? 1u << 31 : 0) | size << 16 | 3 << 10 | pid << 8 |
        TOKEN_ACTIVE, buffer,
    };

    write_words(qts, qtd_at(list, n), qtd, ARRAY_SIZE(qtd));
}

/* Get the descriptor of the device on USB3, address 0, by lists at @list */
static void get_descriptor(QTestState *qts, uint64_t list, uint64_t data)
{
    static const uint8_t setup[SETUP_SIZE] = {
        0x80, 6, 0, 1, 0, 0, DESCRIPTOR_SIZE, 0,
    };
    const uint32_t qh[12] = {
        list | LINK_QH, 64 << 16 | 1 << 15 | 1 << 14 | 2 << 12, 1u << 30, 0,
        qtd_at(list, 0), LIST_END,
    };

    qtest_memwrite(qts, list + AT_SETUP, setup, sizeof(setup));
    put_qtd(qts, list, 0, PID_SETUP, list + AT_SETUP, SETUP_SIZE);
    put_qtd(qts, list, 1, PID_IN, data, DESCRIPTOR_SIZE);
    put_qtd(qts, list, 2, PID_OUT, 0, 0);
    write_words(qts, list, qh, ARRAY_SIZE(qh));
    reset_port(qts, USB3);
    qtest_writel(qts, USB3 + EHCI_ASYNCLIST, list);
    qtest_writel(qts, USB3 + EHCI_USBCMD, CMD_RUN_ASYNC);
    qtest_clock_step(qts, 20000000);
    for (int n = 0; n < 3; n++) {
        g_assert_cmphex(qtest_readl(qts, qtd_at(list, n) + 8) & 0xff, ==, 0);
    }
}

static void test_dma(const void *data)
{
    const uint64_t list = *(const uint64_t *)data;
    uint8_t got[DESCRIPTOR_SIZE];
    QTestState *qts = usb_start("-device usb-tablet,bus=usb-bus.2,port=1");

    get_descriptor(qts, list, list + AT_DATA);
    qtest_memread(qts, list + AT_DATA, got, sizeof(got));
    /* length, type; QEMU's vendor and product */
    g_assert_cmphex(got[0], ==, DESCRIPTOR_SIZE);
    g_assert_cmphex(got[1], ==, 1);
    g_assert_cmphex(lduw_le_p(got + 8), ==, 0x0627);
    g_assert_cmphex(lduw_le_p(got + 10), ==, 0x0001);
    qtest_quit(qts);
}

/* What people plug in besides keyboards and sticks */
static void test_kinds(void)
{
    QTestState *qts = usb_start("-device usb-serial,chardev=c "
                                "-chardev null,id=c "
                                "-device usb-uas,bus=usb-bus.0,port=1 "
                                "-device usb-audio,audiodev=a "
                                "-audiodev none,id=a");
    g_autofree char *usb = qtest_hmp(qts, "info usb");

    g_assert_nonnull(strstr(usb, "QEMU USB Serial"));
    g_assert_nonnull(strstr(usb, "USB Attached SCSI HBA"));
    g_assert_nonnull(strstr(usb, "QEMU USB Audio"));
    qtest_quit(qts);
}

/* A transfer does not reset devices. */
static void test_dma_registers(void)
{
    const uint64_t resets = TEGRA20_CAR_BASE + A_CAR_RST_DEVICES_L;
    QTestState *qts = usb_start("-device usb-tablet,bus=usb-bus.2,port=1");
    uint32_t before = qtest_readl(qts, resets);

    get_descriptor(qts, 0x10000,
                   TEGRA20_CAR_BASE + A_CAR_RST_DEV_L_SET);
    g_assert_cmphex(qtest_readl(qts, resets), ==, before);
    qtest_quit(qts);
}

/*
 * A list in the CPUs' private timer, which looks for the CPU that reads it:
 * here it is the main loop.  Under qtest alone it would be CPU 0.
 */
static void test_dma_private(void)
{
    static const uint32_t sleeps[] = { 0xe320f003, 0xeafffffd };
    QTestState *qts;

    if (!qtest_has_accel("tcg")) {
        g_test_skip("TCG is not available");
        return;
    }
    qts = usb_start("-accel tcg -S");
    write_words(qts, 0, sleeps, ARRAY_SIZE(sleeps));
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    qtest_writel(qts, USB2 + EHCI_ASYNCLIST, TEGRA20_PERIPHBASE + 0x200);
    qtest_writel(qts, USB2 + EHCI_USBCMD, CMD_RUN_ASYNC);
    while (!(qtest_readl(qts, USB2 + EHCI_USBSTS) & STS_ASYNC)) {
        g_usleep(1000);
    }
    qtest_qmp_assert_success(qts, "{ 'execute': 'query-status' }");
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = usb_start("");

    qtest_writel(qts, USB1 + 0x808, 0x55);
    qtest_writel(qts, USB1 + A_USB_SUSP_CTRL, SUSP_SET);
    tegra20_hold(qts, TEGRA20_PERIPH_USB1, true);
    g_assert_cmphex(qtest_readl(qts, USB1 + 0x100), ==, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_USB1, false);
    g_assert_cmphex(qtest_readl(qts, USB1 + 0x808), ==, 0);
    g_assert_true(clock_valid(qts, USB1));
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    static const uint64_t ram = 0x10000;
    static const uint64_t iram = TEGRA20_IRAM_BASE + 0x10000;

    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-usb/core", test_core);
    qtest_add_func("tegra20-usb/clock-valid", test_clock_valid);
    qtest_add_func("tegra20-usb/ulpi", test_ulpi);
    qtest_add_func("tegra20-usb/speeds", test_speeds);
    qtest_add_data_func("tegra20-usb/dma-ram", &ram, test_dma);
    qtest_add_data_func("tegra20-usb/dma-iram", &iram, test_dma);
    qtest_add_func("tegra20-usb/kinds", test_kinds);
    qtest_add_func("tegra20-usb/dma-registers", test_dma_registers);
    qtest_add_func("tegra20-usb/dma-private", test_dma_private);
    qtest_add_func("tegra20-usb/reset", test_reset);
    return g_test_run();
}
