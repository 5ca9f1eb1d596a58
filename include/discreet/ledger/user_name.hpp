#pragma once

#include <string>

namespace discreet {

/// The name of the user that this process acts for, or its number: who asks, unless somebody says.
std::string user_name();

}  // namespace discreet
