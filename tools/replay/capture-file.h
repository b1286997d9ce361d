/*
 * The records of a capture in a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_CAPTURE_FILE_H
#define TOOLS_CAPTURE_FILE_H

#include "hw/gpu/lib/capture.h"

/* True: go on.  False: that is enough, or *@error says what is wrong. */
typedef bool CaptureFileTake(void *opaque, const GpuCaptureRecord *record,
                             char **error);

/* Let @take have the records.  Returns NULL or what is wrong, to be freed. */
char *capture_file_read(const char *path, CaptureFileTake *take, void *opaque);

#endif /* TOOLS_CAPTURE_FILE_H */
