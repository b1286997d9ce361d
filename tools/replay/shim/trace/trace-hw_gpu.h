/*
 * Tracing is off.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define trace_tegra_dc_window(...)
