// The vector targets the kernels are compiled for: those whose vectors have a known size, since others
// cannot be kept in arrays or structs. On Arm that is NEON. Included before any header of Highway.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
