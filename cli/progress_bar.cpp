#include "progress_bar.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "remark.hpp"
#include <unistd.h>

namespace discreet::cli {

ProgressBar::ProgressBar(std::string what, Show show)
    : what_(std::move(what)), shown_(show == Show::on_a_terminal && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) {
    remark("\r\x1b[K");
  }
}

void ProgressBar::update(double part) {
  constexpr std::chrono::milliseconds patience{400};
  constexpr std::chrono::milliseconds pause{100};
  constexpr int width = 30;
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now - begun_ < patience || now - last_ < pause) {
    return;
  }
  last_ = now;
  drawn_ = true;
  const double done = std::clamp(part, 0.0, 1.0);
  const auto full = static_cast<int>(done * width);
  remark(fmt::format("\r{} [{:#>{}}{:.>{}}] {:3.0f} %", what_, "", full, "", width - full,
                     done * 100));
}

}  // namespace discreet::cli
