#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "discreet/error.hpp"
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace discreet::testing {

/// Between clients and a server's socket: may lose a connection when a client says something for the n-th time.
class LossyProxy {
 public:
  enum class Loss { request, answer, wait };
  using Action = std::function<void()>;

  LossyProxy(const std::filesystem::path& directory, std::string server)
      : server_(std::move(server)), listener_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_un address = address_of((directory / ".s.PGSQL.5432").string());
    require(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
                ::listen(listener_, 64) == 0,
            bug, "a socket can be made");
    acceptor_ = std::thread{[this] { accept(); }};
  }
  LossyProxy(const LossyProxy&) = delete;
  LossyProxy& operator=(const LossyProxy&) = delete;
  LossyProxy(LossyProxy&&) = delete;
  LossyProxy& operator=(LossyProxy&&) = delete;
  ~LossyProxy() {
    stop_ = true;
    acceptor_.join();
    for (std::thread& pump : pumps_) {
      pump.join();
    }
    ::close(listener_);
  }

  /// From the next COMMIT on its client hears nothing, and the server hears of it when it is let go.
  void hold_commit() { holding_ = true; }
  void let_commit_go() { holding_ = false; }

  /// Loses what is said at a time, counted from 1, and runs an action then.
  void arm(Loss loss, int time, Action action = {}) {
    const std::scoped_lock hold{mutex_};
    loss_ = loss;
    said_ = 0;
    time_ = time;
    action_ = std::move(action);
  }
  /// Whether it came to that; from now on nothing is lost.
  bool disarm() {
    const std::scoped_lock hold{mutex_};
    const bool happened = time_ > 0 && said_ >= time_;
    time_ = 0;
    return happened;
  }

 private:
  static sockaddr_un address_of(const std::string& path) {
    sockaddr_un out{};
    out.sun_family = AF_UNIX;
    require(path.size() < sizeof out.sun_path, bug, "the path of a socket is short");
    path.copy(out.sun_path, path.size());
    return out;
  }

  static bool ready(int descriptor) {
    pollfd one{descriptor, POLLIN, 0};
    return ::poll(&one, 1, 10) > 0;
  }

  void accept() {
    while (!stop_) {
      if (ready(listener_)) {
        const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        pumps_.emplace_back([this, client] { pump(client); });
      }
    }
  }

  bool is_lost() {
    const std::scoped_lock hold{mutex_};
    if (++said_ != time_) {
      return false;
    }
    if (action_) {
      action_();
    }
    return true;
  }

  static bool says_commit(int client) {
    std::string said(256, '\0');
    const ssize_t got = ::recv(client, said.data(), said.size(), MSG_PEEK);
    constexpr std::string_view commit{"COMMIT", 7};  // and not READ COMMITTED
    return got > 0 && said.find(commit) < static_cast<std::size_t>(got);
  }

  static bool pass(int from, int to) {
    std::vector<char> buffer(1U << 17U);
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    for (ssize_t done = 0; done < got;) {
      const ssize_t put =
          ::send(to, buffer.data() + done, static_cast<std::size_t>(got - done), MSG_NOSIGNAL);
      if (put <= 0) {
        return false;
      }
      done += put;
    }
    return got > 0;
  }

  void pump(int client) {
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = address_of(server_);
    bool open = ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    while (open && !stop_) {
      pollfd both[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
      if (::poll(both, 2, 10) <= 0) {
        continue;
      }
      if (both[1].revents != 0) {
        open = pass(server, client);
      } else if (holding_ && says_commit(client)) {
        open = false;
        ::shutdown(client, SHUT_WR);
        while (holding_ && !stop_) {
          std::this_thread::yield();
        }
        pass(client, server);
        while (!ready(server) && !stop_) {
        }
      } else if (is_lost()) {
        open = false;
        if (loss_ != Loss::request) {
          pass(client, server);
        }
        if (loss_ == Loss::answer) {
          while (!ready(server) && !stop_) {
          }
        }
      } else {
        open = pass(client, server);
      }
    }
    ::close(client);
    ::close(server);
  }

  std::string server_;
  int listener_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> holding_ = false;
  std::mutex mutex_;
  Loss loss_ = Loss::request;
  int said_ = 0;
  int time_ = 0;
  Action action_;
  std::list<std::thread> pumps_;
  std::thread acceptor_;
};

}  // namespace discreet::testing
