#include "discreet/ledger/pay.hpp"

#include "discreet/error.hpp"

namespace discreet {

std::string_view to_string(Pay pay) noexcept { return pay == Pay::epsilon ? "epsilon" : "rho"; }

Pay parse_pay(std::string_view name) {
  for (const Pay one : {Pay::epsilon, Pay::rho}) {
    if (to_string(one) == name) {
      return one;
    }
  }
  throw Error{bad_parameter, "a release is paid for in epsilon or rho"};
}

}  // namespace discreet
