// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What a run checks itself with must see what is wrong.
#include "models/colour_simulation.hpp"
#include "models/heisenberg.hpp"

#include "testing/spaces.hpp"

#include <neel/models/heisenberg.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstring>

using namespace neel;
using Catch::Matchers::ContainsSubstring;

namespace {

models::Material two_ions() {
  models::Material m;
  m.ions = {"A", "B"};
  m.moment = {1, 0.6};
  m.anisotropy = {0.3, 0.1};
  m.exchange = {{1, 0.5}, {0.5, 0.7}};
  m.dm = {{0.2, -0.1}, {-0.1, 0.3}};
  m.fractions = {{0.4, 0.6}};
  return m;
}

input::RunInput some_run(std::array<bool, 3> periodic) {
  input::RunInput run;
  run.lattice = {{6, 4, 8}, periodic};
  run.schedule.temperature = {1.0};
  run.schedule.field = {0.4};
  run.systems = 3;
  return run;
}

struct RandomSpin {
  KOKKOS_FUNCTION models::Spin operator()(const models::Place& at) const {
    const random::Draw draw = random::Stream(3, random::Purpose::start, 0, 0)(at.number);
    return models::uniform_on_sphere(draw.a, draw.b);
  }
};

} // namespace

TEST_CASE("a healthy run passes its checks", "[measure]") {
  for (const bool periodic : {true, false}) {
    const input::RunInput run = some_run({periodic, true, periodic});
    const models::Material m = two_ions();
    const auto s = models::make_heisenberg(run, m, models::HeisenbergObservables(m, run.unit, 192)).simulation;
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

TEST_CASE("a spin that is too long, or no number, is found and named", "[measure]") {
  const input::RunInput run = some_run({true, true, true});
  const models::Material m = two_ions();
  const auto s = models::make_heisenberg(run, m, models::HeisenbergObservables(m, run.unit, 192)).simulation;
  s->set_conditions(0.7, 0.4);
  std::vector<run::Array> good = s->save();
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
  models::State<Model, TestType> state(g, 1);
  Model model;
  model.exchange.same[0] = 1.0F;
  model.dm.same[0] = 0.2F;
  model.anisotropy.value[0] = 0.1F;
  model.moment.value[0] = 1.0F;
  const TestType exec;
  Kokkos::deep_copy(state.conditions, models::Conditions{1.0F, 0.3F});
  models::fill("test", exec, g, 1, state.sites, RandomSpin{});
  const double right = measure::energy(exec, model, state);
  const double bound = 192 * (6 * 1.2 + 0.1 + 0.3);
  const auto changed = [&](auto change) {
    Model other = model;
    change(other);
    return measure::energy(exec, other, state);
  };
  CHECK(models::energies_agree(right, measure::energy(exec, model, state), bound));
  CHECK(!models::energies_agree(right, changed([](Model& m) { m.exchange.same[0] = 1.001F; }), bound));
  CHECK(!models::energies_agree(right, changed([](Model& m) { m.dm.same[0] = -0.2F; }), bound));
  CHECK(!models::energies_agree(right, changed([](Model& m) { m.anisotropy.value[0] = 0.2F; }), bound));
  CHECK(!models::energies_agree(right, changed([](Model& m) { m.moment.value[0] = 0.9F; }), bound));
}
