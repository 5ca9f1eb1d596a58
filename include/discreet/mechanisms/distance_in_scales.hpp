#pragma once

namespace discreet::detail {

/// The range distance in units of the scale, rounded up; 0 at distance 0, else +inf at scale 0.
///
/// Throws    Error{bad_distance} for a negative, -0.0 or NaN distance; Error{bad_parameter} for a
///           scale that is not finite or has a minus sign.
/// Proof     proofs/mechanisms/top_k_max_divergence.md
[[nodiscard]] double inf_distance_in_scales(double d_in, double scale);

}  // namespace discreet::detail
