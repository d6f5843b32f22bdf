// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/kernels.hpp"

#include "model/clusters.hpp"
#include "model/moves.hpp"

#include <neel/models/blume_capel.hpp>
#include <neel/models/clock.hpp>
#include <neel/models/heisenberg.hpp>
#include <neel/models/heisenberg_graph.hpp>
#include <neel/models/ising.hpp>
#include <neel/models/ising_graph.hpp>
#include <neel/models/potts.hpp>
#include <neel/models/xy_graph.hpp>

#include <algorithm>

namespace neel::validate {

namespace {

using Names = std::vector<std::string>;

const char* const word_orders[] = {"standard", "bitwise", "sliced"};
const char* const stored_generators[] = {"minstd", "parisi-rapuano", "xorwow", "mt19937"};

const char* const of_populations = ", populations"; ///< copies of configurations
const char* const backward = ", multicanonical";    ///< sweeps in reverse order, and configurations to go back to

/// Of a network's bonds, in the order of models::BondTerms.
const char* const bond_terms[] = {"J alone", "matrices", "biquadratic"};
/// Behind them where single spins have energies of sixth order.
const std::string onsite = " and on-site";

const char* const dipoles = "dipoles"; ///< beside them, whatever there is
const char* const constrained = "constrained";
const char* const four_spin = "four-spin";

std::string ions(std::size_t count) { return count == 1 ? "1 ion" : (count == 2 ? "2 ions" : "any ions"); }

std::string glass(const std::string& words, const std::string& order, bool philox) {
  return "edwards-anderson, W = " + words + ", " + order + (philox ? ", philox" : ", stored numbers");
}

std::string field(int components, int dimensions, bool wide, const std::string& kind) {
  return "phi4, " + std::to_string(components) + (components == 1 ? " component, " : " components, ") +
         std::to_string(dimensions) + "D" + (wide ? ", cut-off, " : ", ") + kind;
}

void add_glass(Names& all) {
  for (const char* words : {"1", "4", "16"}) {
    for (const char* order : word_orders) {
      all.push_back(glass(words, order, true));
      all.push_back(glass(words, order, false));
    }
    for (const char* move : {"exchange", input::pair_update}) {
      all.push_back(std::string("edwards-anderson, W = ") + words + ", " + move);
    }
  }
  all.emplace_back("edwards-anderson, synchronous");
  all.emplace_back("edwards-anderson, synchronous, exchange");
  all.push_back(std::string("edwards-anderson, synchronous, ") + input::pair_update);
  for (const char* generator : stored_generators) {
    all.push_back(std::string("edwards-anderson, ") + generator);
  }
}

void add_majority(Names& all) {
  for (const char* steps : {"1", "2", "4", "8"}) {
    all.push_back(std::string("majority, bits, rows, ") + steps + (steps[0] == '1' ? " step" : " steps"));
  }
  for (const char* kept : {"bits", "bytes"}) {
    for (const char* how : {"sites", "tiles", "looking for cycles", "graph"}) {
      all.push_back(std::string("majority, ") + kept + ", " + how);
    }
    if (runs_on_host<Kokkos::DefaultExecutionSpace>) { // by one thread of a host
      all.push_back(std::string("majority, ") + kept + ", sequential");
    }
  }
}

/// A model of one kind of sites.
template <class P>
void add_moves(Names& all, const std::string& model) {
  for (const std::string& move : models::with_clusters(models::known_moves<P>())) {
    all.push_back(model + ", " + move);
  }
  all.push_back(model + ", tempering");
  all.push_back(model + of_populations);
  all.push_back(model + backward);
}

void add_crystals(Names& all) {
  for (const std::string& move : models::with_clusters(models::known_moves<models::IsingGraph>())) {
    all.push_back("ising, crystal, " + move);
  }
  all.push_back(std::string("ising, crystal, ") + input::pair_update);
  all.push_back(std::string("ising, crystal") + of_populations);
  all.push_back(std::string("ising, crystal") + backward);
  for (const std::string& move : models::with_clusters(models::known_moves<models::XYGraph>())) {
    all.push_back("xy, crystal, " + move);
  }
  for (const char* terms : bond_terms) {
    for (const std::string& move : models::known_moves<models::HeisenbergGraph<models::BondTerms::exchange>>()) {
      all.push_back(std::string("heisenberg, crystal, ") + terms + ", " + move);
      if (terms != bond_terms[0]) {
        all.push_back("heisenberg, crystal, " + (terms + onsite) + ", " + move);
      }
    }
  }
  for (const std::string& move : models::known_moves<models::HeisenbergGraph<models::BondTerms::exchange>>()) {
    all.push_back(std::string("heisenberg, crystal, ") + dipoles + ", " + move);
  }
  for (const std::string& move : models::known_moves<models::HeisenbergGraph<models::BondTerms::exchange>>()) {
    all.push_back(std::string("heisenberg, crystal, ") + four_spin + ", " + move);
  }
  for (const char* move : {"metropolis", "cone"}) {
    all.push_back(std::string("heisenberg, crystal, ") + constrained + ", " + move);
  }
  for (const char* cluster : input::cluster_updates) {
    all.push_back(std::string("heisenberg, crystal, ") + bond_terms[0] + ", " + cluster);
  }
}

/// What the bonds of a crystal's input have, and its single spins.
std::string terms_of(input::Reader& in) {
  if (in.has("dipoles")) {
    return dipoles;
  }
  if (in.has("constraint")) {
    return constrained;
  }
  if (in.has("couplings.four_spin")) {
    return four_spin;
  }
  const input::Value* const node = in.node("couplings.bonds");
  std::size_t most = 0;
  for (std::size_t k = 1; k <= node->as<input::Value::List>()->size(); ++k) {
    const std::string bond = "couplings.bonds." + std::to_string(k) + ".";
    const bool vectors = in.has(bond + "dm") || in.has(bond + "matrix");
    most = std::max<std::size_t>(most, in.has(bond + "biquadratic") ? 2 : (vectors ? 1 : 0));
  }
  for (const char* key : {"anisotropy_4", "anisotropy_6", "tensor", "stevens"}) {
    if (in.has(std::string("material.") + key)) {
      return bond_terms[std::max<std::size_t>(most, 1)] + onsite;
    }
  }
  return bond_terms[most];
}

/// The kernels of a majority automaton: the last two steps before a measurement are made one by one.
Names of_majority(input::Reader& in) {
  const std::string kept = "majority, " + in.text("cells.kept_as") + ", ", strategy = in.text("sweep.strategy");
  const std::int64_t steps_per_pass = in.integer("sweep.steps", 1, 32), most = in.times("schedule.times").back() - 2;
  Names all;
  if (in.flag("sweep.stop_at_cycle", false)) {
    all.push_back(kept + "looking for cycles");
  } else if (strategy == "rows") {
    for (const std::int64_t steps : {1, 2, 4, 8}) {
      if (steps == 1 || steps <= std::min(most, steps_per_pass)) {
        all.push_back(kept + "rows, " + std::to_string(steps) + (steps == 1 ? " step" : " steps"));
      }
    }
  } else {
    all.push_back(kept + strategy);
  }
  if (const std::int64_t graph = in.integer("sweep.graph", 0, 1024, 0); graph > 0 && graph * steps_per_pass <= most) {
    all.push_back(kept + "graph");
  }
  return all;
}

Names of_glass(input::Reader& in, const input::RunInput& run) {
  const std::string start = "edwards-anderson, ";
  Names moves;
  if (run.schedule.temper) {
    moves.emplace_back("exchange");
  }
  if (run.update.back().name == input::pair_update) {
    moves.emplace_back(input::pair_update);
  }
  if (in.text("coding.kind") == "synchronous") {
    Names all{start + "synchronous"};
    for (const std::string& move : moves) {
      all.push_back(start + "synchronous, " + move);
    }
    return all;
  }
  const std::string words = std::to_string(in.integer("coding.words", 1, 16)), generator = in.text("coding.generator");
  Names all{glass(words, in.text("coding.order"), generator == "philox")};
  if (generator != "philox") {
    all.push_back(start + generator);
  }
  for (const std::string& move : moves) {
    all.push_back(start + "W = " + words + ", " + move);
  }
  return all;
}

} // namespace

std::vector<std::string> kernels() {
  Names all;
  add_moves<models::Ising>(all, "ising");
  for (const char* axes : {"2D", "3D"}) {
    for (const std::string& move : models::known_moves<models::Ising>()) {
      all.push_back(std::string("ising, bits, ") + axes + ", " + move);
    }
  }
  add_moves<models::XY>(all, "xy");
  add_moves<models::Clock>(all, "clock");
  add_moves<models::Potts>(all, "potts");
  add_moves<models::BlumeCapel>(all, "blume-capel");
  for (const std::size_t count : {1U, 2U, 3U}) {
    for (const std::string& move : models::with_clusters(models::known_moves<models::Heisenberg<1>>())) {
      all.emplace_back("heisenberg, ").append(ions(count)).append(", ").append(move);
    }
  }
  all.emplace_back("heisenberg, tempering");
  all.push_back(std::string("heisenberg") + of_populations);
  all.push_back(std::string("heisenberg") + backward);
  add_crystals(all);
  add_glass(all);
  for (int components = 1; components <= 4; ++components) {
    for (const int dimensions : {2, 3}) {
      for (const bool wide : {false, true}) {
        for (const char* kind : {"colours", "tiles"}) {
          all.push_back(field(components, dimensions, wide, kind));
        }
      }
    }
  }
  all.emplace_back("phi4, tempering");
  all.push_back(std::string("phi4") + of_populations);
  for (int components = 1; components <= 4; ++components) {
    for (const char* cluster : input::cluster_updates) {
      all.push_back("phi4, " + std::to_string(components) + ", " + cluster);
    }
  }
  add_majority(all);
  std::erase_if(all, [](const std::string& kernel) { return !is_built(kernel.substr(0, kernel.find(','))); });
  return all;
}

std::vector<std::string> kernels_of(const Case& c) {
  input::Reader given = input::Reader::from_text(c.input, c.name);
  input::RunInput run;
  const models::Model model = models::read_input(given, run);
  input::Reader in = input::Reader::from_text(model.resolved, c.name); // as the model understood it, with all defaults
  if (c.model == "majority") {
    return of_majority(in);
  }
  if (c.model == "edwards-anderson") {
    return of_glass(in, run);
  }
  Names all;
  if (c.model == "phi4") {
    const std::vector<double> cutoff = in.numbers("couplings.inverse_cutoff");
    const bool wide = std::any_of(cutoff.begin(), cutoff.end(), [](double v) { return v > 0; });
    all.push_back(field(static_cast<int>(in.integer("field.components", 1, 4)), run.lattice.size[2] > 1 ? 3 : 2, wide,
                        in.text("sweep.kind")));
  }
  for (const input::UpdateInput& update : run.update) {
    if (c.model == "phi4") {
      if (input::is_cluster_update(update.name)) {
        all.push_back("phi4, " + std::to_string(in.integer("field.components", 1, 4)) + ", " + update.name);
      }
      continue;
    }
    std::string of = c.model == "heisenberg" ? ions(in.texts("material.ions").size()) + ", " : "";
    if (c.model == "ising" && in.has("coding.kind")) {
      of = run.lattice.size[2] > 1 ? "bits, 3D, " : "bits, 2D, ";
    } else if (!run.lattice.basis.empty()) {
      of = c.model == "heisenberg" ? "crystal, " + terms_of(in) + ", " : "crystal, ";
    }
    all.push_back(c.model + ", " + of + update.name);
  }
  if (run.schedule.multicanonical) {
    all.push_back(c.model + (run.lattice.basis.empty() ? "" : ", crystal") + backward);
  }
  if (run.copies() > 1) {
    const bool crystal = !run.lattice.basis.empty() && !run.schedule.temper;
    all.push_back(c.model + (crystal ? ", crystal" : "") + (run.schedule.temper ? ", tempering" : of_populations));
  }
  return all;
}

} // namespace neel::validate
