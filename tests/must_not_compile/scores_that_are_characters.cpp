// bool and characters are no numbers here.
// expect: (Number|AtomDomain)
#include "discreet/discreet.hpp"

#ifdef CONTROL
using Score = signed char;  // std::int8_t
#else
using Score = char;
#endif

discreet::AtomDomain<Score> domain() { return {}; }
