/*
 * BCM2835 HVS: composition of a channel's picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_HVS_DRAW_H
#define HW_GPU_BCM2835_HVS_DRAW_H

#include "hw/gpu/bcm2835_hvs.h"

BCM2835HVSScanout *bcm2835_hvs_scanout_new(void);
void bcm2835_hvs_scanout_free(BCM2835HVSScanout *sc);
/* Note that what planes do not tell, colours, has changed. */
void bcm2835_hvs_scanout_changed(BCM2835HVSState *s);
/* Forget the picture: nothing is watched any more. */
void bcm2835_hvs_scanout_close(BCM2835HVSState *s);

#endif /* HW_GPU_BCM2835_HVS_DRAW_H */
