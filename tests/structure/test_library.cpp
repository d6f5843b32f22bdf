// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Structure factors that an input asks for are those of products written plainly, in the same bits.

#include "model/schedule.hpp"
#include "structure/runs.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;

TEST_CASE("an input's structure factors have the bits of plain products", "[structure]") {
  const std::string text = R"(
model = {name = "ising"}
lattice = {kind = "kagome", size = [5, 4]}
couplings = {bonds = [{shell = 1, J = -1.0}]}
schedule = {kind = "temper", T = [2.0, 1.5], thermalize = 0, sweeps = 30}
algorithm = {systems = 2}
)";
  const std::string keys = R"(
[measure.structure]
every = 3
path = [[0, 0, 0], [0.6, 0.5, 0], [1.0, 1.0, 0]]
grid = true
zones = [2, 1, 1]
per_basis = true
)";
  input::Reader in = input::Reader::from_text(text + keys, "test");
  input::RunInput run;
  const models::Model model = models::read_input(in, run);
  const structure::Request r = models::structure_request(model, run);
  CHECK(run.structure.path.size() == 4); // (3, 2) is one step from (0, 0), (5, 4) two from there
  const auto library = models::make_simulation(model, run);
  models::Model plain_model = model;
  input::RunInput plain_run = run;
  plain_run.structure = {};
  structure::Structured<Kokkos::DefaultExecutionSpace> plain(
      models::make_simulation(plain_model, plain_run),
      {{r.field, r.waves, r.tensor, r.per_basis, r.correlations}, r.positions, r.every, r.systems, r.disordered},
      testing::plain_product<Kokkos::DefaultExecutionSpace>);
  for (run::Simulation* s : {library.get(), static_cast<run::Simulation*>(&plain)}) {
    s->set_conditions(2.0, 0);
    for (std::uint64_t n = 0; n < 30; ++n) {
      s->sweep_and_measure(n);
      s->collect([](int, std::span<const double>) {});
    }
    run::get<run::Spectra>(*s).finish_point();
  }
  const auto& found = run::get<run::Spectra>(*library).finished();
  REQUIRE(found.size() == 2); // temperatures
  for (std::size_t t = 0; t < 2; ++t) {
    CHECK(found[t][0].value == plain.finished()[t][0].value);
    CHECK(found[t][0].error == plain.finished()[t][0].error);
  }
}
