/*
 * QTest of the Tegra20 USB host controllers and their PHYs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
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
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-usb/core", test_core);
    qtest_add_func("tegra20-usb/clock-valid", test_clock_valid);
    qtest_add_func("tegra20-usb/ulpi", test_ulpi);
    qtest_add_func("tegra20-usb/speeds", test_speeds);
    qtest_add_func("tegra20-usb/reset", test_reset);
    return g_test_run();
}
