/*
 * NVIDIA Tegra20 host1x: names of modules, classes, methods and opcodes
 *
 * For logs, traces and dumps, and for tools that are built without QEMU.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_NAMES_H
#define HW_GPU_TEGRA_HOST1X_NAMES_H

const char *tegra_host1x_opcode_name(unsigned int opcode);
/* Return NULL if the chip has no such module, class or method. */
const char *tegra_host1x_module_name(unsigned int module);
const char *tegra_host1x_class_name(uint16_t class_id);
const char *tegra_host1x_host_method_name(uint16_t offset);

#endif /* HW_GPU_TEGRA_HOST1X_NAMES_H */
