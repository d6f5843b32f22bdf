// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "errors/errors.hpp"
#include "output/checkpoint.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <span>

#include <sys/resource.h>
#include <unistd.h>

using namespace neel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("neel-test-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
};

statistics::Bins some_bins(int measurements, double first) {
  statistics::Bins bins(2, 4);
  for (int k = 0; k < measurements; ++k) {
    const double raw[2] = {first + k, 1.0 / (1 + k)};
    bins.add(raw);
  }
  return bins;
}

output::Checkpoint some_checkpoint(std::uint64_t sweeps) {
  output::Checkpoint c;
  c.input = "[model]\nname = \"x\"\n";
  c.position = {1, 7, sweeps, {some_bins(19, 3), some_bins(19, 4)}};
  c.finished = {{some_bins(100, 1), some_bins(100, 2)}};
  c.seconds = 1.5;
  c.interruptions = 3;
  run::Array a{"numbers", run::Array::Number::u32, {2, 3}, std::vector<std::byte>(24)};
  for (std::size_t k = 0; k < a.bytes.size(); ++k) {
    a.bytes[k] = static_cast<std::byte>(k * 37);
  }
  c.configuration = {a, {"large", run::Array::Number::u8, {3, 1 << 23}, std::vector<std::byte>(3 << 23, std::byte{9})}};
  return c;
}

void require_same(const statistics::Bins& a, const statistics::Bins& b) {
  CHECK(a.length() == b.length());
  CHECK(a.measurements() == b.measurements());
  CHECK(std::vector(a.sums().begin(), a.sums().end()) == std::vector(b.sums().begin(), b.sums().end()));
}

} // namespace

TEST_CASE("a checkpoint is read as it was written", "[output]") {
  const Folder folder;
  const output::Checkpoint written = some_checkpoint(4711);
  output::write_checkpoint(written, folder.file("a.chk.h5"));
  output::Checkpoint read = output::read_checkpoint(folder.file("a.chk.h5"));
  CHECK(read.input == written.input);
  CHECK(read.position.point == 1);
  CHECK(read.position.sweeps_in_point == 7);
  CHECK(read.position.sweeps == 4711);
  CHECK(read.seconds == 1.5);
  CHECK(read.interruptions == 3);
  REQUIRE(read.finished.size() == 1);
  for (std::size_t s = 0; s < 2; ++s) {
    require_same(read.finished[0][s], written.finished[0][s]);
    require_same(read.position.bins[s], written.position.bins[s]);
  }
  REQUIRE(read.configuration.size() == 2);
  for (run::Array& a : read.configuration) {
    CHECK((a.pieces.take != nullptr) == (a.name == "large"));
    run::complete(a);
    const run::Array& original = written.configuration[a.name == "numbers" ? 0 : 1];
    CHECK(a.number == original.number);
    CHECK(a.sizes == original.sizes);
    CHECK((a.bytes == original.bytes));
  }
}

TEST_CASE("arrays in pieces make the same file", "[output]") {
  const Folder folder;
  output::Checkpoint whole = some_checkpoint(4711), pieces = whole;
  run::Array large{"spins", run::Array::Number::u32, {2, 5, 1 << 20}, {}}; // pieces of three of the five, and of two
  std::vector<std::uint32_t> numbers(run::product(large.sizes, 0, 3));
  std::iota(numbers.begin(), numbers.end(), 7U);
  const auto all = std::as_bytes(std::span(numbers));
  large.bytes.assign(all.begin(), all.end());
  large.pieces = run::pieces_of(large.sizes, 4, 1);
  CHECK(run::count_pieces(large) == 4);
  run::Array taken = large;
  taken.bytes.clear();
  taken.pieces.take = [&](std::uint64_t n) {
    const run::Piece p = run::piece_of(large, n);
    return std::vector<std::byte>(large.bytes.begin() + static_cast<std::ptrdiff_t>(p.begin),
                                  large.bytes.begin() + static_cast<std::ptrdiff_t>(p.end));
  };
  whole.configuration.push_back(large);
  pieces.configuration.push_back(taken);
  output::write_checkpoint(whole, folder.file("a.chk.h5"));
  output::write_checkpoint(pieces, folder.file("b.chk.h5"));
  const auto bytes = [&](const char* name) {
    std::string text(fs::file_size(folder.file(name)), '\0');
    std::ifstream(folder.file(name), std::ios::binary).read(text.data(), static_cast<std::streamsize>(text.size()));
    return text;
  };
  CHECK((bytes("a.chk.h5") == bytes("b.chk.h5")));
  run::complete(taken);
  CHECK((taken.bytes == large.bytes));
}

TEST_CASE("the checkpoint before is kept, and used where the last one cannot be", "[output]") {
  const Folder folder;
  const std::string path = folder.file("a.chk.h5");
  CHECK(!output::find_checkpoint(path));
  output::write_checkpoint(some_checkpoint(100), path);
  output::write_checkpoint(some_checkpoint(200), path);
  CHECK(output::find_checkpoint(path)->checkpoint.position.sweeps == 200);
  CHECK(output::find_checkpoint(path)->trouble.empty());
  fs::resize_file(path, fs::file_size(path) / 2);
  CHECK(output::find_checkpoint(path)->checkpoint.position.sweeps == 100);
  CHECK_THAT(output::find_checkpoint(path)->trouble, ContainsSubstring("cannot read " + path));
  fs::remove(path); // killed between the two renames
  CHECK(output::find_checkpoint(path)->checkpoint.position.sweeps == 100);
  CHECK_THAT(output::find_checkpoint(path)->trouble, ContainsSubstring("is missing"));
  fs::resize_file(output::previous(path), 10);
  CHECK_THROWS_MATCHES(output::find_checkpoint(path), FileError,
                       MessageMatches(ContainsSubstring("nothing was overwritten")));
}

TEST_CASE("what cannot be written leaves the checkpoint before as it was", "[output]") {
  const Folder folder;
  const std::string path = folder.file("a.chk.h5");
  output::write_checkpoint(some_checkpoint(100), path);
  fs::create_directories(path + ".part/in-the-way");
  CHECK_THROWS_AS(output::write_checkpoint(some_checkpoint(200), path), FileError);
  CHECK(output::read_checkpoint(path).position.sweeps == 100);
  CHECK(!fs::exists(output::previous(path)));
}

TEST_CASE("a disk that is full, at whatever part of it, leaves the checkpoint before as it was", "[output]") {
  const Folder folder;
  const std::string path = folder.file("a.chk.h5");
  output::write_checkpoint(some_checkpoint(100), path);
  const auto size = static_cast<rlim_t>(fs::file_size(path));
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  for (const rlim_t most : {rlim_t{0}, rlim_t{1} << 20, rlim_t{10} << 20, size - 1}) {
    const rlimit full{most, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &full) == 0);
    std::string said;
    try {
      output::write_checkpoint(some_checkpoint(200), path);
    } catch (const FileError& e) {
      said = e.what();
    }
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(said == "cannot write " + path + ": File too large");
    CHECK(output::read_checkpoint(path).position.sweeps == 100);
    CHECK(!fs::exists(output::previous(path)));
    CHECK(!fs::exists(path + ".part"));
  }
  std::signal(SIGXFSZ, handler);
}

TEST_CASE("a file that is no checkpoint is refused", "[output]") {
  const Folder folder;
  std::ofstream(folder.file("text")) << "hello";
  CHECK_THROWS_MATCHES(output::read_checkpoint(folder.file("text")), FileError,
                       MessageMatches(ContainsSubstring("not an HDF5 file")));
  CHECK_THROWS_MATCHES(output::read_checkpoint(folder.file("nowhere")), FileError,
                       MessageMatches(ContainsSubstring("no such file")));
}
