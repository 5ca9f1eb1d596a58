#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "core.hpp"
#include "discreet/error.hpp"
#include "numpy_arrays.hpp"

namespace {

// The three structures of the Arrow C data and stream interfaces, as their specification lays them
// out.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // namespace

namespace discreet::python {
namespace {

template <class Struct>
struct GivenBack {
  void operator()(Struct* held) const {
    if (held->release != nullptr) {
      held->release(held);
    }
    delete held;
  }
};
template <class Struct>
using Held = std::unique_ptr<Struct, GivenBack<Struct>>;

template <class Struct>
Held<Struct> make_held() {
  return Held<Struct>(new Struct{});
}

std::string_view dtype_of(const ArrowSchema& schema) {
  constexpr std::array<std::pair<char, std::string_view>, 10> names{{{'c', "int8"},
                                                                     {'C', "uint8"},
                                                                     {'s', "int16"},
                                                                     {'S', "uint16"},
                                                                     {'i', "int32"},
                                                                     {'I', "uint32"},
                                                                     {'l', "int64"},
                                                                     {'L', "uint64"},
                                                                     {'f', "float32"},
                                                                     {'g', "float64"}}};
  if (schema.dictionary == nullptr && std::strlen(schema.format) == 1) {
    for (const auto& [letter, name] : names) {
      if (schema.format[0] == letter) {
        return name;
      }
    }
  }
  if (schema.format[0] == '+') {
    throw nb::type_error("scores must be one number for each candidate, not lists or structs");
  }
  throw nb::type_error(
      "scores must be integers of 8 to 64 bits, float32 or float64; cast the column first");
}

bool has_nulls(const ArrowArray& array) {
  if (array.null_count >= 0) {
    return array.null_count > 0;
  }
  const auto* valid = static_cast<const std::uint8_t*>(array.buffers[0]);
  if (valid == nullptr) {
    return false;
  }
  for (std::int64_t i = array.offset; i < array.offset + array.length; ++i) {
    if ((valid[i / 8] >> (i % 8) & 1) == 0) {
      return true;
    }
  }
  return false;
}

std::size_t width_of(std::string_view dtype) {
  return dtype.ends_with("64") ? 8 : dtype.ends_with("32") ? 4 : dtype.ends_with("16") ? 2 : 1;
}

// One array of numpy on the memory of one chunk; the chunk lives as long as the array.
nb::object chunk_array(std::string_view dtype, Held<ArrowArray> chunk) {
  require(!has_nulls(*chunk), outside_domain, "scores must not be null");
  const auto* data = static_cast<const std::byte*>(chunk->buffers[1]);
  const auto size = static_cast<std::size_t>(chunk->length);
  if (data != nullptr) {
    data += static_cast<std::size_t>(chunk->offset) * width_of(dtype);
  }
  nb::capsule owner(chunk.get(), [](void* held) noexcept {
    GivenBack<ArrowArray>{}(static_cast<ArrowArray*>(held));
  });
  (void)chunk.release();
  return foreign_array(dtype, data, size, std::move(owner));
}

// A capsule is for one reader: what another took from it is not there any more.
constexpr const char* taken = "the Arrow data of the scores were read before; export them again";

// The chunks of a stream of scores, as arrays, without copying.
nb::list arrow_chunks(nb::handle capsule) {
  auto* stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) {
    throw nb::python_error();
  }
  require(stream->release != nullptr, outside_domain, taken);
  // An engine's own message could show what the column holds, so it is not passed on.
  const auto read = [](int status) {
    require(status == 0, outside_domain, "the Arrow stream of scores could not be read");
  };
  const auto schema = make_held<ArrowSchema>();
  read(stream->get_schema(stream, schema.get()));
  const std::string_view dtype = dtype_of(*schema);
  nb::list chunks;
  while (true) {
    auto chunk = make_held<ArrowArray>();
    read(stream->get_next(stream, chunk.get()));
    if (chunk->release == nullptr) {
      return chunks;
    }
    if (chunk->length > 0) {
      chunks.append(chunk_array(dtype, std::move(chunk)));
    }
  }
}

// The same for one array that is not in a stream.
nb::object arrow_array(nb::handle schema_capsule, nb::handle array_capsule) {
  const auto* schema =
      static_cast<ArrowSchema*>(PyCapsule_GetPointer(schema_capsule.ptr(), "arrow_schema"));
  auto* array = static_cast<ArrowArray*>(PyCapsule_GetPointer(array_capsule.ptr(), "arrow_array"));
  if (schema == nullptr || array == nullptr) {
    throw nb::python_error();
  }
  require(schema->release != nullptr && array->release != nullptr, outside_domain, taken);
  const std::string_view dtype = dtype_of(*schema);
  // Whoever takes an array over marks the one in the capsule as released.
  Held<ArrowArray> chunk(new ArrowArray(*array));
  array->release = nullptr;
  return chunk_array(dtype, std::move(chunk));
}

}  // namespace

void bind_arrow(nb::module_& module) {
  module.def("arrow_chunks", &arrow_chunks);
  module.def("arrow_array", &arrow_array);
}

}  // namespace discreet::python
