// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/models.hpp"

#include "model/clusters.hpp"
#include "model/moves.hpp"
#include "model/multicanonical.hpp"
#include "model/population.hpp"
#include "model/structure.hpp"
#include "model/user_observables.hpp"
#include "models/start_file.hpp"

#include <algorithm>

namespace neel::models {

// The build writes the list: a line NEEL_MODEL("name", read_name) for each model (models.cmake).
#define NEEL_MODEL(name, read) Model read(input::Reader& in, input::RunInput& run);
#include "list_of_models.inc"
#undef NEEL_MODEL

namespace {

constexpr std::size_t most_components = 3; ///< of a spin

#define NEEL_MODEL(name, read) {name, read},
constexpr Entry list_of_models[] = {
#include "list_of_models.inc"
};
#undef NEEL_MODEL

/// Where there is none of that name, the first one.
const Entry& entry(const std::string& name) {
  const auto* const found = std::find_if(std::begin(list_of_models), std::end(list_of_models),
                                         [&](const Entry& e) { return e.name == name; });
  return found == std::end(list_of_models) ? list_of_models[0] : *found;
}

/// measure.target_error names observables.
void check_targets(input::Reader& in, const input::RunInput& run, const Model& model) {
  std::vector<std::string> names;
  for (const Observable& o : model.observables) {
    names.push_back(o.name);
  }
  for (const auto& [name, error] : run.target_error) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      in.error("measure.target_error." + name, "is no observable of this model" + in.hint(name, names));
    }
  }
}

/// In a loop of fields, what the log shows first is the magnetisation along the field, with its sign.
void show_along_field(const input::RunInput& run, Model& model) {
  for (const Parameter& p : model.parameters) {
    for (const auto& [moment, weight] : p.conjugate) {
      for (Observable& o : model.observables) {
        o.primary = o.primary || (run.schedule.field_loop() && p.key == "schedule.field" && o.name == moment);
      }
    }
  }
}

} // namespace

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const Entry& e : list_of_models) {
    list.emplace_back(e.name);
  }
  return list;
}

std::vector<std::string> moves() {
  std::vector<std::string> list;
  for (const auto& entry : move_names) {
    list.emplace_back(entry.name);
  }
  list = with_clusters(std::move(list));
  list.emplace_back(input::pair_update);
  return list;
}

Model read_input(input::Reader& in, input::RunInput& run) {
  input::read_model(in, names(), run);
  if (!in.sound("model.name")) { // nor is it known what else there can be
    in.accept("");
    in.finish();
  }
  Model model = entry(run.model).read(in, run);
  if (in.errors() == 0) {
    add_user_observables(in, run, model);
  }
  if (in.errors() == 0) {
    add_population(in, run, model);
    add_multicanonical(in, run, model);
    show_along_field(run, model);
    check_targets(in, run, model);
    input::check_snapshots(in, run.output.snapshots, std::int64_t{model.systems} * run.rungs());
  }
  if (in.errors() == 0) {
    if (run.structure.on()) {
      add_structure(run, model);
    }
    start_from_file(in, run, model); // last: it may be large, or missing
  }
  // A configuration is read, written or looked at.
  if (run.schedule.start_file.empty() && !run.output.configurations && !run.output.snapshots.any() &&
      !model.joint_ending) {
    model.memory.ending = 0;
  }
  if (!run.schedule.start_file.empty()) { // the file's and the system's own
    model.memory.ending *= 2;
    model.memory.ending_in_pieces = false;
  } else if (const auto sites = static_cast<std::uint64_t>(run.lattice.sites());
             model.memory.ending_in_pieces && sites > run::most_sites_at_once) {
    model.memory.ending = model.memory.ending / sites * run::most_sites_at_once;
  }
  if (run.lowest) { // a configuration of each sample more, and all of them as numbers of files
    Memory& m = model.memory;
    const std::size_t copies = static_cast<std::size_t>(run.copies());
    m.device += m.saved / copies;
    m.ending += 2 * sizeof(float) * most_components * static_cast<std::size_t>(model.systems) *
                static_cast<std::size_t>(run.lattice.sites());
    m.saved += m.saved / copies;
  }
  in.finish();
  model.resolved = in.resolved();
  return model;
}

std::vector<input::Declaration> keys(const std::string& model) {
  const std::vector<std::string> known = names();
  if (std::find(known.begin(), known.end(), model) == known.end()) {
    throw InputError("no model \"" + model + "\"; the models are: " + input::joined(known));
  }
  input::Reader in = input::Reader::of_keys();
  input::RunInput run;
  input::read_model(in, known, run);
  entry(model).read(in, run);
  return in.declared();
}

} // namespace neel::models
