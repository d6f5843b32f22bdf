// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What runs say of their parameters, and what a scan makes of it.

#include "output/hamiltonian.hpp"

#include <catch2/catch_test_macros.hpp>

#include <filesystem>

#include <unistd.h>

using namespace neel;
using models::Parameter;

namespace {

/// A file of the present test, that goes with it.
class Written {
public:
  template <class Write>
  Written(const std::string& name, const Write& write)
      : path_(std::filesystem::temp_directory_path() / (name + "-" + std::to_string(::getpid()) + ".h5")) {
    files::Hdf5Writer file(path_);
    write(file);
    file.commit();
  }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
  ~Written() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }
  files::Hdf5Reader read() const { return files::Hdf5Reader(path_); }

private:
  std::string path_;
};

Parameter coupling(double j) { return {"J", "couplings.J", "coupling", "K", {j}, {{"energy", 1 / j}}}; }
Parameter field(double tilt) {
  return {"H", "schedule.field", "field", "K", {}, {{"magnetisation_x", -tilt}, {"magnetisation_z", -1}}};
}

} // namespace

TEST_CASE("parameters are written with what their derivatives are made of", "[output]") {
  const Written file("neel-run", [](auto& f) { output::write_hamiltonian(f, {field(0.5), coupling(2)}); });
  const files::Hdf5Reader read = file.read();
  CHECK(read.members("/hamiltonian") == std::vector<std::string>{"H", "J"});
  CHECK(read.text_attribute("/hamiltonian/H", "key") == "schedule.field");
  CHECK(read.text_attribute("/hamiltonian/H", "moments") == "magnetisation_x,magnetisation_z");
  CHECK(read.doubles_attribute("/hamiltonian/H", "weights") == std::vector{-0.5, -1.0});
  CHECK(!read.has("/hamiltonian/H", "values"));
  CHECK(read.doubles_attribute("/hamiltonian/J", "values") == std::vector{2.0});
  const Written none("neel-none", [](auto& f) { output::write_hamiltonian(f, {}); });
  CHECK(!none.read().has("/hamiltonian"));
}

TEST_CASE("a scan has the parameters that all of its runs have", "[output]") {
  const Written a("neel-a", [](auto& f) { output::write_hamiltonian(f, {field(0.5), coupling(2)}); });
  const Written b("neel-b", [](auto& f) { output::write_hamiltonian(f, {field(0.5), coupling(4)}); });
  const Written c("neel-c", [](auto& f) { output::write_hamiltonian(f, {field(0.5)}); });
  const auto scan = [](const std::vector<std::string>& runs, const std::string& key) {
    return Written("neel-scan", [&](auto& f) { output::write_scan_hamiltonian(f, runs, {key}); });
  };
  {
    const Written of_couplings = scan({a.path(), b.path()}, "couplings.J");
    CHECK(of_couplings.read().doubles_attribute("/hamiltonian/J", "weights") == std::vector{0.5, 0.25});
    CHECK(!of_couplings.read().has("/hamiltonian/J", "values")); // the axis of the scan has them
    CHECK(of_couplings.read().doubles_attribute("/hamiltonian/H", "weights") == std::vector{-0.5, -1.0});
  }
  {
    const Written of_sizes = scan({a.path(), a.path()}, "lattice.size");
    CHECK(of_sizes.read().doubles_attribute("/hamiltonian/J", "weights") == std::vector{0.5});
    CHECK(of_sizes.read().doubles_attribute("/hamiltonian/J", "values") == std::vector{2.0});
  }
  CHECK(scan({a.path(), c.path()}, "schedule.field").read().members("/hamiltonian") == std::vector<std::string>{"H"});
  // A coupling that changes with something else is no parameter of the scan.
  CHECK(scan({a.path(), b.path()}, "material.moment").read().members("/hamiltonian") == std::vector<std::string>{"H"});
}
