#include "discreet/release/account.hpp"

#include "discreet/error.hpp"

namespace discreet {

RunResult Account::run(const Bill& /*bill*/, std::uint64_t /*room*/, const DrawText& /*draw*/) {
  throw Error{bad_parameter, "this account keeps no results, and so has no runs"};
}

}  // namespace discreet
