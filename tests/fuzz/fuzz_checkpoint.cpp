// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Any bytes as a checkpoint. Since checksums guard the file, changed bytes hardly ever come further than those; so where
// the first byte is odd, the rest chooses the values and shapes of a file that HDF5 itself finds good. Either FileError
// says what is wrong, or the checkpoint is consistent and survives being written again.
#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/hdf5.hpp"
#include "output/checkpoint.hpp"
#include "output/results.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace {

using namespace neel;

/// Takes values off the front of the fuzzer's bytes; zeros when they are used up.
class Source {
public:
  Source(const unsigned char* data, std::size_t size) : data_(data), left_(size) {}
  template <class T>
  T take() {
    T value{};
    const std::size_t n = left_ < sizeof value ? left_ : sizeof value;
    std::memcpy(&value, data_, n);
    data_ += n;
    left_ -= n;
    return value;
  }
  /// Mostly small numbers, now and then any.
  std::int64_t number() {
    const auto kind = take<unsigned char>();
    return kind < 200 ? kind % 8 : (kind < 240 ? take<std::int8_t>() : take<std::int64_t>());
  }
  bool often() { return take<unsigned char>() % 16 != 0; }

private:
  const unsigned char* data_;
  std::size_t left_;
};

void build(Source source, const std::string& path) {
  files::Hdf5Writer file(path);
  const std::string input = source.often() ? "[model]\n" : "";
  const auto list = [&] {
    std::vector<std::int64_t> values(static_cast<std::size_t>(source.take<unsigned char>() % 6));
    for (std::int64_t& v : values) {
      v = source.number();
    }
    return values;
  };
  file.attribute("/", "format", std::string(output::checkpoint_format));
  file.attribute("/", "format_version", source.often() ? output::checkpoint_version : source.number());
  file.group("/config");
  file.text("/config/input", input);
  file.attribute("/config", "hash", source.often() ? files::checksum(input) : "x");
  file.group("/position");
  for (const char* name : {"point", "sweeps_in_point", "sweeps"}) {
    if (source.often()) {
      file.attribute("/position", name, source.number());
    }
  }
  file.group("/bins");
  for (const char* name : {"moments", "systems", "least"}) {
    if (source.often()) {
      file.attribute("/bins", name, source.number());
    }
  }
  file.plain("/bins/length", list());
  file.plain("/bins/measurements", list());
  const std::vector<double> sums(static_cast<std::size_t>(source.take<unsigned char>()), 0.5);
  file.plain("/bins/sums", sums);
  file.group("/configuration");
  run::Array a{"spins", static_cast<run::Array::Number>(source.take<unsigned char>() % 4), {3, 5}, {}};
  a.bytes.resize(15 * run::size_of(a.number));
  file.plain("/configuration/spins", a);
  file.group("/timing");
  file.attribute("/timing", "seconds", source.take<double>());
  file.attribute("/timing", "interruptions", source.number());
  file.commit();
}

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "not true: %s\n", what);
    std::abort();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const std::string path =
      (std::filesystem::temp_directory_path() / ("neel-fuzz-" + std::to_string(::getpid()))).string();
  if (size > 0 && data[0] % 2 == 1) {
    build(Source(data + 1, size - 1), path);
  } else {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }
  try {
    const output::Checkpoint c = output::read_checkpoint(path);
    require(c.finished.size() == c.position.point, "as many points have bins as are finished");
    require(!c.position.bins.empty(), "there is a system");
    output::write_checkpoint(c, path + ".again");
    const output::Checkpoint again = output::read_checkpoint(path + ".again");
    require(again.position.sweeps == c.position.sweeps && again.input == c.input &&
                again.configuration.size() == c.configuration.size(),
            "written again it is the same");
  } catch (const FileError&) {
  }
  for (const char* ending : {"", ".again", ".again.prev"}) {
    std::filesystem::remove(path + ending);
  }
  return 0;
}
