#include "usual_memory.hpp"

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "support/sanitizers.hpp"
#include "support/temporary_directory.hpp"
#include <sys/resource.h>

namespace discreet::cli {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

/// A /proc and a tree of control groups as one machine might show them.
class MadeUpMachine {
 public:
  MadeUpMachine() {
    write("proc/meminfo", "MemTotal:       2000000 kB\nMemAvailable:   1048576 kB\n");
  }

  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = root_.path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream{file} << text;
  }
  [[nodiscard]] std::size_t usual() const {
    return usual_memory(root_.path() / "proc", root_.path() / "groups");
  }

 private:
  testing::TemporaryDirectory root_;
};

TEST(UsualMemory, IsHalfOfWhatTheSystemHasToGive) {
  EXPECT_EQ(MadeUpMachine{}.usual(), 512 * megabyte);
}

TEST(UsualMemory, IsNoLimitWhereNothingSaysAny) {
  EXPECT_EQ(usual_memory("/nowhere", "/nowhere"), std::numeric_limits<std::size_t>::max());
}

TEST(UsualMemory, IsHalfOfWhatTheControlGroupsLeaveButForCachesOfFiles) {
  const MadeUpMachine machine;
  machine.write("proc/self/cgroup", "1:cpu:/other\n0::/outer/inner\n");
  machine.write("groups/outer/inner/memory.max", "max\n");
  EXPECT_EQ(machine.usual(), 512 * megabyte);
  machine.write("groups/outer/memory.max", std::to_string(400 * megabyte));
  machine.write("groups/outer/memory.current", std::to_string(150 * megabyte));
  EXPECT_EQ(machine.usual(), 125 * megabyte);
  machine.write("groups/outer/memory.stat",
                "anon 1\nfile " + std::to_string(50 * megabyte) + "\nkernel 7\n");
  EXPECT_EQ(machine.usual(), 150 * megabyte);
  machine.write("groups/memory.max", std::to_string(100 * megabyte));
  EXPECT_EQ(machine.usual(), 50 * megabyte) << "as a container sees its own group";
  machine.write("groups/outer/inner/memory.max", std::to_string(60 * megabyte));
  machine.write("groups/outer/inner/memory.current", std::to_string(90 * megabyte));
  EXPECT_EQ(machine.usual(), 0);
}

TEST(UsualMemory, KnowsControlGroupsOfTheFirstVersion) {
  const MadeUpMachine machine;
  machine.write("proc/self/cgroup", "5:memory:/job\n0::/\n");
  machine.write("groups/memory/job/memory.limit_in_bytes", std::to_string(300 * megabyte));
  machine.write("groups/memory/job/memory.usage_in_bytes", std::to_string(200 * megabyte));
  machine.write("groups/memory/job/memory.stat", "total_cache " + std::to_string(100 * megabyte));
  EXPECT_EQ(machine.usual(), 100 * megabyte);
}

TEST(UsualMemory, IsHalfOfWhatALimitOfTheProcessLeaves) {
  if (testing::address_sanitizer) {
    GTEST_SKIP() << "the sanitizer takes more addresses than any limit";
  }
  const MadeUpMachine machine;
  machine.write("proc/self/status", "VmSize:   10240 kB\nVmData:   20480 kB\n");
  for (const auto& [limit, expected] : {std::pair{RLIMIT_AS, 495}, {RLIMIT_DATA, 490}}) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(limit, &before), 0);
    // More than what this test takes itself, and less than what the machine has to give.
    rlimit lower = before;
    lower.rlim_cur = 1000 * megabyte;
    if (::setrlimit(limit, &lower) != 0) {
      GTEST_SKIP() << "limits cannot be set here";
    }
    const std::size_t found = machine.usual();
    ::setrlimit(limit, &before);
    EXPECT_EQ(found, static_cast<std::size_t>(expected) * megabyte);
  }
}

}  // namespace
}  // namespace discreet::cli
