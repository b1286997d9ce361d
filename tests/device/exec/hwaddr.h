/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DEVICE_EXEC_HWADDR_H
#define DEVICE_EXEC_HWADDR_H

typedef uint64_t hwaddr;

#endif
