// The bits of a release take no seed.
// expect: (no matching|no known conversion|could not convert)
#include "discreet/discreet.hpp"

#ifdef CONTROL
discreet::SystemBits bits;
#else
discreet::SystemBits bits{12345};
#endif
