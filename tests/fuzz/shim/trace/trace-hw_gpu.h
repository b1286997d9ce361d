/*
 * Nothing of it is used in a fuzzer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
