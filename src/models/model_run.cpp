// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The list of models.

#include "models/model_run.hpp"

#include "models/edwards_anderson.hpp"
#include "models/heisenberg.hpp"
#include "models/ising.hpp"
#include "models/majority.hpp"
#include "models/phi4.hpp"

#include <algorithm>

namespace neel::models {

namespace {

struct Entry {
  const char* name;
  /// Reads all tables but [model]. Nothing where the input has errors.
  std::unique_ptr<ModelRun> (*read)(input::Reader& in, input::RunInput& run);
};

constexpr Entry all[] = {
    {"heisenberg", read_heisenberg},
    {"edwards-anderson", read_edwards_anderson},
    {"phi4", read_phi4},
    {"majority", read_majority},
    {"ising", read_ising},
};

/// measure.target_error names observables.
void check_targets(input::Reader& in, const input::RunInput& run, const ModelRun& model) {
  std::vector<std::string> names;
  for (const Observable& o : model.observables()) {
    names.push_back(o.name);
  }
  for (const auto& [name, error] : run.target_error) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      in.error("measure.target_error." + name, "is no observable of this model" + in.hint(name, names));
    }
  }
}

} // namespace

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const Entry& entry : all) {
    list.emplace_back(entry.name);
  }
  return list;
}

std::unique_ptr<ModelRun> read_input(input::Reader& in, input::RunInput& run) {
  input::read_model(in, names(), run);
  if (!in.sound("model.name")) { // nor is it known what else there can be
    in.accept("");
    in.finish();
  }
  std::unique_ptr<ModelRun> model;
  for (const Entry& entry : all) {
    if (run.model == entry.name) {
      model = entry.read(in, run);
    }
  }
  if (model) {
    check_targets(in, run, *model);
  }
  in.finish();
  return model;
}

} // namespace neel::models
