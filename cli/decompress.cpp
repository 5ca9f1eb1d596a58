#define ZLIB_CONST
#include "decompress.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "input_error.hpp"
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace discreet::cli {
namespace {

constexpr std::size_t plain_piece = 1UL << 18;

enum class Place { between, inside };  // parts of the data: members or frames

/// One call of a library: how much it took and gave, and where it stands.
struct Step {
  std::size_t taken = 0;
  std::size_t given = 0;
  Place place = Place::inside;
};

class Inflater {
 public:
  static constexpr const char* name = "gzip";

  Inflater() {
    constexpr int only_gzip = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, only_gzip) != Z_OK) {
      throw std::bad_alloc{};
    }
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;
  ~Inflater() { (void)inflateEnd(&stream_); }

  Step step(std::string_view in, std::vector<char>& out) {
    const auto most = std::min<std::size_t>(in.size(), std::numeric_limits<uInt>::max());
    stream_.next_in = reinterpret_cast<const Bytef*>(in.data());
    stream_.avail_in = static_cast<uInt>(most);
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int code = inflate(&stream_, Z_NO_FLUSH);
    const Step step{most - stream_.avail_in, out.size() - stream_.avail_out,
                    code == Z_STREAM_END ? Place::between : Place::inside};
    if (code == Z_MEM_ERROR) {
      throw std::bad_alloc{};
    }
    if (code != Z_OK && code != Z_BUF_ERROR && code != Z_STREAM_END) {
      throw InputError{"the gzip data is damaged, or something else follows it"};
    }
    if (code == Z_STREAM_END && inflateReset(&stream_) != Z_OK) {
      throw InputError{"the gzip data cannot be read on"};
    }
    return step;
  }

 private:
  z_stream stream_{};
};

class FrameReader {
 public:
  static constexpr const char* name = "zstd";

  FrameReader() : context_(ZSTD_createDCtx()) {
    if (!context_) {
      throw std::bad_alloc{};
    }
  }

  Step step(std::string_view in, std::vector<char>& out) {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t code = ZSTD_decompressStream(context_.get(), &to, &from);
    if (ZSTD_isError(code) != 0) {
      fail(ZSTD_getErrorCode(code));
    }
    return {from.pos, to.pos, code == 0 ? Place::between : Place::inside};
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const noexcept { (void)ZSTD_freeDCtx(context); }
  };

  [[noreturn]] static void fail(ZSTD_ErrorCode code) {
    if (code == ZSTD_error_memory_allocation) {
      throw std::bad_alloc{};
    }
    if (code == ZSTD_error_frameParameter_windowTooLarge) {
      throw InputError{
          "the zstd data was made with a window above 128 MiB: unpack it with zstd -d --long=31"};
    }
    if (code == ZSTD_error_dictionary_wrong) {
      throw InputError{"the zstd data needs a dictionary: unpack it with zstd -d -D DICTIONARY"};
    }
    throw InputError{"the zstd data is damaged, or something else follows it"};
  }

  std::unique_ptr<ZSTD_DCtx, Free> context_;
};

template <class Library>
class Decompressor {
 public:
  explicit Decompressor(NextBytes compressed)
      : compressed_(std::move(compressed)), out_(plain_piece) {}

  std::string_view next() {
    while (!ended_) {
      // A full piece inside a part says that the library may hold more than it gave.
      if (rest_.empty() && (!full_ || place_ == Place::between)) {
        rest_ = compressed_();
        if (rest_.empty()) {
          ended_ = true;
          break;
        }
      }
      const Step step = library_.step(rest_, out_);
      rest_.remove_prefix(step.taken);
      place_ = step.place;
      full_ = step.given == out_.size();
      if (step.given > 0) {
        return {out_.data(), step.given};
      }
    }
    if (place_ == Place::inside) {
      throw InputError{std::string{"the "} + Library::name + " data is cut short"};
    }
    return {};
  }

 private:
  NextBytes compressed_;
  Library library_;
  std::vector<char> out_;
  std::string_view rest_;
  Place place_ = Place::inside;
  bool full_ = false;
  bool ended_ = false;
};

template <class Library>
NextBytes decompressed(NextBytes compressed) {
  auto state = std::make_shared<Decompressor<Library>>(std::move(compressed));
  return [state] { return state->next(); };
}

}  // namespace

NextBytes gunzip(NextBytes compressed) { return decompressed<Inflater>(std::move(compressed)); }

NextBytes unzstd(NextBytes compressed) { return decompressed<FrameReader>(std::move(compressed)); }

}  // namespace discreet::cli
