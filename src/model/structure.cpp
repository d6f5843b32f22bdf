// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/structure.hpp"

namespace neel::models {

structure::Request structure_request(const Model& model, const input::RunInput& run) {
  const input::StructureInput& s = run.structure;
  structure::Request r;
  r.field = model.field;
  r.positions = run.lattice.basis.empty() ? r.positions : run.lattice.basis;
  r.waves = s.waves(run.lattice);
  r.tensor = s.tensor;
  r.per_basis = s.per_basis && r.field.basis > 1;
  r.correlations = s.correlations;
  r.every = s.every;
  r.systems = model.systems;
  r.rungs = run.rungs();
  r.disordered = model.disordered;
  return r;
}

void add_structure(const input::RunInput& run, Model& model) {
  const structure::Request request = structure_request(model, run);
  const structure::Bytes more = structure::bytes(request);
  const double done = static_cast<double>(run.schedule.points() * model.groups()) * structure::bytes_of_point(request);
  model.memory.structure = {static_cast<std::size_t>(more.device), static_cast<std::size_t>(more.host + done)};
  model.memory.device += model.memory.structure.device;
  model.memory.saved += model.memory.structure.saved;
}

} // namespace neel::models
