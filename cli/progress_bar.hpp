#pragma once

#include <chrono>
#include <string>

namespace discreet::cli {

/// A line on the terminal that fills while something long runs; nothing for what is quick, nothing
/// where standard error is no terminal.
class ProgressBar {
 public:
  enum class Show { on_a_terminal, never };
  ProgressBar(std::string what, Show show);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ProgressBar(ProgressBar&&) = delete;
  ProgressBar& operator=(ProgressBar&&) = delete;
  ~ProgressBar();

  /// The part that is done, from 0 to 1.
  void update(double part);

 private:
  std::string what_;
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_ = begun_;
};

}  // namespace discreet::cli
