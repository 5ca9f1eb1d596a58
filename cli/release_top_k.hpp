#pragma once

#include <string>
#include <vector>

#include "discreet/release/top_k.hpp"
#include "release.hpp"

namespace discreet::cli {

/// Charges, draws and writes out the labels of the k best scores.
///
/// Requires  one label for each score; the releaser was prepared for this request.
void release_top_k(Releaser<TopKRelease>& releaser, const TopKRequest& request,
                   const Scores& scores, const std::vector<std::string>& labels);

}  // namespace discreet::cli
