// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What models say of their memory before they take it is what they take.
#include "input/reader.hpp"
#include "model/schedule.hpp"
#include "models/models.hpp"

#include <neel/run/tuner.hpp>

#include <catch2/catch_test_macros.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <map>

using namespace neel;

namespace {

/// Bytes of Views of this program where kernels run.
struct Count {
  std::map<const void*, std::uint64_t> living;
  std::uint64_t now = 0, most = 0;
};

Count& count() {
  static Count all;
  return all;
}

void allocate(Kokkos::Profiling::SpaceHandle space, const char* name, const void* at, std::uint64_t bytes) {
  const std::string where = space.name;
  if (where == Kokkos::DefaultExecutionSpace::memory_space::name() && std::string(name).starts_with("neel::")) {
    Count& c = count();
    c.living[at] = bytes;
    c.now += bytes;
    c.most = std::max(c.most, c.now);
  }
}

void deallocate(Kokkos::Profiling::SpaceHandle, const char*, const void* at, std::uint64_t) {
  Count& c = count();
  if (const auto found = c.living.find(at); found != c.living.end()) {
    c.now -= found->second;
    c.living.erase(found);
  }
}

struct Silent : run::Observer {
  RunAction busy(const run::Position& /*position*/) override { return RunAction::go_on; }
  void save(const run::Position& /*position*/) override {}
  bool enough(const run::Position& /*position*/) override { return false; }
  void finished(const run::Position& /*position*/) override {}
};

/// Makes the whole run, with all that a run asks its simulation for but the reading of configurations. Bytes of save().
std::size_t work(const models::Model& model, const input::RunInput& run) {
  const auto simulation = models::make_simulation(model, run);
  run::Position position;
  Silent observer;
  run::anneal(*simulation, models::to_schedule(run), position, observer);
  simulation->check();
  simulation->hash();
  std::size_t saved = 0;
  for (const run::Array& a : simulation->save()) {
    saved += a.name == "ladder" ? 0 : run::size_of(a.number) * run::product(a.sizes, 0, a.sizes.size());
  }
  return saved;
}

const std::string anneal = "[schedule]\nT = [2.0, 1.0]\nthermalize = 8\nsweeps = 24\nmeasure_every = 2\n";
const std::string temper =
    "[schedule]\nkind = \"temper\"\nT = [2.0, 1.5, 1.2]\nthermalize = 8\nsweeps = 24\nmeasure_every = 2\n";
const std::string quench = "[schedule]\nkind = \"quench\"\nT = 1.0\ntimes = [1, 2, 4, 8, 16]\n";

std::string lattice(const std::string& size) { return "[lattice]\nsize = " + size + "\n"; }
const std::string open = "boundary = \"open\"\n";
std::string systems(int n) { return "[algorithm]\nsystems = " + std::to_string(n) + "\n"; }

const std::string heisenberg = "[model]\nname = \"heisenberg\"\n", ising = "[model]\nname = \"ising\"\n",
                  phi4 = "[model]\nname = \"phi4\"\n[couplings]\nmass_squared = -1\ng = 10\n",
                  majority = "[model]\nname = \"majority\"\n", glass = "[model]\nname = \"edwards-anderson\"\n";
const std::string one_ion = "[material]\nions = [\"A\"]\nexchange = {A-A = 1}\n";
const std::string two_ions = "[material]\nions = [\"A\", \"B\"]\nfractions = {B = [0.2, 0.4]}\n"
                             "exchange = {A-A = 1, A-B = 0.5, B-B = 0.2}\n";
const std::string three_ions = "[material]\nions = [\"A\", \"B\", \"C\"]\nfractions = {B = 0.2, C = 0.3}\n"
                               "exchange = {A-A = 1, A-B = 0.5, B-B = 0.2, A-C = 1, B-C = 1, C-C = 1}\n";
const std::string sums = "[schedule]\nthermalize = 8\nsweeps = 24\n"; // of an automaton

const std::string bcc =
    "[lattice]\nkind = \"bcc\"\nsize = [8, 8, 8]\n[couplings]\nbonds = [{shell = 1, J = -1}, {shell = 2, J = -1}]\n";

const std::vector<std::string> inputs{
    heisenberg + one_ion + lattice("[16, 16, 16]") + anneal,
    heisenberg + one_ion + lattice("[15, 9, 7]") + open + anneal + systems(3) + "update = \"cone\"\n",
    heisenberg + two_ions + lattice("[12, 12]") + anneal + systems(5),
    heisenberg + two_ions + lattice("[6, 6, 6]") + temper + systems(8),
    heisenberg + three_ions + lattice("[8, 8, 8]") + anneal + systems(2),
    heisenberg + bcc + anneal + systems(20),
    ising + lattice("[64, 64]") + anneal + systems(4),
    ising + lattice("[8, 8, 8]") + temper + systems(40),
    phi4 + lattice("[16, 16, 16]") + anneal,
    phi4 + lattice("[16, 16]") + anneal + systems(20) + "[field]\ncomponents = 3\n",
    phi4 + lattice("[10, 10, 10]") + temper + systems(6) + "[field]\ncomponents = 2\n",
    phi4 + "inverse_cutoff = 0.1\n" + lattice("[20, 20]") + anneal + systems(6) + "[sweep]\nkind = \"tiles\"\n",
    majority + lattice("[333, 200]") + sums + systems(3),
    majority + lattice("[333, 200]") + sums + "[cells]\nkept_as = \"bytes\"\n",
    majority + lattice("[64, 64]") + sums + systems(50) + "[sweep]\nstrategy = \"sites\"\nstop_at_cycle = true\n",
    glass + lattice("[8, 8, 8]") + anneal + systems(4),
    glass + lattice("[8, 8, 8]") + anneal + "[coding]\nwords = 1\nreplicas = 1\n",
    glass + lattice("[8, 8, 8]") + anneal + "[coding]\nwords = 1\nreplicas = 12\n",
    glass + lattice("[4, 6, 8]") + temper + systems(2) + "[coding]\nwords = 16\nreplicas = 2\n",
    glass + lattice("[8, 8, 8]") + quench + "[measure]\nwaiting_times = [2, 8]\n",
    glass + lattice("[8, 8, 8]") + quench + "[coding]\ngenerator = \"mt19937\"\nstreams = 512\n",
    glass + lattice("[8, 8, 8]") + anneal + "[coding]\ngenerator = \"xorwow\"\nstreams = 512\nreplicas = 2\n",
    glass + lattice("[16, 16, 64]") + anneal + systems(3) + "[coding]\nkind = \"synchronous\"\n",
    glass + lattice("[24, 20]") + temper +
        "[coding]\nreplicas = 4\n[algorithm]\nsystems = 2\nupdate = [\"metropolis\", \"houdayer\"]\n",
    glass + lattice("[16, 128]") + anneal +
        "[coding]\nkind = \"synchronous\"\n[algorithm]\nsystems = 3\nupdate = [\"metropolis\", \"houdayer\"]\n",
    glass + lattice("[32, 32, 64]") + quench + "[coding]\nkind = \"synchronous\"\nreplicas = 4\n",
};

} // namespace

TEST_CASE("models know their memory before they take it", "[memory]") {
  namespace tools = Kokkos::Tools::Experimental;
  for (const std::string& text : inputs) {
    input::Reader in = input::Reader::from_text(text, "test");
    input::RunInput run;
    const auto model = models::read_input(in, run);
    const models::Memory said = model.memory;
    std::size_t most = 0, saved = 0; // by whatever strategy
    for (const char* const strategy : run::strategy_names) {
      const auto before = tools::get_callbacks();
      run::tuning().forced = strategy;
      count() = {};
      tools::set_allocate_data_callback(allocate);
      tools::set_deallocate_data_callback(deallocate);
      saved = work(model, run);
      tools::set_callbacks(before);
      run::tuning().forced.clear();
      most = std::max(most, static_cast<std::size_t>(count().most));
    }
    INFO(text);
    CAPTURE(said.device, most, said.saved, saved);
    CHECK(static_cast<double>(said.device) <= 1.05 * static_cast<double>(most));
    CHECK(static_cast<double>(said.device) >= 0.99 * static_cast<double>(most));
    CHECK(static_cast<double>(said.saved) <= 1.02 * static_cast<double>(saved));
    CHECK(said.saved >= saved);
  }
}
