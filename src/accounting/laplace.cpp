#include "accounting/laplace.hpp"

#include <algorithm>

#include "accounting/growths.hpp"
#include "accounting/reals.hpp"

namespace discreet::detail {
namespace {

double checked(double epsilon_step, std::int64_t cells) {
  require(epsilon_step >= 1e-100 && epsilon_step <= 100, bad_parameter,
          "a lattice needs an epsilon from 1e-100 to 100");
  require(cells % 2 == 0, bad_parameter, "a lattice for Laplace needs an even number of cells");
  return epsilon_step;
}

}  // namespace

void WindowSums::operator()(std::span<const double> values, std::span<double> out) {
  const std::size_t stride = window_.stride;
  const std::size_t length = 2 * window_.reach / stride + 1;
  const std::size_t size = values.size();
  ahead_.resize(size);
  behind_.resize(size);
  // Blocks of one window's length within each residue class: a window is the end of one block and
  // the beginning of the next, so nothing ever has to be subtracted. Both ways at once: neither waits for the other.
  const std::size_t block = stride * length;
  for (std::size_t open = 0; open < size; open += block) {
    const std::size_t close = std::min(open + block, size);
    for (std::size_t i = 0; i < close - open; ++i) {
      const std::size_t up = open + i;
      const std::size_t down = close - 1 - i;
      behind_[up] = i < stride ? values[up] : values[up] + window_.forward * behind_[up - stride];
      ahead_[down] =
          i < stride ? values[down] : values[down] + window_.backward * ahead_[down + stride];
    }
  }
  for (std::size_t open = 0; open + 2 * window_.reach < size; open += block) {
    const std::size_t close = std::min(open + block, size - 2 * window_.reach);
    for (std::size_t begin = open; begin < close; ++begin) {
      out[begin + window_.reach] = window_.high * ahead_[begin];
    }
    // A window that is one block has no second part.
    for (std::size_t begin = open + stride; begin < close; ++begin) {
      out[begin + window_.reach] += window_.low * behind_[begin + 2 * window_.reach];
    }
  }
}

LaplaceStep::Weights::Weights(Side side, const Reals& real, const BigInterval& step,
                              std::int64_t cells)
    : sums(Window{}) {
  const auto rounded = [&](const BigInterval& x) {
    return side == Side::above ? inf_double(x) : std::max(0.0, neg_inf_double(x));
  };
  const BigInterval h = step / real(static_cast<double>(cells));
  // From above the atoms of the chords, from below Laplace's own.
  const BigInterval atom =
      side == Side::above ? real(1) / (real(1) + exp(-(h / real(2)))) : real(0.5);
  const BigInterval bend = side == Side::above ? exp(h / real(2)) : exp(h);
  const BigInterval density = side == Side::above
                                  ? (bend - real(1)) / (bend + real(1))               // tanh(h / 4)
                                  : (bend - real(1)) / (real(2) * exp(h / real(2)));  // sinh(h / 2)
  near = rounded(atom);
  far = rounded(atom * exp(-step));
  inner = rounded(density * exp(-(step / real(2))));
  const double stride = side == Side::above ? 1 : 2;
  const auto reach = static_cast<double>(cells - 1);
  const auto power = [&](double l) { return rounded(exp(real(l) * h / real(2))); };
  sums = WindowSums{{static_cast<std::size_t>(reach), static_cast<std::size_t>(stride),
                     power(stride), power(-stride), power(reach), power(-reach)}};
}

LaplaceStep::LaplaceStep(double epsilon_step, std::int64_t cells)
    : LaplaceStep(checked(epsilon_step, cells), cells,
                  Reals{192 + 2 * bits_from_one(epsilon_step)}) {}

LaplaceStep::LaplaceStep(double epsilon_step, std::int64_t cells, const Reals& real)
    : cells_(cells),
      outward_{static_cast<double>(8 * cells + 64) * 0x1p-53, 0x1p-900},
      above_(Side::above, real, real(epsilon_step), cells),
      below_(Side::below, real, real(epsilon_step), cells),
      mirror_(real, real(epsilon_step) / real(static_cast<double>(cells)), cells, outward_) {
  const BigInterval half = real(epsilon_step) / real(static_cast<double>(2 * cells));
  const std::vector<double> growth = growths(real, half, cells);  // e^(jh / 2) - 1
  for (std::size_t j = 0; j < growth.size(); ++j) {
    const double rest = growth[growth.size() - 1 - j];  // of the step less jh
    growths_outward.put(first_, rest / (1 + rest) * lattice_scale);
  }
}

void LaplaceStep::advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
                          std::int64_t end) {
  const auto cells = static_cast<std::size_t>(cells_);
  const auto each = [&](Weights& weights, const std::vector<double>& from, std::vector<double>& to,
                        const auto& outward) {
    inner_.resize(from.size());
    weights.sums(from, inner_);
    for (std::size_t i = cells + static_cast<std::size_t>(begin);
         i <= cells + static_cast<std::size_t>(end); ++i) {
      to[i] = outward(weights.near * from[i - cells] +
                      (weights.inner * inner_[i] + weights.far * from[i + cells]));
    }
  };
  each(above_, before.upper, after.upper, [this](double sum) { return outward_.inf(sum); });
  each(below_, before.lower, after.lower, [this](double sum) { return outward_.neg_inf(sum); });
}

double LaplaceStep::lower_delta(const LatticeEnd& end, double epsilon) {
  return line_below(end.lower, end.upper, epsilon);
}

}  // namespace discreet::detail
