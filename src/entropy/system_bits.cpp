#include "discreet/entropy/system_bits.hpp"

namespace discreet {

SystemBits& thread_bits() {
  thread_local SystemBits bits;
  return bits;
}

}  // namespace discreet
