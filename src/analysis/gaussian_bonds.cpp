// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/gaussian_bonds.hpp"

#include "crystal/crystal.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace neel::analysis {

namespace {

constexpr std::int64_t most_shells = 100;

/// A number of the input; nothing where it is a text with a unit.
std::optional<double> number(const input::Value* value, double otherwise) {
  const auto* const real = value == nullptr ? nullptr : value->as<double>();
  const auto* const whole = value == nullptr ? nullptr : value->as<std::int64_t>();
  return value == nullptr   ? std::optional(otherwise)
         : real != nullptr  ? std::optional(*real)
         : whole != nullptr ? std::optional(static_cast<double>(*whole))
                            : std::nullopt;
}

bool in_a_field(const input::Value& input) {
  const input::Value* const field = input::find(input, "schedule.field");
  const auto* const list = field == nullptr ? nullptr : field->as<input::Value::List>();
  return field != nullptr &&
         (list == nullptr
              ? number(field, 0) != 0.0
              : std::any_of(list->begin(), list->end(), [](const input::Value& h) { return number(&h, 0) != 0.0; }));
}

/// The crystal of a result file, of as many cells as its shells need.
std::optional<crystal::Crystal> read_crystal(const files::Hdf5Reader& file) {
  if (!file.has("/lattice", "cell") || !file.has("/lattice", "basis") || !file.has("/lattice", "periodic")) {
    return {};
  }
  const std::vector<double> cell = file.doubles_attribute("/lattice", "cell"),
                            basis = file.doubles_attribute("/lattice", "basis");
  const std::vector<std::int64_t> periodic = file.integers_attribute("/lattice", "periodic"),
                                  size = file.integers_attribute("/lattice", "size");
  if (cell.size() != 9 || basis.empty() || basis.size() % 3 != 0 || periodic.size() != 3 || size.size() != 3) {
    return {};
  }
  crystal::Crystal c;
  c.basis.clear();
  for (std::size_t k = 0; k < 3; ++k) {
    std::copy_n(cell.begin() + static_cast<std::ptrdiff_t>(3 * k), 3, c.cell[k].begin());
    c.cells.size[k] = static_cast<int>(size[k]);
    c.cells.periodic[k] = periodic[k] != 0;
    if (periodic[k] == 0 && size[k] > 1) {
      return {}; // sites at open ends have fewer bonds
    }
  }
  for (std::size_t b = 0; b < basis.size(); b += 3) {
    c.basis.push_back({"", {basis[b], basis[b + 1], basis[b + 2]}});
  }
  c.cells.basis = static_cast<int>(c.basis.size());
  return c;
}

} // namespace

GaussianBonds gaussian_bonds(const files::Hdf5Reader& file, const input::Value& input, double sites_per_cell) {
  const input::Value* const disorder = input::find(input, "couplings.disorder");
  const auto* const kind = disorder == nullptr ? nullptr : disorder->as<std::string>();
  const input::Value* const bonds = input::find(input, "couplings.bonds");
  const auto* const entries = bonds == nullptr ? nullptr : bonds->as<input::Value::List>();
  if (kind == nullptr || *kind != "gaussian" || entries == nullptr || entries->empty()) {
    return {};
  }
  const auto none = [](const std::string& why) { return GaussianBonds{0, why}; };
  if (!file.has("/samples/overlap") || !file.has("/samples/link_overlap")) {
    return none("spins have several components");
  }
  if (in_a_field(input)) {
    return none("there is a field");
  }
  const std::optional<crystal::Crystal> lattice = read_crystal(file);
  if (!lattice || sites_per_cell != static_cast<double>(lattice->basis.size())) {
    return none("sites differ in their number of bonds");
  }
  const double factor = number(input::find(input, "couplings.factor"), 1).value_or(std::nan(""));
  double number_of_bonds = 0, width = 0;
  for (const input::Value& entry : *entries) {
    const std::optional<double> mean = number(input::find(entry, "J"), 0), own = number(input::find(entry, "width"), 0);
    const input::Value* const shell = input::find(entry, "shell");
    const auto* const n = shell == nullptr ? nullptr : shell->as<std::int64_t>();
    if (!mean || *mean != 0) {
      return none("couplings have a mean");
    }
    if (n == nullptr || *n < 1 || *n > most_shells || !own || input::find(entry, "ions") != nullptr) {
      return none("bonds are not given as shells with widths in the run's unit");
    }
    if (number_of_bonds > 0 && *own != width) {
      return none("shells differ in the width of their couplings, and the link overlap is an average over all");
    }
    width = *own;
    number_of_bonds += static_cast<double>(crystal::nearest_shells(*lattice, static_cast<std::size_t>(*n))
                                               .at(static_cast<std::size_t>(*n) - 1)
                                               .pairs.size());
  }
  const double squares = factor * factor * width * width * number_of_bonds / sites_per_cell;
  return squares > 0 ? GaussianBonds{squares, ""} : none("the width of the couplings is not known");
}

} // namespace neel::analysis
