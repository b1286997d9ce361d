/*
 * QTest of the Raspberry Pi's firmware properties that graphics need
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/raspberrypi-fw-defs.h"
#include "bcm2835-qtest.h"

#define DOMAIN_V3D  11
#define ANSWERED    0x80000000

static QTestState *start(void)
{
    return qtest_init("-machine raspi2b -display none");
}

static uint32_t ask(QTestState *qts, uint32_t tag, uint32_t which,
                    uint32_t value)
{
    uint32_t arg[2] = { which, value };

    bcm2835_property(qts, tag, arg, 2);
    return arg[1];
}

static void test_domains(void)
{
    QTestState *qts = start();
    uint32_t arg[2] = { DOMAIN_V3D, UINT32_MAX };

    /* Linux takes an answer other than what it sent as a sign of domains */
    g_assert_cmphex(bcm2835_property(qts, RPI_FWREQ_GET_DOMAIN_STATE, arg, 2),
                    ==, ANSWERED | 8);
    g_assert_cmphex(arg[1], ==, 1);
    g_assert_cmphex(ask(qts, RPI_FWREQ_SET_DOMAIN_STATE, DOMAIN_V3D, 0), ==, 0);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_DOMAIN_STATE, DOMAIN_V3D, 7), ==, 0);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_DOMAIN_STATE, 6, 7), ==, 1);
    g_assert_cmphex(ask(qts, RPI_FWREQ_SET_DOMAIN_STATE, DOMAIN_V3D, 1), ==, 1);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_DOMAIN_STATE, DOMAIN_V3D, 7), ==, 1);
    qtest_quit(qts);
}

static void test_no_domain(void)
{
    QTestState *qts = start();

    g_assert_cmphex(ask(qts, RPI_FWREQ_SET_DOMAIN_STATE, 0, 5), ==, 5);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_DOMAIN_STATE, 24, 5), ==, 5);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_DOMAIN_STATE, UINT32_MAX, 5), ==, 5);
    qtest_quit(qts);
}

static void test_domain_reset(void)
{
    QTestState *qts = start();

    ask(qts, RPI_FWREQ_SET_DOMAIN_STATE, DOMAIN_V3D, 0);
    qtest_system_reset(qts);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_DOMAIN_STATE, DOMAIN_V3D, 7), ==, 1);
    qtest_quit(qts);
}

static void test_clock_list(void)
{
    QTestState *qts = start();
    uint32_t arg[BCM2835_MAX_ARGS] = { 0 };
    uint32_t seen = 0;

    bcm2835_property(qts, RPI_FWREQ_GET_CLOCKS, arg, BCM2835_MAX_ARGS);
    for (int i = 1; i < BCM2835_MAX_ARGS && arg[i]; i += 2) {
        g_assert_cmphex(arg[i - 1], ==, 0);
        g_assert_cmpint(arg[i], <, 32);
        seen |= 1u << arg[i];
    }
    g_assert(seen & 1 << RPI_FIRMWARE_ARM_CLK_ID);
    g_assert(seen & 1 << RPI_FIRMWARE_PIXEL_CLK_ID);
    g_assert(seen & 1 << RPI_FIRMWARE_M2MC_CLK_ID);
    g_assert(seen & 1 << RPI_FIRMWARE_VEC_CLK_ID);
    qtest_quit(qts);
}

/* What does not fit is not written, but counted */
static void test_short_clock_list(void)
{
    QTestState *qts = start();
    uint32_t arg[3] = { 9, 9, 0x1234 };

    g_assert_cmphex(bcm2835_property(qts, RPI_FWREQ_GET_CLOCKS, arg, 3), ==,
                    ANSWERED | (RPI_FIRMWARE_NUM_CLK_ID - 1) * 8);
    g_assert_cmphex(arg[0], ==, 0);
    g_assert_cmphex(arg[1], ==, 1);
    g_assert_cmphex(arg[2], ==, 0x1234);
    qtest_quit(qts);
}

static void test_clock_rates(void)
{
    QTestState *qts = start();

    g_assert_cmpint(ask(qts, RPI_FWREQ_SET_CLOCK_RATE,
                        RPI_FIRMWARE_PIXEL_CLK_ID, 65000000), ==, 65000000);
    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_CLOCK_RATE,
                        RPI_FIRMWARE_PIXEL_CLK_ID, 0), ==, 65000000);
    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_CLOCK_RATE,
                        RPI_FIRMWARE_UART_CLK_ID, 0), ==, 3000000);
    g_assert_cmpint(ask(qts, RPI_FWREQ_SET_CLOCK_RATE,
                        RPI_FIRMWARE_UART_CLK_ID, 5), ==, 3000000);
    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_CLOCK_RATE,
                        RPI_FIRMWARE_M2MC_CLK_ID, 0), >, 0);
    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_MAX_CLOCK_RATE,
                        RPI_FIRMWARE_M2MC_CLK_ID, 0), >=, 163682864);
    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_CLOCK_RATE, 0x1000, 1), ==,
                    700000000);
    qtest_quit(qts);
}

static void test_clock_states(void)
{
    QTestState *qts = start();

    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_CLOCK_STATE,
                        RPI_FIRMWARE_VEC_CLK_ID, 0), ==, 1);
    g_assert_cmpint(ask(qts, RPI_FWREQ_SET_CLOCK_STATE,
                        RPI_FIRMWARE_VEC_CLK_ID, 0), ==, 0);
    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_CLOCK_STATE,
                        RPI_FIRMWARE_VEC_CLK_ID, 1), ==, 0);
    g_assert_cmpint(ask(qts, RPI_FWREQ_GET_CLOCK_STATE,
                        RPI_FIRMWARE_ARM_CLK_ID, 0), ==, 1);
    qtest_quit(qts);
}

static void test_expander(void)
{
    QTestState *qts = start();
    uint32_t config[6] = { 130, 1, 0, 0, 0, 1 };
    uint32_t got[5] = { 130 };
    uint32_t state[2] = { 132, 9 };

    /* HDMI's hot plug line, active low */
    bcm2835_property(qts, RPI_FWREQ_GET_GPIO_STATE, state, 2);
    g_assert_cmphex(state[0], ==, 0);
    g_assert_cmphex(state[1], ==, 0);

    bcm2835_property(qts, RPI_FWREQ_SET_GPIO_CONFIG, config, 6);
    g_assert_cmphex(config[0], ==, 0);
    bcm2835_property(qts, RPI_FWREQ_GET_GPIO_CONFIG, got, 5);
    g_assert_cmphex(got[0], ==, 0);
    g_assert_cmphex(got[1], ==, 1);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_GPIO_STATE, 130, 9), ==, 1);
    ask(qts, RPI_FWREQ_SET_GPIO_STATE, 130, 0);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_GPIO_STATE, 130, 9), ==, 0);

    /* An input cannot be set */
    ask(qts, RPI_FWREQ_SET_GPIO_STATE, 132, 1);
    g_assert_cmphex(ask(qts, RPI_FWREQ_GET_GPIO_STATE, 132, 9), ==, 0);
    state[0] = 136;
    bcm2835_property(qts, RPI_FWREQ_GET_GPIO_STATE, state, 2);
    g_assert_cmphex(state[0], ==, 136);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/bcm2835/property/domains", test_domains);
    qtest_add_func("/bcm2835/property/no-domain", test_no_domain);
    qtest_add_func("/bcm2835/property/domain-reset", test_domain_reset);
    qtest_add_func("/bcm2835/property/clock-list", test_clock_list);
    qtest_add_func("/bcm2835/property/short-clock-list", test_short_clock_list);
    qtest_add_func("/bcm2835/property/clock-rates", test_clock_rates);
    qtest_add_func("/bcm2835/property/clock-states", test_clock_states);
    qtest_add_func("/bcm2835/property/expander", test_expander);
    return g_test_run();
}
