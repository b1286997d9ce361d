/*
 * QTest of the small blocks of Tegra20: chip identity, fuses, vectors, flow
 * controller, interrupt controller, memory controllers; and of migration
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/core/registerfields.h"
#include "migrate-file.h"
#include "tegra20-qtest.h"

static QTestState *soc_start(void)
{
    return qtest_init("-machine trimslice");
}

/* Check that every register of a block that is plain storage keeps its value */
static void check_storage(QTestState *qts, uint64_t base, uint32_t first,
                          uint32_t last)
{
    for (uint32_t offset = first; offset <= last; offset += 4) {
        qtest_writel(qts, base + offset, 0x96a50000 ^ offset);
    }
    for (uint32_t offset = first; offset <= last; offset += 4) {
        g_assert_cmphex(qtest_readl(qts, base + offset), ==,
                        0x96a50000 ^ offset);
    }
}

static void check_read_only(QTestState *qts, uint64_t addr, uint32_t value)
{
    g_assert_cmphex(qtest_readl(qts, addr), ==, value);
    qtest_writel(qts, addr, ~value);
    g_assert_cmphex(qtest_readl(qts, addr), ==, value);
}

static void test_apbmisc(void)
{
    QTestState *qts = soc_start();

    /* Minor revision 4, chip 0x20, major 1, family 7 */
    check_read_only(qts, TEGRA20_APBMISC_BASE + 0x804, 0x00042017);
    check_read_only(qts, TEGRA20_APBMISC_BASE + 0x008, 0);
    check_storage(qts, TEGRA20_APBMISC_BASE, 0x014, 0x0b0);
    check_storage(qts, TEGRA20_APBMISC_BASE, 0x868, 0x90c);
    qtest_system_reset(qts);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_APBMISC_BASE + 0x14), ==, 0);
    qtest_quit(qts);
}

static void test_fuse(void)
{
    QTestState *qts = soc_start();

    check_read_only(qts, TEGRA20_FUSE_BASE + 0x110, 8);
    check_read_only(qts, TEGRA20_FUSE_BASE + 0x108, 0);
    for (int i = 20; i <= 55; i++) {
        check_read_only(qts, TEGRA20_FUSE_BASE + 0x200 + 4 * i, 0);
    }
    qtest_quit(qts);
}

/* Read by a CPU; an AVP would read 0xaa */
static void test_proctag(void)
{
    QTestState *qts = soc_start();

    check_read_only(qts, TEGRA20_PROCTAG_BASE, 0x55555555);
    for (int i = 0; i < 4; i++) {
        g_assert_cmphex(qtest_readb(qts, TEGRA20_PROCTAG_BASE + i), ==, 0x55);
    }
    g_assert_cmphex(qtest_readw(qts, TEGRA20_PROCTAG_BASE + 2), ==, 0x5555);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_PROCTAG_BASE + 4), ==, 0);
    qtest_quit(qts);
}

static void test_storage(void)
{
    QTestState *qts = soc_start();

    check_storage(qts, TEGRA20_EVP_BASE, 0x100, 0x11c);
    check_storage(qts, TEGRA20_EVP_BASE, 0x200, 0x21c);
    check_storage(qts, TEGRA20_SB_BASE, 0x000, 0x008);
    check_storage(qts, TEGRA20_AHB_BASE, 0x004, 0x008);
    check_storage(qts, TEGRA20_AHB_BASE, 0x010, 0x08c);
    check_storage(qts, TEGRA20_AHB_BASE, 0x0dc, 0x0f4);
    check_storage(qts, TEGRA20_IRAM_BASE, 0, 0x400);
    check_storage(qts, TEGRA20_IRAM_BASE, TEGRA20_IRAM_SIZE - 0x400,
                  TEGRA20_IRAM_SIZE - 4);
    qtest_quit(qts);
}

#define LOADED_RAM  0x00108000
#define LOADED_IRAM (TEGRA20_IRAM_BASE + 0x100)

/* Check that it is put there at each reset, whatever the guest has written */
static void check_loaded(QTestState *qts, const char *text)
{
    g_autofree char *got = g_strdup(text);

    qtest_memread(qts, LOADED_RAM, got, strlen(text));
    g_assert_cmpstr(got, ==, text);
    g_assert_cmphex(qtest_readq(qts, LOADED_IRAM), ==, 0x0000000012345678);
    qtest_memset(qts, LOADED_RAM, 0, strlen(text));
    qtest_writel(qts, LOADED_IRAM, 0);
}

/* -device loader: a file and a value */
static void test_loader(void)
{
    static const char text[] = "neither an ELF file, nor one of U-Boot's";
    g_autofree char *dir = g_dir_make_tmp("tegra20-soc-test-XXXXXX", NULL);
    g_autofree char *file = g_build_filename(dir, "text", NULL);
    QTestState *qts;

    g_assert_true(g_file_set_contents(file, text, -1, NULL));
    qts = qtest_initf("-machine trimslice -device loader,addr=0x%x,file=%s"
                      " -device loader,addr=0x%x,data=0x12345678,data-len=4",
                      LOADED_RAM, file, LOADED_IRAM);
    check_loaded(qts, text);
    qtest_system_reset(qts);
    check_loaded(qts, text);
    qtest_quit(qts);
    unlink(file);
    rmdir(dir);
}

static void test_flow(void)
{
    static const uint32_t csr[] = { 0x08, 0x0c, 0x18 };
    QTestState *qts = soc_start();

    qtest_writel(qts, TEGRA20_FLOW_BASE + 0x14, 0x50000000);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_FLOW_BASE + 0x14), ==,
                    0x50000000);
    /* Bits 15 and 14 are cleared by ones, and cannot be set */
    for (size_t i = 0; i < ARRAY_SIZE(csr); i++) {
        qtest_writel(qts, TEGRA20_FLOW_BASE + csr[i], 0x0000c301);
        g_assert_cmphex(qtest_readl(qts, TEGRA20_FLOW_BASE + csr[i]), ==,
                        0x00000301);
    }
    qtest_quit(qts);
}

static uint64_t ictlr(int bank, uint32_t reg)
{
    return TEGRA20_ICTLR_BASE + 0x100 * bank + reg;
}

/* A forced interrupt reaches the GIC; the masks do not matter there */
static void test_ictlr_force(void)
{
    QTestState *qts = soc_start();

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    for (int n = 0; n < TEGRA20_NUM_SPIS; n += 13) {
        uint32_t bit = 1u << n % 32;

        qtest_writel(qts, ictlr(n / 32, 0x28), UINT32_MAX);
        qtest_writel(qts, ictlr(n / 32, 0x18), bit);
        g_assert_true(qtest_get_irq(qts, n));
        g_assert_cmphex(qtest_readl(qts, ictlr(n / 32, 0x14)), ==, bit);
        g_assert_cmphex(qtest_readl(qts, ictlr(n / 32, 0x10)), ==, 0);
        qtest_writel(qts, ictlr(n / 32, 0x1c), bit);
        g_assert_false(qtest_get_irq(qts, n));
    }
    qtest_quit(qts);
}

/* Timer 3 is SPI 41: bank 1, bit 9 */
static void test_ictlr_status(void)
{
    const uint32_t bit = 1u << 9;
    QTestState *qts = soc_start();

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    qtest_writel(qts, ictlr(1, 0x24), bit);
    qtest_writel(qts, ictlr(1, 0x34), bit);
    qtest_writel(qts, ictlr(1, 0x3c), bit);
    qtest_writel(qts, TEGRA20_TIMER_BASE + 0x50, 1u << 31);
    qtest_clock_step(qts, 1000);
    g_assert_cmphex(qtest_readl(qts, ictlr(1, 0x10)), ==, bit);
    g_assert_cmphex(qtest_readl(qts, ictlr(1, 0x20)), ==, bit);
    g_assert_cmphex(qtest_readl(qts, ictlr(1, 0x00)), ==, bit);
    g_assert_cmphex(qtest_readl(qts, ictlr(1, 0x08)), ==, 0);
    /* The AVP takes it as FIQ */
    g_assert_cmphex(qtest_readl(qts, ictlr(1, 0x04)), ==, 0);
    g_assert_cmphex(qtest_readl(qts, ictlr(1, 0x0c)), ==, bit);
    qtest_writel(qts, ictlr(1, 0x28), bit);
    g_assert_cmphex(qtest_readl(qts, ictlr(1, 0x00)), ==, 0);
    /* Masked there, but not at the GIC */
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_TIMER3));
    /* Forcing and unforcing a line that is up leaves it up */
    qtest_writel(qts, ictlr(1, 0x18), bit);
    qtest_writel(qts, ictlr(1, 0x1c), bit);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_TIMER3));
    qtest_writel(qts, TEGRA20_TIMER_BASE + 0x54, 1u << 30);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_TIMER3));
    qtest_quit(qts);
}

static void test_mc(void)
{
    QTestState *qts = soc_start();

    g_assert_cmphex(qtest_readl(qts, TEGRA20_MC_BASE + 0x100), ==, 0x7fff);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_MC_BASE + 0x104), ==, 0x7fff);
    qtest_writel(qts, TEGRA20_MC_BASE + 0x100, 0x18bf);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_MC_BASE + 0x100), ==, 0x18bf);
    qtest_writel(qts, TEGRA20_MC_BASE + 0x104, 0xffff77ff);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_MC_BASE + 0x104), ==, 0x77ff);
    for (int client = 0; client <= 14; client++) {
        check_read_only(qts, TEGRA20_MC_BASE + 0x140 + 4 * client, 0);
    }
    check_storage(qts, TEGRA20_MC_BASE, 0x004, 0x004);
    check_storage(qts, TEGRA20_MC_BASE, 0x090, 0x0ac);
    qtest_quit(qts);
}

static void test_emc(void)
{
    QTestState *qts = soc_start();

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EMC_BASE + 0x2b8), ==, 4);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EMC_BASE + 0x104), ==, 3);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EMC_BASE + 0x000), ==, 0);
    check_read_only(qts, TEGRA20_EMC_BASE + 0x19c, 0);
    check_read_only(qts, TEGRA20_EMC_BASE + 0x1a0, 0);
    /* A change of the memory clock is reported: 666 to 333 MHz */
    qtest_writel(qts, TEGRA20_CAR_BASE + 0x19c, 0x00000002);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EMC_BASE), ==, 0x10);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_EMC));
    qtest_writel(qts, TEGRA20_EMC_BASE + 0x004, 0x10);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_EMC));
    qtest_writel(qts, TEGRA20_EMC_BASE, 0x10);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EMC_BASE), ==, 0);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_EMC));
    /* Which the reset of the machine, that changes it back, does not */
    qtest_system_reset(qts);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EMC_BASE), ==, 0);
    qtest_quit(qts);
}

#define EMC_SELF_REF    (TEGRA20_EMC_BASE + 0x0e0)
#define EMC_STATUS      (TEGRA20_EMC_BASE + 0x2b4)

/* What Linux waits for with its code in IRAM, on the way into LP1 and back */
static void test_emc_self_refresh(void)
{
    QTestState *qts = soc_start();

    check_read_only(qts, EMC_STATUS, 0x004);
    qtest_writel(qts, EMC_SELF_REF, 1);
    g_assert_cmphex(qtest_readl(qts, EMC_STATUS), ==, 0x304);
    qtest_writel(qts, EMC_SELF_REF, 0);
    g_assert_cmphex(qtest_readl(qts, EMC_STATUS), ==, 0x004);
    qtest_quit(qts);
}

/*
 * Check what the boot ROM leaves for U-Boot, barebox and Linux: the size of
 * memory in KiB, ADR_CFG and ODMDATA of the board's configuration, which is
 * found through the boot information table [tegra20.rst, State at reset]
 */
static void check_boot_info(QTestState *qts, uint32_t kib,
                            uint32_t adr_cfg, uint32_t odmdata)
{
    uint32_t bct = qtest_readl(qts, TEGRA20_IRAM_BASE + 0x3c);
    uint32_t size = qtest_readl(qts, TEGRA20_IRAM_BASE + 0x38);

    g_assert_cmphex(qtest_readl(qts, TEGRA20_MC_BASE + 0x00c), ==, kib);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EMC_BASE + 0x010), ==, adr_cfg);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_IRAM_BASE), ==, 0x00020001);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_IRAM_BASE + 0x0c), ==, 1);
    g_assert_cmpuint(size, ==, 4080);
    g_assert_cmphex(qtest_readl(qts, bct + 4068), ==, odmdata);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_PMC_BASE + 0xa0), ==, odmdata);
}

/* ... also after a guest that used IRAM and these registers itself */
static void test_boot_info(void)
{
    static const struct {
        unsigned int mib;
        uint32_t kib, adr_cfg, odmdata;
    } row[] = {
        { 1024, 0x00100000, 0x01070303, 0x300c0000 },
        { 1023, 0x00080000, 0x00070303, 0x200c0000 },
        { 512, 0x00080000, 0x00070303, 0x200c0000 },
        { 511, 0x00040000, 0x00060303, 0x100c0000 },
        { 256, 0x00040000, 0x00060303, 0x100c0000 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
        QTestState *qts = qtest_initf("-machine trimslice -m %u", row[i].mib);

        for (int reset = 0; reset < 2; reset++) {
            check_boot_info(qts, row[i].kib, row[i].adr_cfg, row[i].odmdata);
            check_storage(qts, TEGRA20_IRAM_BASE, 0, 0x1100);
            qtest_writel(qts, TEGRA20_MC_BASE + 0x00c, 0);
            qtest_writel(qts, TEGRA20_EMC_BASE + 0x010, 0);
            qtest_writel(qts, TEGRA20_PMC_BASE + 0xa0, 0);
            qtest_writel(qts, TEGRA20_PMC_BASE, 0x10);
            qtest_qmp_eventwait(qts, "RESET");
        }
        qtest_quit(qts);
    }
}

/* Offsets without a register, and registers the guest cannot write */
static void test_beside(void)
{
    static const uint64_t bases[] = {
        TEGRA20_ICTLR_BASE, TEGRA20_TIMER_BASE, TEGRA20_CAR_BASE,
        TEGRA20_FLOW_BASE, TEGRA20_AHB_BASE, TEGRA20_SB_BASE,
        TEGRA20_EVP_BASE, TEGRA20_APBMISC_BASE, TEGRA20_MC_BASE,
        TEGRA20_EMC_BASE, TEGRA20_FUSE_BASE, TEGRA20_PROCTAG_BASE,
    };
    QTestState *qts = soc_start();

    for (size_t i = 0; i < ARRAY_SIZE(bases); i++) {
        for (uint32_t offset = 0; offset < 0x400; offset++) {
            qtest_writel(qts, bases[i] + offset, UINT32_MAX);
            qtest_readl(qts, bases[i] + offset);
            qtest_writeb(qts, bases[i] + offset, 0xff);
            qtest_readw(qts, bases[i] + offset);
        }
    }
    qtest_system_reset(qts);
    qtest_quit(qts);
}

static void prepare_migration(QTestState *qts)
{
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_PLLD_BASE, 0x4011290c);
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_CLK_SOURCE_DISP1, 0x40000000);
    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    qtest_writel(qts, TEGRA20_PMC_BASE + 0x50, 0xcafe0001);
    qtest_writel(qts, TEGRA20_EVP_BASE + 0x100, 0x40000000);
    qtest_writel(qts, ictlr(3, 0x18), 1u << 8);
    qtest_writel(qts, TEGRA20_TIMER_BASE + 0x00, 1u << 31 | 99);
    qtest_clock_step(qts, 30 * 1000);
}

static void check_migrated(QTestState *qts)
{
    g_assert_cmphex(qtest_readl(qts, TEGRA20_CAR_BASE + A_CAR_PLLD_BASE), ==,
                    0x4811290c);
    /* 297 MHz / 4: 4000 / 297 ns */
    g_assert_cmpuint(tegra20_clock_period(qts, "/machine/soc/car/disp1") >> 32,
                     ==, 13);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_PMC_BASE + 0x38), ==, 0x2b);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_PMC_BASE + 0x50), ==,
                    0xcafe0001);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_EVP_BASE + 0x100), ==,
                    0x40000000);
    g_assert_cmphex(qtest_readl(qts, ictlr(3, 0x14)), ==, 1u << 8);
    /* The clock of qtest does not migrate: it starts at 0 again */
    qtest_clock_step(qts, 30 * 1000);
    g_assert_cmpuint(qtest_readl(qts, TEGRA20_TIMER_BASE + 0x04), ==, 69);
    qtest_clock_step(qts, 70 * 1000 - 1);
    g_assert_cmphex(qtest_readl(qts, ictlr(0, 0x10)) & 1, ==, 0);
    qtest_clock_step(qts, 1);
    g_assert_cmphex(qtest_readl(qts, ictlr(0, 0x10)) & 1, ==, 1);
}

static void test_migration(void)
{
    QTestState *qts = soc_start();

    prepare_migration(qts);
    qts = move_machine(qts, "-machine trimslice");
    check_migrated(qts);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/soc/apbmisc", test_apbmisc);
    qtest_add_func("/tegra20/soc/fuse", test_fuse);
    qtest_add_func("/tegra20/soc/proctag", test_proctag);
    qtest_add_func("/tegra20/soc/storage", test_storage);
    qtest_add_func("/tegra20/soc/loader", test_loader);
    qtest_add_func("/tegra20/soc/flow", test_flow);
    qtest_add_func("/tegra20/soc/ictlr-force", test_ictlr_force);
    qtest_add_func("/tegra20/soc/ictlr-status", test_ictlr_status);
    qtest_add_func("/tegra20/soc/mc", test_mc);
    qtest_add_func("/tegra20/soc/emc", test_emc);
    qtest_add_func("/tegra20/soc/emc-self-refresh", test_emc_self_refresh);
    qtest_add_func("/tegra20/soc/boot-info", test_boot_info);
    qtest_add_func("/tegra20/soc/beside", test_beside);
    qtest_add_func("/tegra20/soc/migration", test_migration);
    return g_test_run();
}
