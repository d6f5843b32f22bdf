// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.vtkhdf with time steps, written by hand and read by the HDF5 library.
#include "errors/errors.hpp"
#include "files/hdf5.hpp"
#include "output/snapshot_file.hpp"

#include <neel/random/philox.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

using namespace neel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path = fs::temp_directory_path() / ("neel-snapshots-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
};

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Spins of two systems on a lattice of 4 x 3 x 2 sites, or on two sites in each cell of a 4 x 3 crystal.
struct Film {
  input::RunInput run;
  output::SnapshotHead head{"heisenberg", "0123", {0, 3}};
  std::uint64_t now = 0;

  explicit Film(bool crystal) {
    run.lattice.size = {4, 3, crystal ? 1 : 2};
    if (crystal) {
      run.lattice.basis = {{0, 0, 0}, {0.5, 0.5, 0}};
    }
  }
  static float number(std::uint64_t step, int place, std::size_t k) {
    return static_cast<float>(step) + 0.001F * static_cast<float>(k) + 10000.0F * static_cast<float>(place);
  }
  output::SnapshotFile begin(const std::string& path) {
    return {path, run, head, [this](int place, const run::SiteRange& sites) {
              output::Shot s;
              for (std::size_t k = 3 * sites.first; k < 3 * sites.end(); ++k) {
                s.configuration.values.push_back(number(now, place, k));
              }
              s.configuration.labels.assign(sites.count, static_cast<std::uint8_t>(place));
              return s;
            }};
  }
  void take(output::SnapshotFile& file, std::uint64_t until, bool publish) {
    for (; now < until; ++now) {
      file.add({10 * now, static_cast<std::int64_t>(now / 2), 0.5, {1.0, 2.0}});
      if (publish) {
        file.publish();
      }
    }
  }
};

void require_film(const std::string& path, bool crystal, std::uint64_t steps) {
  const files::Hdf5Reader file(path);
  const std::string root = "/VTKHDF/", points = root + "PointData/";
  REQUIRE(file.doubles(root + "Steps/Values").size() == steps);
  CHECK(file.doubles(root + "Steps/Values").back() == 10.0 * static_cast<double>(steps - 1));
  CHECK(file.integer_attribute("/VTKHDF/Steps", "NSteps") == static_cast<std::int64_t>(steps));
  CHECK(file.integers("/neel/systems") == std::vector<std::int64_t>{0, 3});
  CHECK(file.text_attribute("/VTKHDF", "Type") == (crystal ? "UnstructuredGrid" : "ImageData"));
  for (const auto& [name, place] : {std::pair<std::string, int>{"spin", 0}, {"spin_3", 3}}) {
    const std::vector<std::int64_t> offsets = file.integers(root + "Steps/PointDataOffsets/" + name);
    for (std::uint64_t s = 0; s < steps; s += 1 + steps / 7) {
      const run::Array a = file.array(points + name, static_cast<std::uint64_t>(offsets[s]), crystal ? 24 : 1);
      REQUIRE(a.number == run::Array::Number::f32);
      REQUIRE(a.bytes.size() == 3 * 24 * sizeof(float));
      std::vector<float> values(3 * 24);
      std::memcpy(values.data(), a.bytes.data(), a.bytes.size());
      for (std::size_t k = 0; k < values.size(); ++k) {
        REQUIRE(values[k] == Film::number(s, place, k));
      }
    }
    const run::Array species = file.array(points + (place == 0 ? "species" : "species_3"));
    CHECK(species.bytes == std::vector<std::byte>(24, static_cast<std::byte>(place)));
  }
}

} // namespace

TEST_CASE("snapshots are read back, however often their file was published", "[output]") {
  const Folder folder;
  const bool crystal = GENERATE(false, true);
  const std::uint64_t steps = GENERATE(1, 2, 40, 1500);
  std::string first;
  for (const bool often : {false, true}) {
    Film film(crystal);
    output::SnapshotFile file = film.begin(folder.file("a.vtkhdf"));
    film.take(file, steps, often && steps < 100);
    file.publish();
    require_film(folder.file("a.vtkhdf"), crystal, steps);
    file.finish();
    require_film(folder.file("a.vtkhdf"), crystal, steps);
    first = first.empty() ? contents(folder.file("a.vtkhdf")) : first;
    CHECK(contents(folder.file("a.vtkhdf")) == first);
    CHECK(!fs::exists(folder.file("a.vtkhdf.part")));
  }
}

TEST_CASE("snapshots go on from where a checkpoint was", "[output]") {
  const Folder folder;
  const bool crystal = GENERATE(false, true), finished = GENERATE(false, true);
  const std::string path = folder.file("a.vtkhdf"), whole = folder.file("b.vtkhdf");
  {
    Film film(crystal);
    output::SnapshotFile file = film.begin(whole);
    film.take(file, 30, false);
    file.finish();
  }
  Film film(crystal);
  std::vector<std::uint64_t> kept;
  {
    output::SnapshotFile file = film.begin(path);
    CHECK(file.numbers().empty());
    film.take(file, 11, true);
    kept = file.numbers();
    film.take(file, 17, true); // these are forgotten
    if (finished) {
      file.finish();
    }
  }
  film.now = 11;
  output::SnapshotFile file = film.begin(path);
  file.go_on(kept);
  CHECK(file.numbers() == kept);
  CHECK(file.has(100));
  CHECK_FALSE(file.has(110));
  require_film(path, crystal, 11); // at once
  film.take(file, 30, false);
  file.finish();
  CHECK(contents(path) == contents(whole));
}

TEST_CASE("snapshots do not go on in another file, or with other arrays", "[output]") {
  const Folder folder;
  const std::string path = folder.file("a.vtkhdf");
  Film film(false);
  output::SnapshotFile file = film.begin(path);
  film.take(file, 5, true);
  const std::vector<std::uint64_t> kept = file.numbers();
  const std::string good = contents(path);
  const auto go_on = [&](Film& with, const std::vector<std::uint64_t>& numbers) { with.begin(path).go_on(numbers); };
  Film other(true), more(false);
  more.head.places = {0, 1, 3};
  CHECK_THROWS_AS(go_on(other, kept), std::invalid_argument);
  CHECK_THROWS_AS(go_on(more, kept), std::invalid_argument);
  CHECK_THROWS_AS(go_on(film, {kept.begin(), kept.end() - 1}), std::invalid_argument);
  for (const std::size_t at : {std::size_t{64}, std::size_t{200}}) { // a bit of the data changes
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    std::ofstream(path, std::ios::binary) << bad;
    CHECK_THROWS_MATCHES(go_on(film, kept), FileError, MessageMatches(ContainsSubstring("not the file that")));
  }
  std::ofstream(path, std::ios::binary) << good.substr(0, 500);
  CHECK_THROWS_AS(go_on(film, kept), FileError);
  fs::remove(path);
  CHECK_THROWS_MATCHES(go_on(film, kept), FileError, MessageMatches(ContainsSubstring("No such file")));
  std::ofstream(path, std::ios::binary) << good;
  CHECK_NOTHROW(go_on(film, kept));
}

TEST_CASE("large steps are stored in pieces", "[output]") {
  const Folder folder;
  input::RunInput run;
  run.lattice.size = {256, 160, 40}; // more than are taken at once
  std::uint64_t most = 0;
  output::SnapshotFile file(folder.file("a.vtkhdf"), run, {"x", "", {0}}, [&](int, const run::SiteRange& sites) {
    output::Shot s;
    most = std::max(most, sites.count);
    s.configuration.values.assign(3 * sites.count, 0.0F);
    for (std::size_t k = 3 * sites.first; k < 3 * sites.end(); ++k) {
      s.configuration.values[k - 3 * sites.first] = k % 1000 == 0 ? static_cast<float>(k) : 0.0F;
    }
    return s;
  });
  for (const std::uint64_t sweep : {0, 1}) {
    file.add({sweep, 0, 0, {1}});
  }
  file.finish();
  CHECK(fs::file_size(folder.file("a.vtkhdf")) < 4'000'000);
  const run::Array a = files::Hdf5Reader(folder.file("a.vtkhdf")).array("/VTKHDF/PointData/spin", 1, 1);
  const std::size_t numbers = std::size_t{3} * 256 * 160 * 40;
  CHECK(most <= run::most_sites_at_once);
  REQUIRE(a.bytes.size() == numbers * sizeof(float));
  for (std::size_t k = 0; k < numbers; k += 500) {
    float value = 0;
    std::memcpy(&value, a.bytes.data() + k * sizeof(float), sizeof value);
    REQUIRE(value == (k % 1000 == 0 ? static_cast<float>(k) : 0.0F));
  }
}

TEST_CASE("a snapshot of noise, whose chunks are not deflated, is read back", "[output]") {
  const Folder folder;
  input::RunInput run;
  run.lattice.size = {64, 64, 16};
  const std::size_t count = std::size_t{3} * 64 * 64 * 16;
  const auto number = [](std::size_t k) {
    return 1e-9F * static_cast<float>(random::Stream(7, random::Purpose::start, 0, 0)(k).a);
  };
  const std::string path = folder.file("a.vtkhdf");
  {
    output::SnapshotFile file(path, run, {"heisenberg", "0123", {0}}, [&](int, const run::SiteRange& sites) {
      output::Shot s;
      for (std::size_t k = 3 * sites.first; k < 3 * sites.end(); ++k) {
        s.configuration.values.push_back(number(k));
      }
      return s;
    });
    file.add({1, 0, 0.5, {1.0}});
    file.finish();
  }
  CHECK(fs::file_size(path) > count * sizeof(float));
  const run::Array a = files::Hdf5Reader(path).array("/VTKHDF/PointData/spin");
  REQUIRE(a.bytes.size() == count * sizeof(float));
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const float expected = number(k);
    wrong += std::memcmp(a.bytes.data() + k * sizeof(float), &expected, sizeof expected) == 0 ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("what fails beside a run is told at a later call", "[output]") {
  const Folder folder;
  Film film(false);
  output::SnapshotFile file = film.begin(folder.file("missing/a.vtkhdf"));
  const auto take = [&] { // the first call of two places may be told of already
    film.take(file, 1, false);
    file.publish();
  };
  CHECK_THROWS_AS(take(), FileError);
  film.now = 1;
  CHECK_THROWS_AS(film.take(file, 2, false), FileError);
  CHECK_THROWS_AS(file.left(), FileError);
  CHECK_THROWS_AS(file.numbers(), FileError);
  CHECK_THROWS_AS(file.finish(), FileError);
}
