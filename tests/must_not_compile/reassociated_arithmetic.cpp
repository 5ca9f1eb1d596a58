// A compiler that says it reassociates sums must not compile the filters.
// expect: needs IEEE arithmetic
#ifndef CONTROL
#define __ASSOCIATIVE_MATH__ 1
#endif
#include "discreet/discreet.hpp"
