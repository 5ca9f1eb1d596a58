#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <string>

#include <sqlite3.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::testing {

/// A disk whose cache can be lost: writes, truncations and new files stay in memory until they are
/// synced, and a deletion until its directory is. One connection, one process.
///
/// Before each change of the disk `on_change` is asked: SQLITE_OK lets it happen, another code makes
/// it fail, and a call that does not return is the power cut.
class OverlayVfs {
 public:
  explicit OverlayVfs(std::function<int()> on_change) : on_change_(std::move(on_change)) {
    below_ = sqlite3_vfs_find(nullptr);
    vfs_ = *below_;
    vfs_.szOsFile = sizeof(Handle);
    vfs_.pNext = nullptr;
    vfs_.zName = "overlay";
    vfs_.pAppData = this;
    vfs_.xOpen = open;
    vfs_.xDelete = remove;
    vfs_.xAccess = access;
    sqlite3_vfs_register(&vfs_, 1);
  }
  OverlayVfs(const OverlayVfs&) = delete;
  OverlayVfs& operator=(const OverlayVfs&) = delete;
  OverlayVfs(OverlayVfs&&) = delete;
  OverlayVfs& operator=(OverlayVfs&&) = delete;
  ~OverlayVfs() { sqlite3_vfs_unregister(&vfs_); }

  /// What a drive with reordered writes may leave: every second sector of what was not synced.
  void spill(unsigned parity) {
    for (const auto& [path, file] : files_) {
      struct stat status{};
      if (!file.exists || ::stat(path.c_str(), &status) != 0) {
        continue;
      }
      const int disk = ::open(path.c_str(), O_WRONLY);
      for (std::size_t at = parity % 2 * 512; at + 512 <= file.bytes.size(); at += 1024) {
        if (::pwrite(disk, file.bytes.data() + at, 512, static_cast<off_t>(at)) != 512) {
          ::_exit(99);
        }
      }
      ::close(disk);
    }
  }

 private:
  struct Content {
    std::string bytes;
    bool exists = true;
  };
  struct Handle {
    sqlite3_file base;
    OverlayVfs* disk;
    const std::string* path;
    Content* content;
  };

  static Handle& of(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file); }

  static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
    auto* const self = static_cast<OverlayVfs*>(vfs->pAppData);
    static const sqlite3_io_methods methods = make_methods();
    auto found = self->files_.find(name);
    if (found == self->files_.end() || !found->second.exists) {
      Content content;
      const int disk = found == self->files_.end() ? ::open(name, O_RDONLY) : -1;
      if (disk >= 0) {
        char buffer[4096];
        for (ssize_t got = 0; (got = ::read(disk, buffer, sizeof buffer)) > 0;) {
          content.bytes.append(buffer, static_cast<std::size_t>(got));
        }
        ::close(disk);
      } else if ((flags & SQLITE_OPEN_CREATE) == 0) {
        file->pMethods = nullptr;
        return SQLITE_CANTOPEN;
      }
      found = self->files_.insert_or_assign(name, std::move(content)).first;
    }
    of(file) = {{&methods}, self, &found->first, &found->second};
    if (out != nullptr) {
      *out = flags;
    }
    return SQLITE_OK;
  }

  static int remove(sqlite3_vfs* vfs, const char* name, int sync_directory) {
    auto* const self = static_cast<OverlayVfs*>(vfs->pAppData);
    const int code = self->on_change_();
    // This code alone says that the file is gone, though not for good.
    if (code == SQLITE_OK || code == SQLITE_IOERR_DIR_FSYNC) {
      self->files_[name] = {{}, false};
      if (sync_directory != 0) {
        ::unlink(name);
      }
    }
    return code;
  }

  static int access(sqlite3_vfs* vfs, const char* name, int flags, int* out) {
    auto* const self = static_cast<OverlayVfs*>(vfs->pAppData);
    const auto found = self->files_.find(name);
    if (found == self->files_.end()) {
      return self->below_->xAccess(self->below_, name, flags, out);
    }
    *out = found->second.exists ? 1 : 0;
    return SQLITE_OK;
  }

  static int read(sqlite3_file* file, void* into, int size, sqlite3_int64 at) {
    const std::string& bytes = of(file).content->bytes;
    const auto from = static_cast<std::size_t>(at);
    const auto wanted = static_cast<std::size_t>(size);
    const std::size_t there = from < bytes.size() ? std::min(wanted, bytes.size() - from) : 0;
    std::memset(into, 0, wanted);
    std::memcpy(into, bytes.data() + (there == 0 ? 0 : from), there);
    return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
  }

  static int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
    if (const int code = of(file).disk->on_change_(); code != SQLITE_OK) {
      return code;
    }
    std::string& bytes = of(file).content->bytes;
    const auto end = static_cast<std::size_t>(at) + static_cast<std::size_t>(size);
    bytes.resize(std::max(bytes.size(), end));
    std::memcpy(bytes.data() + at, from, static_cast<std::size_t>(size));
    return SQLITE_OK;
  }

  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (const int code = of(file).disk->on_change_(); code != SQLITE_OK) {
      return code;
    }
    of(file).content->bytes.resize(static_cast<std::size_t>(size));
    return SQLITE_OK;
  }

  static int sync(sqlite3_file* file, int) {
    if (const int code = of(file).disk->on_change_(); code != SQLITE_OK) {
      return code;
    }
    const int disk = ::open(of(file).path->c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const std::string& bytes = of(file).content->bytes;
    const bool good =
        ::write(disk, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    ::close(disk);
    return good ? SQLITE_OK : SQLITE_IOERR_FSYNC;
  }

  static sqlite3_io_methods make_methods() {
    sqlite3_io_methods out{};
    out.iVersion = 1;
    out.xClose = [](sqlite3_file*) { return SQLITE_OK; };
    out.xRead = read;
    out.xWrite = write;
    out.xTruncate = truncate;
    out.xSync = sync;
    out.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
      *size = static_cast<sqlite3_int64>(of(file).content->bytes.size());
      return SQLITE_OK;
    };
    out.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
    out.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
    out.xCheckReservedLock = [](sqlite3_file*, int* held) {
      *held = 0;
      return SQLITE_OK;
    };
    out.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
    out.xSectorSize = [](sqlite3_file*) { return 4096; };
    out.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
    return out;
  }

  std::function<int()> on_change_;
  std::map<std::string, Content, std::less<>> files_;
  sqlite3_vfs* below_ = nullptr;
  sqlite3_vfs vfs_{};
};

}  // namespace discreet::testing
