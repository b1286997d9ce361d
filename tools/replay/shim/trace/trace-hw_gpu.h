/*
 * Nothing of it is used there
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
