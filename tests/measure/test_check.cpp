// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What a run checks itself with must see what is wrong.
#include "model/schedule.hpp"
#include "models/models.hpp"

#include "testing/spaces.hpp"

#include <neel/models/fill.hpp>
#include <neel/models/heisenberg.hpp>
#include <neel/simulation/site_simulation.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <cstring>

using namespace neel;
using Catch::Matchers::ContainsSubstring;

namespace {

models::Model some_model(const std::string& boundary) {
  input::Reader in = input::Reader::from_text(
      "model.name = \"heisenberg\"\nlattice = {size = [6, 4, 8], boundary = " + boundary + "}\n" +
          "schedule = {T = 1, field = 0.4, thermalize = 1, sweeps = 10}\nalgorithm.systems = 3\n[material]\n"
          "ions = [\"A\", \"B\"]\nmoment = {B = 0.6}\nanisotropy = {A = 0.3, B = 0.1}\nfractions.A = 0.4\n"
          "exchange = {A-A = 1, A-B = 0.5, B-B = 0.7}\ndm = {A-A = 0.2, A-B = -0.1, B-B = 0.3}\n",
      "test");
  input::RunInput run;
  return models::read_input(in, run);
}

struct RandomSpin {
  std::uint64_t wrong = ~std::uint64_t{0}; ///< the number of a site without a direction
  KOKKOS_FUNCTION models::Spin operator()(const models::Place& at) const {
    const random::Draw draw = random::Stream(3, random::Purpose::start, 0, 0)(at.number);
    return at.number == wrong ? models::Spin{0, 0, 0} : models::uniform_on_sphere(draw.a, draw.b);
  }
};

models::Heisenberg<1> some_physics() {
  models::Heisenberg<1> model;
  model.exchange.same[0] = 1.0F;
  model.dm.same[0] = 0.2F;
  model.anisotropy.value[0] = 0.1F;
  model.moment.value[0] = 1.0F;
  return model;
}

/// Random spins in a field.
template <class Exec>
models::State<models::Heisenberg<1>, Exec> some_state(const lattice::Geometry& g, const RandomSpin& spins = {}) {
  const Exec exec;
  models::State<models::Heisenberg<1>, Exec> state(g, 1);
  Kokkos::deep_copy(state.conditions, models::Conditions{1.0F, 0.3F});
  models::fill("test", exec, g, 1, state.sites, spins);
  exec.fence("test");
  return state;
}

} // namespace

TEST_CASE("a healthy run passes its checks", "[measure]") {
  for (const char* boundary : {"\"periodic\"", "[\"open\", \"periodic\", \"open\"]"}) {
    const auto s = some_model(boundary).make(run::Space::default_space);
    s->set_conditions(0.7, 0.4);
    CHECK(s->check() == "");
    for (std::uint64_t k = 0; k < 50; ++k) {
      s->sweep(k);
    }
    CHECK(s->check() == "");
    // The check looks, and changes nothing.
    const std::uint64_t hash = s->hash();
    CHECK(s->check() == "");
    CHECK(s->hash() == hash);
  }
}

TEST_CASE("fields that sums were not made for are refused", "[measure]") {
  const std::string schedule = "schedule = {T = 1, field = [-0.4, 0.1], thermalize = 1, sweeps = 10}\n",
                    bonds = "lattice = {kind = \"square\", size = [4, 4]}\n[[couplings.bonds]]\nshell = 1\nJ = 1\n";
  for (const std::string& text :
       {"model.name = \"heisenberg\"\nlattice.size = [4, 4, 4]\nmaterial = {ions = [\"A\"], "
        "exchange.A-A = 1}\n" +
            schedule,
        "model.name = \"heisenberg\"\nmaterial.ions = [\"A\"]\n" + schedule + bonds,
        "model.name = \"ising\"\n" + schedule + bonds, "model.name = \"xy\"\n" + schedule + bonds}) {
    CAPTURE(text);
    input::Reader in = input::Reader::from_text(text, "test");
    input::RunInput run;
    const models::Model model = models::read_input(in, run);
    const auto s = models::make_simulation(model, run);
    s->set_conditions(7, 0.4);
    CHECK(s->check() == "");
    CHECK_THROWS_AS(s->set_conditions(1, 0.41), std::logic_error);
  }
}

TEST_CASE("a spin that is too long, or no number, is found and named", "[measure]") {
  const auto s = some_model("\"periodic\"").make(run::Space::default_space);
  s->set_conditions(0.7, 0.4);
  std::vector<run::Array> good = run::completed(s->save());
  for (const float wrong : {std::nanf(""), 1.01F, -INFINITY}) {
    std::vector<run::Array> bad = good;
    // (colour 1, component 2, system 1, z 5, y 3, i 1): x = 2 i + (1 + y + z) mod 2 = 3
    const std::size_t entry = ((((1 * 3 + 2) * 3 + 1) * 8 + 5) * 4 + 3) * 3 + 1;
    std::memcpy(bad[0].bytes.data() + entry * sizeof(float), &wrong, sizeof wrong);
    s->load(bad);
    CHECK_THAT(s->check(), ContainsSubstring("site (3, 3, 5) of system 1"));
  }
  s->load(good);
  CHECK(s->check() == "");
}

TEMPLATE_LIST_TEST_CASE("an energy that two ways of adding it up disagree on is found", "[measure]", testing::Spaces) {
  using Model = models::Heisenberg<1>;
  const lattice::Geometry g{6, 4, 8, true, false, true};
  const Model model = some_physics();
  const TestType exec;
  const auto state = some_state<TestType>(g);
  const double right = measure::energy(exec, model, state);
  const double bound = 192 * (6 * 1.2 + 0.1 + 0.3);
  const auto changed = [&](auto change) {
    Model other = model;
    change(other);
    return measure::energy(exec, other, state);
  };
  CHECK(simulation::energies_agree(right, measure::energy(exec, model, state), bound));
  CHECK(!simulation::energies_agree(right, changed([](Model& m) { m.exchange.same[0] = 1.001F; }), bound));
  CHECK(!simulation::energies_agree(right, changed([](Model& m) { m.dm.same[0] = -0.2F; }), bound));
  CHECK(!simulation::energies_agree(right, changed([](Model& m) { m.anisotropy.value[0] = 0.2F; }), bound));
  CHECK(!simulation::energies_agree(right, changed([](Model& m) { m.moment.value[0] = 0.9F; }), bound));
}

TEMPLATE_LIST_TEST_CASE("rows of any length are checked site by site", "[measure]", testing::Spaces) {
  const lattice::Geometry g =
      GENERATE(lattice::Geometry{262, 4, 2, true, true, true}, lattice::Geometry{263, 3, 2, false, false, false},
               lattice::Geometry{16500, 1, 1, true, false, false}, lattice::Geometry{16501, 1, 1, false, false, false});
  const auto model = some_physics();
  const TestType exec;
  const std::vector<float> found =
      measure::local_energy(exec, model, some_state<TestType>(g), 0, {0, g.half_volume(), 0, g.sites()});
  const auto plain = some_state<Kokkos::DefaultHostExecutionSpace>(g);
  double sum = 0;
  std::size_t wrong = 0;
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    for (std::int64_t entry = 0; entry < g.half_volume(); ++entry) {
      const auto here = lattice::locate(g, c, entry, plain.contents().around(c));
      if (here.exists) {
        const double each = model.energy(plain.conditions(0), here.at);
        sum += each;
        wrong += found[static_cast<std::size_t>(here.place)] == static_cast<float>(each) ? 0 : 1;
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(std::abs(measure::energy(exec, model, some_state<TestType>(g)) - sum) < 1e-9 * static_cast<double>(g.sites()));
  const auto sites = static_cast<std::uint64_t>(g.sites());
  for (const std::uint64_t bad : {std::uint64_t{0}, std::uint64_t{131}, sites / 2 + 7, sites - 1}) {
    CHECK(measure::first_invalid(exec, model, some_state<TestType>(g, {bad})) == measure::number_of({0, bad}));
  }
  CHECK(measure::first_invalid(exec, model, some_state<TestType>(g)) == measure::no_site);
}
