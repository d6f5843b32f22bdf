// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Kernels and Views carry names of the form neel::room::verb, so that profiles and memory reports can be read.
#include "models/edwards_anderson/engine.hpp"
#include "models/models.hpp"

#include <catch2/catch_test_macros.hpp>

#include <set>

using namespace neel;

namespace {

std::set<std::string>& names() {
  static std::set<std::string> all;
  return all;
}

void begin(const char* name, std::uint32_t, std::uint64_t*) { names().insert(name); }
void allocate(Kokkos::Profiling::SpaceHandle, const char* name, const void*, std::uint64_t) { names().insert(name); }

} // namespace

TEST_CASE("kernels and Views are labelled", "[labels]") {
  namespace tools = Kokkos::Tools::Experimental;
  const auto before = tools::get_callbacks();
  tools::set_begin_parallel_for_callback(begin);
  tools::set_begin_parallel_reduce_callback(begin);
  tools::set_allocate_data_callback(allocate);
  {
    input::Reader in = input::Reader::from_text(
        "model.name = \"heisenberg\"\nlattice.size = [4, 4, 4]\nschedule = {T = 1, thermalize = 1, sweeps = 10}\n"
        "[material]\nions = [\"A\", \"B\", \"C\"]\nfractions = {A = 0.3, B = 0.3}\n"
        "exchange = {A-A = 1, A-B = 1, A-C = 1, B-B = 1, B-C = 1, C-C = 1}\n",
        "test");
    input::RunInput run;
    const auto simulation = models::read_input(in, run).make(run::Space::default_space);
    simulation->set_conditions(1.0, 0.0);
    simulation->sweep(0);
    simulation->sweep_and_measure(1);
    simulation->collect([](int, std::span<const double>) {});
    simulation->hash();
    simulation->configuration(0);
  }
  for (const char* generator : {"philox", "mt19937"}) {
    models::EdwardsAndersonOptions o;
    o.geometry = {4, 4, 4, true, true, true};
    o.words = 1;
    o.replicas = 2;
    o.generator = generator;
    o.pair_moves = 1;
    const auto glass = models::make_edwards_anderson(o);
    glass->set_temperature(1.0);
    glass->sweep(0);
    glass->remember("now");
    glass->unsatisfied();
    glass->since("now");
    const std::pair pair(0, 1);
    glass->measure({&pair, 1}, 2);
    glass->hash();
  }
  tools::set_callbacks(before);
  CHECK(names().size() > 16);
  for (const std::string& name : names()) {
    INFO(name);
    CHECK((name.rfind("neel::", 0) == 0 || name.rfind("Kokkos::", 0) == 0));
  }
}
