// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_memory.hpp"

#include "crystal/colouring.hpp"
#include <neel/lattice/neighbour_lists.hpp>

#include <algorithm>
#include <bit>
#include <optional>

namespace neel::models {

namespace {

/// How a system's sites lie in memory, where they can be coloured by a pattern; else as if in a row.
struct Entries {
  std::size_t all, rows, row, neighbours; ///< sites of a row; neighbours of a site at most
  bool lined;

  explicit Entries(const CrystalPlan& plan) {
    const crystal::Cells& cells = plan.in.crystal.cells;
    const auto sites = static_cast<std::size_t>(cells.sites());
    const std::vector<crystal::Bond> bonds = plan.bare_bonds();
    std::vector<std::size_t> of_site(static_cast<std::size_t>(cells.basis));
    for (const crystal::Bond& b : bonds) {
      ++of_site[static_cast<std::size_t>(b.from)];
      ++of_site[static_cast<std::size_t>(b.to)];
    }
    const auto pattern = bonds.empty() ? std::nullopt : crystal::find_pattern(cells, bonds);
    lined = pattern.has_value();
    neighbours = *std::max_element(of_site.begin(), of_site.end());
    const int period = lined ? pattern->period() : 1;
    row = lined ? static_cast<std::size_t>((cells.size[0] + period - 1) / period) : sites; // the longest, of open axes
    rows = lined
               ? static_cast<std::size_t>(cells.basis) * static_cast<std::size_t>(cells.size[1]) *
                     static_cast<std::size_t>(cells.size[2]) * static_cast<std::size_t>(std::min(period, cells.size[0]))
               : 1;
    all = rows * ((row + crystal::vector_length - 1) / crystal::vector_length * crystal::vector_length) +
          crystal::vector_length;
  }
  /// Bytes of links and lists of neighbours, and of the copies that a host reads through these.
  std::size_t lists(std::size_t copies) const {
    const std::size_t links =
        lined ? rows * (neighbours + lattice::GraphPointers::behind) * sizeof(lattice::RowLink) : 0;
    if constexpr (runs_on_host<Kokkos::DefaultExecutionSpace>) {
      return links + (lined && row >= lattice::enough_for_rows ? 0 : all * (neighbours * sizeof(int) + copies));
    } else { // parts hold two neighbours or more
      return links + (lined && all <= lattice::most_listed ? all * neighbours / 2 * sizeof(lattice::ListPart) : 0);
    }
  }
};

} // namespace

Memory memory_of(const CrystalRun& c, std::size_t spin) {
  const auto sites = static_cast<std::size_t>(c.plan.in.crystal.cells.sites());
  const auto systems = static_cast<std::size_t>(c.options.systems), held = static_cast<std::size_t>(c.options.held);
  const CrystalPlan& plan = c.plan;
  const bool samples = plan.samples != nullptr, each = samples && plan.drawn.kind != BondDisorder::pm;
  const std::size_t bonds =
      samples ? 2 * plan.samples->pairs().size() : 2 * plan.bonds.size() * sites / plan.in.crystal.basis.size();
  const auto of_bonds = samples && plan.samples->alike() ? std::size_t{1} : static_cast<std::size_t>(plan.chains);
  const CrystalMeasured& what = plan.measured;
  const std::size_t terms = 3 * static_cast<std::size_t>(what.groups_of_pass) + 5,
                    modes = 6 * (what.modes.size() + what.steps.size() + what.arms.size());
  const std::size_t lists = (what.stiffness.axes.empty() ? 0 : bonds) + (what.layers > 0 ? 6 * sites : 0);
  const std::size_t orders = lists > 0 ? (what.components == 3 ? 13 : 7) : 0;
  const std::size_t sums =
      held * systems * (static_cast<std::size_t>(c.options.passes) * terms + modes + orders + 1) * sizeof(std::int64_t);
  const Entries entries(plan);
  const std::size_t copies = spin > 1 && !samples && !plan.in.disordered() ? systems * std::bit_ceil(spin) : 0;
  Memory m;
  m.device = systems * entries.all * (spin + 1) + entries.all * sizeof(std::uint32_t) + sums + lists * sizeof(int) +
             entries.lists(copies) +
             (samples || plan.in.disordered() ? of_bonds * bonds * (each ? sizeof(float) : 1) : 0);
  if (plan.dipoles) {
    m.device += plan.dipoles->tables->tensor.size() * sizeof(std::int32_t) + 3 * systems * sites * sizeof(std::int64_t);
  }
  if (!plan.four_spin.empty()) { // up to three products each, and four terms of each product
    m.device += 3 * plan.four_spin.size() * sites / plan.in.crystal.basis.size() *
                    (sizeof(FourSpinProduct) + 4 * sizeof(FourSpinTerm)) +
                held * systems * sizeof(std::int64_t);
  }
  if (plan.constraint) {
    m.device += systems * (sites * sizeof(int) + 3 * held * sizeof(std::int64_t));
  }
  m.saved = systems * (entries.all * spin + sizeof(float));
  m.collecting = runs_on_host<Kokkos::DefaultExecutionSpace> ? 0 : sums;
  m.ending = sites * (3 * sizeof(float) + 1); // of places, which a file begins with
  return m;
}

} // namespace neel::models
