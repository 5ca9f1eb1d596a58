#pragma once

// The error bounds of the filters count roundings one by one, so an operation that the compiler
// moves, merges or leaves out breaks them without a trace. Our own CMake target and pkg-config file
// switch such options off; this catches compilers that are called by hand and tell what they do.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "discreet needs IEEE arithmetic: compile without -ffast-math and its parts"
#endif
