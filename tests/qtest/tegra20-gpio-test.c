/*
 * QTest of the Tegra20 GPIO controller and of what TrimSlice has on its pins
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra_gpio_regs.h"
#include "tegra20-qtest.h"

#define GPIO_PATH "/machine/soc/gpio"
#define MS 1000000

static const int bank_spi[TEGRA_GPIO_BANKS] = { 32, 33, 34, 35, 55, 87, 89 };

static QTestState *gpio_start(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    return qts;
}

static uint64_t gpio_addr(int pin, uint32_t reg)
{
    return TEGRA20_GPIO_BASE + pin / 32 * 0x80 + pin / 8 % 4 * 4 + reg;
}

static uint32_t gpio_read(QTestState *qts, int pin, uint32_t reg)
{
    return qtest_readl(qts, gpio_addr(pin, reg));
}

static void gpio_write(QTestState *qts, int pin, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, gpio_addr(pin, reg), value);
}

static bool gpio_bit(QTestState *qts, int pin, uint32_t reg)
{
    return gpio_read(qts, pin, reg) >> pin % 8 & 1;
}

/* Set one bit through the masked alias, as Linux does */
static void gpio_set_bit(QTestState *qts, int pin, uint32_t reg, bool value)
{
    gpio_write(qts, pin, 0x800 + reg, (0x100 | value) << pin % 8);
}

static void gpio_input(QTestState *qts, int pin, int level)
{
    qtest_set_irq_in(qts, GPIO_PATH, NULL, pin, level);
}

static void test_masked(void)
{
    static const uint32_t reg[] = { 0x00, 0x10, 0x20, 0x40, 0x50, 0x60 };
    QTestState *qts = gpio_start();

    for (int i = 0; i < ARRAY_SIZE(reg); i++) {
        g_assert_cmphex(gpio_read(qts, 40, reg[i]), ==, 0);
        gpio_write(qts, 40, reg[i], 0xa5);
        g_assert_cmphex(gpio_read(qts, 40, reg[i]), ==, 0xa5);
        gpio_write(qts, 40, reg[i] + 0x800, 0x0f3a);
        g_assert_cmphex(gpio_read(qts, 40, reg[i]), ==, 0xaa);
        g_assert_cmphex(gpio_read(qts, 40, reg[i] + 0x800), ==, 0xaa);
        /* the neighbours are other ports' */
        g_assert_cmphex(gpio_read(qts, 32, reg[i]), ==, 0);
        g_assert_cmphex(gpio_read(qts, 48, reg[i]), ==, 0);
        gpio_write(qts, 40, reg[i], 0);
    }
    /* INT_LVL is 24 bits wide; its alias reaches the lowest 8 */
    gpio_write(qts, 40, 0x60, 0xff123456);
    g_assert_cmphex(gpio_read(qts, 40, 0x60), ==, 0x123456);
    gpio_write(qts, 40, 0x860, 0xff00);
    g_assert_cmphex(gpio_read(qts, 40, 0x60), ==, 0x123400);
    qtest_quit(qts);
}

static void test_output(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    qtest_irq_intercept_out(qts, GPIO_PATH);
    gpio_set_bit(qts, 26, 0x20, 1);
    gpio_set_bit(qts, 26, 0x10, 1);
    g_assert_false(qtest_get_irq(qts, 26));
    gpio_set_bit(qts, 26, 0x00, 1);
    g_assert_true(qtest_get_irq(qts, 26));
    g_assert_true(gpio_bit(qts, 26, 0x30));
    gpio_set_bit(qts, 26, 0x20, 0);
    g_assert_false(qtest_get_irq(qts, 26));
    g_assert_false(gpio_bit(qts, 26, 0x30));
    /* not driven: the board's level is on the pin */
    gpio_input(qts, 26, 1);
    g_assert_false(gpio_bit(qts, 26, 0x30));
    gpio_set_bit(qts, 26, 0x10, 0);
    g_assert_true(gpio_bit(qts, 26, 0x30));
    g_assert_true(qtest_get_irq(qts, 26));
    qtest_quit(qts);
}

static void check_irq(QTestState *qts, int pin, bool level)
{
    g_assert_cmpint(gpio_bit(qts, pin, 0x40), ==, level);
    g_assert_cmpint(qtest_get_irq(qts, bank_spi[pin / 32]), ==, level);
}

static void ack(QTestState *qts, int pin)
{
    gpio_write(qts, pin, 0x70, 1 << pin % 8);
}

static void test_bank_irqs(void)
{
    QTestState *qts = gpio_start();

    for (int bank = 0; bank < TEGRA_GPIO_BANKS; bank++) {
        /* none that the board drives */
        int pin = bank * 32 + bank * 4 + 2;

        gpio_set_bit(qts, pin, 0x00, 1);
        gpio_write(qts, pin, 0x60, 0x101 << pin % 8);
        gpio_set_bit(qts, pin, 0x50, 1);
        check_irq(qts, pin, false);
        gpio_input(qts, pin, 1);
        check_irq(qts, pin, true);
        for (int other = bank + 1; other < TEGRA_GPIO_BANKS; other++) {
            g_assert_false(qtest_get_irq(qts, bank_spi[other]));
        }
        ack(qts, pin);
        check_irq(qts, pin, false);
    }
    qtest_quit(qts);
}

static void test_edges(void)
{
    QTestState *qts = gpio_start();
    int pin = 111;

    gpio_input(qts, pin, 0);
    gpio_set_bit(qts, pin, 0x00, 1);
    gpio_set_bit(qts, pin, 0x50, 1);
    /* falling */
    gpio_write(qts, pin, 0x60, 0x100 << pin % 8);
    ack(qts, pin);
    gpio_input(qts, pin, 1);
    check_irq(qts, pin, false);
    gpio_input(qts, pin, 0);
    check_irq(qts, pin, true);
    ack(qts, pin);
    /* both */
    gpio_write(qts, pin, 0x60, 0x10100 << pin % 8);
    gpio_input(qts, pin, 1);
    check_irq(qts, pin, true);
    ack(qts, pin);
    gpio_input(qts, pin, 0);
    check_irq(qts, pin, true);
    ack(qts, pin);
    gpio_input(qts, pin, 0);
    check_irq(qts, pin, false);
    /* an edge while disabled waits for the enable */
    gpio_set_bit(qts, pin, 0x50, 0);
    gpio_input(qts, pin, 1);
    g_assert_false(qtest_get_irq(qts, bank_spi[3]));
    gpio_set_bit(qts, pin, 0x50, 1);
    check_irq(qts, pin, true);
    qtest_quit(qts);
}

static void test_levels(void)
{
    QTestState *qts = gpio_start();
    int pin = 9;

    gpio_set_bit(qts, pin, 0x00, 1);
    gpio_write(qts, pin, 0x60, 0x1 << pin % 8);
    gpio_set_bit(qts, pin, 0x50, 1);
    check_irq(qts, pin, false);
    gpio_input(qts, pin, 1);
    check_irq(qts, pin, true);
    /* cannot be acknowledged while the level lasts */
    ack(qts, pin);
    check_irq(qts, pin, true);
    gpio_input(qts, pin, 0);
    check_irq(qts, pin, true);
    ack(qts, pin);
    check_irq(qts, pin, false);
    /* low level */
    gpio_write(qts, pin, 0x60, 0);
    check_irq(qts, pin, true);
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = gpio_start();

    gpio_input(qts, 20, 1);
    gpio_write(qts, 20, 0x00, 0xff);
    gpio_write(qts, 20, 0x10, 0xff);
    g_assert_false(gpio_bit(qts, 20, 0x30));
    tegra20_hold(qts, TEGRA20_PERIPH_GPIO, true);
    gpio_write(qts, 20, 0x00, 0xff);
    g_assert_cmphex(gpio_read(qts, 20, 0x00), ==, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_GPIO, false);
    g_assert_cmphex(gpio_read(qts, 20, 0x00), ==, 0);
    g_assert_cmphex(gpio_read(qts, 20, 0x10), ==, 0);
    /* the outside world is not reset */
    g_assert_true(gpio_bit(qts, 20, 0x30));
    qtest_system_reset(qts);
    g_assert_true(gpio_bit(qts, 20, 0x30));
    qtest_quit(qts);
}

static void test_bad_access(void)
{
    QTestState *qts = gpio_start();

    for (uint32_t offset = 0; offset < 0x1000; offset += 4) {
        qtest_writel(qts, TEGRA20_GPIO_BASE + offset, 0);
        qtest_readl(qts, TEGRA20_GPIO_BASE + offset);
    }
    g_assert_cmphex(qtest_readl(qts, TEGRA20_GPIO_BASE + 0x380), ==, 0);
    qtest_quit(qts);
}

static void test_power_key(void)
{
    QTestState *qts = gpio_start();

    g_assert_true(gpio_bit(qts, 190, 0x30));
    qtest_qmp_assert_success(qts, "{ 'execute': 'system_powerdown' }");
    g_assert_false(gpio_bit(qts, 190, 0x30));
    qtest_clock_step(qts, 200 * MS);
    g_assert_true(gpio_bit(qts, 190, 0x30));
    qtest_quit(qts);
}

/* A key that a reset finds pressed is released, and can be pressed again. */
static void test_power_key_reset(void)
{
    QTestState *qts = gpio_start();

    qtest_qmp_assert_success(qts, "{ 'execute': 'system_powerdown' }");
    g_assert_false(gpio_bit(qts, 190, 0x30));
    qtest_system_reset(qts);
    g_assert_true(gpio_bit(qts, 190, 0x30));
    qtest_clock_step(qts, 200 * MS);
    g_assert_true(gpio_bit(qts, 190, 0x30));
    qtest_qmp_assert_success(qts, "{ 'execute': 'system_powerdown' }");
    g_assert_false(gpio_bit(qts, 190, 0x30));
    qtest_quit(qts);
}

static void test_power_off(void)
{
    QTestState *qts = qtest_init("-machine trimslice -no-shutdown");

    /* the order of Linux' gpio driver: value, direction, then function */
    gpio_set_bit(qts, 191, 0x20, 1);
    gpio_set_bit(qts, 191, 0x10, 1);
    gpio_set_bit(qts, 191, 0x00, 1);
    qtest_writel(qts, TEGRA20_GPIO_BASE + 0xaac, 0x8000);
    qtest_qmp_eventwait(qts, "SHUTDOWN");
    qtest_quit(qts);
}

static void test_card_detect(void)
{
    QTestState *qts = gpio_start();

    g_assert_true(gpio_bit(qts, 121, 0x30));
    qtest_quit(qts);
    qts = qtest_init("-machine trimslice -drive if=sd,format=raw,"
                     "file=null-co://,file.size=1M,file.read-zeroes=on");
    g_assert_false(gpio_bit(qts, 121, 0x30));
    g_assert_false(gpio_bit(qts, 122, 0x30));
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-gpio/masked", test_masked);
    qtest_add_func("tegra20-gpio/output", test_output);
    qtest_add_func("tegra20-gpio/bank-irqs", test_bank_irqs);
    qtest_add_func("tegra20-gpio/edges", test_edges);
    qtest_add_func("tegra20-gpio/levels", test_levels);
    qtest_add_func("tegra20-gpio/reset", test_reset);
    qtest_add_func("tegra20-gpio/bad-access", test_bad_access);
    qtest_add_func("tegra20-gpio/power-key", test_power_key);
    qtest_add_func("tegra20-gpio/power-key-reset", test_power_key_reset);
    qtest_add_func("tegra20-gpio/power-off", test_power_off);
    qtest_add_func("tegra20-gpio/card-detect", test_card_detect);
    return g_test_run();
}
