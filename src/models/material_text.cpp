// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// A material as text: as resolved inputs have it, and its Hamiltonian.

#include "models/material.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace neel::models {

using input::exact;

double rest_of_ions(const std::vector<double>& fractions, std::size_t one) {
  double sum = 0;
  for (std::size_t a = 0; a < fractions.size(); ++a) {
    sum += a == one ? 0 : fractions[a];
  }
  return std::max(0.0, 1 - sum);
}

namespace {

std::string per_ion(const Material& m, const std::vector<double>& values) {
  std::string t = "{";
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    t += (a == 0 ? "" : ", ") + input::key_name(m.ions[a]) + " = " + exact(values[a]);
  }
  return t + "}";
}

std::string per_pair(const Material& m, const std::vector<std::vector<double>>& values) {
  std::string t = "{";
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    for (std::size_t b = a; b < m.ions.size(); ++b) {
      t += (t.size() == 1 ? "" : ", ") + input::key_name(m.ions[a] + "-" + m.ions[b]) + " = " + exact(values[a][b]);
    }
  }
  return t + "}";
}

/// Only of ions that have some, and nothing where none has.
std::string energies(const Material& m, const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 0; }) ? "" : per_ion(m, values);
}

/// `text(ion)` of each ion, where it is not empty.
template <class Text>
std::string table(const Material& m, bool known, const Text& text) {
  std::string t;
  for (std::size_t a = 0; known && a < m.ions.size(); ++a) {
    if (const std::string value = text(a); !value.empty()) {
      t += (t.empty() ? "{" : ", ") + input::key_name(m.ions[a]) + " = " + value;
    }
  }
  return t.empty() ? "" : t + "}";
}

std::string tensor_text(const OnsiteTerms::Matrix& a) {
  std::string t;
  for (const OnsiteTerms::Vector& row : a) {
    t += (t.empty() ? "[" : ", ") + exact(std::vector<double>(row.begin(), row.end()));
  }
  return a == OnsiteTerms::Matrix{} ? "" : t + "]";
}

std::string stevens_text(const OnsiteTerms::Stevens& all) {
  std::string t;
  for (const auto& [numbers, b] : all) {
    t += (t.empty() ? "{" : ", ") + stevens_name(numbers) + " = " + exact(b);
  }
  return t.empty() ? "" : t + "}";
}

std::string axis_text(const std::array<double, 3>& a) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (a[k] == 1) {
      return std::string(1, static_cast<char>('x' + k));
    }
  }
  return fmt::format("({:g}, {:g}, {:g})", a[0], a[1], a[2]);
}

/// The ion that a resolved input leaves to take the rest: the last one or, where the others do not give its fractions to the last
/// bit, another, or none (the number of ions).
std::size_t left_out(const Material& m) {
  const std::size_t count = m.ions.size();
  const auto said = [&](std::size_t a) { // by one number, or a list
    return m.ions[a] == m.scanned_ion || std::all_of(m.fractions.begin(), m.fractions.end(),
                                                     [&](const auto& row) { return row[a] == m.fractions.front()[a]; });
  };
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t one = k == 0 ? count - 1 : k - 1;
    bool fits = m.ions[one] != m.scanned_ion;
    for (std::size_t a = 0; a < count && fits; ++a) {
      fits = a == one || said(a);
    }
    if (fits && std::all_of(m.fractions.begin(), m.fractions.end(),
                            [one](const auto& row) { return row[one] == rest_of_ions(row, one); })) {
      return one;
    }
  }
  return count;
}

} // namespace

void resolve_material(input::Reader& in, const Material& m, const input::EnergyUnit& unit, bool vectors) {
  const auto axis = [](const std::array<double, 3>& a) { return exact(std::vector<double>(a.begin(), a.end())); };
  const std::size_t rest = left_out(m);
  std::string ions, fractions;
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    ions += (a == 0 ? "" : ", ") + input::quoted(m.ions[a]);
    std::vector<double> column;
    for (const auto& row : m.fractions) {
      column.push_back(row[a]);
    }
    if (a != rest) {
      fractions += (fractions.empty() ? "" : ", ") + input::key_name(m.ions[a]) + " = " +
                   (m.ions[a] == m.scanned_ion ? exact(column) : exact(column.front()));
    }
  }
  const bool pairs = !m.exchange.empty();
  const std::pair<const char*, std::string> all[] = {
      {"ions", "[" + ions + "]"},
      {"fractions", "{" + fractions + "}"},
      {"moment", per_ion(m, m.moment)},
      {"anisotropy", vectors ? per_ion(m, m.anisotropy) : ""},
      {"cubic", pairs || !vectors ? "" : per_ion(m, m.cubic)},
      {"anisotropy_4", energies(m, m.fourth)},
      {"anisotropy_6", energies(m, m.sixth)},
      {"tensor", table(m, !m.tensor.empty(), [&](std::size_t a) { return tensor_text(m.tensor[a]); })},
      {"stevens", table(m, !m.stevens.empty(), [&](std::size_t a) { return stevens_text(m.stevens[a]); })},
      {"exchange", pairs ? per_pair(m, m.exchange) : ""},
      {"dm", pairs ? per_pair(m, m.dm) : ""},
      {"axes", vectors ? "{" + (pairs ? "dm = " + axis(m.dm_axis) + ", " : "") +
                             "anisotropy = " + axis(m.anisotropy_axis) + ", field = " + axis(m.field_axis) + "}"
                       : ""},
      {"moment_unit", unit.moment_in_magnetons ? input::quoted(exact(*unit.moment_in_magnetons) + " mu_B") : ""},
      {"disorder_seed", std::to_string(m.disorder_seed)}};
  in.unresolve("material");
  for (const auto& [key, value] : all) {
    in.resolve(std::string("material.") + key, value);
  }
}

std::string hamiltonian(const Material& m) {
  return "E = sum_bonds [ J(e,o) S_e.S_o + D(e,o) (S_e x S_o)." + axis_text(m.dm_axis) + " ] - sum_i K(i) (S_i." +
         axis_text(m.anisotropy_axis) + ")^2 - H sum_i m(i) S_i." + axis_text(m.field_axis) +
         "   (each bond once; e: its site with x+y+z even; |S| = 1; J > 0 antiferromagnetic)";
}

} // namespace neel::models
