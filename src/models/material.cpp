// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/material.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace neel::models {

using input::Dimension;
using input::exact;
using input::Key;
using input::Reader;

namespace {

constexpr std::size_t most_ions = 255;

/// Two pairs that are called the same would share their couplings.
void check_pairs(Reader& in, const std::vector<std::string>& ions) {
  std::map<std::string, std::pair<std::string, std::string>> pairs;
  for (const std::string& a : ions) {
    for (const std::string& b : ions) {
      const auto [entry, fresh] = pairs.try_emplace(a + "-" + b, a, b);
      if (!fresh) {
        const auto& [c, d] = entry->second;
        in.error("material.ions", "the pair of " + c + " and " + d + " and that of " + a + " and " + b +
                                      " are both called " + entry->first + "; take names without such dashes");
        return;
      }
    }
  }
}

void read_ions(Reader& in, Material& m) {
  m.ions = in.texts(
      {"material.ions",
       "names of the species, at most 255; a name has up to 32 bytes, without white space, control characters "
       "or any of `. / \" ' \\ = # [ ] { } ,`. It may hold a dash (`\"O2-\"`) where no two pairs `A-B` are then "
       "called the same. As a key, a name of more than letters, digits, `-` and `_` is quoted"},
      only_ion);
  if (m.ions.size() > most_ions) {
    in.error("material.ions", "at most 255 ions, found " + std::to_string(m.ions.size()));
    m.ions.resize(most_ions);
  }
  std::set<std::string> known;
  for (const std::string& ion : m.ions) {
    const std::string why = known.insert(ion).second ? input::name_objection(ion) : "it stands there twice";
    if (!why.empty()) {
      in.error("material.ions", input::quoted(ion) + " is no name for an ion: " + why);
    }
  }
  if (in.sound("material.ions")) {
    check_pairs(in, m.ions);
  }
}

std::vector<double> read_per_ion(Reader& in, const Material& m, const Key& declared, Dimension dimension,
                                 double otherwise) {
  const std::string& key = declared.path;
  if (const input::Value* n = in.node(key); n == nullptr || n->as<input::Value::Table>() == nullptr) {
    return std::vector<double>(m.ions.size(), in.quantity(declared, dimension, otherwise));
  }
  check_names(in, key, m.ions);
  std::vector<double> values;
  for (const std::string& ion : m.ions) {
    values.push_back(in.quantity(key + "." + ion, dimension, otherwise));
  }
  return values;
}

/// A symmetric table of pairs "A-B", or one number for all; with `needed`, every pair must be there.
std::vector<std::vector<double>> read_pairs(Reader& in, const Material& m, const std::string& key, bool needed) {
  const std::size_t n = m.ions.size();
  std::vector<std::vector<double>> values(n, std::vector<double>(n, 0.0));
  if (const input::Value* all = in.node(key); all != nullptr && all->as<input::Value::Table>() == nullptr) {
    values.assign(n, std::vector<double>(n, in.quantity(key, Dimension::energy)));
    return values;
  }
  std::vector<std::string> names;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a; b < n; ++b) {
      const std::string one = m.ions[a] + "-" + m.ions[b];
      const std::string two = m.ions[b] + "-" + m.ions[a];
      names.push_back(one);
      names.push_back(two);
      if (a != b && in.has(key + "." + one) && in.has(key + "." + two)) {
        in.error(key + "." + two, "given twice: " + one + " and " + two + " are the same pair");
      }
      const std::string& name = in.has(key + "." + two) ? two : one;
      const std::optional<double> otherwise = needed ? std::nullopt : std::optional(0.0);
      values[a][b] = values[b][a] = in.quantity(key + "." + name, Dimension::energy, otherwise);
    }
  }
  check_names(in, key, names);
  return values;
}

std::array<double, 3> read_axis(Reader& in, const Key& declared, std::array<double, 3> axis) {
  const std::string& key = declared.path;
  in.declare(declared, "\"x\", \"y\", \"z\" or three numbers");
  const input::Value* n = in.node(key);
  if (n == nullptr) {
    return axis;
  }
  if (n->as<std::string>() != nullptr) {
    const std::string letter = in.choice(key, {"x", "y", "z"});
    axis = {0, 0, 0};
    axis[static_cast<std::size_t>(letter.front() - 'x')] = 1;
    return axis;
  }
  const std::vector<double> v = in.numbers(key);
  const double length = v.size() == 3 ? std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) : 0.0;
  if (!(length > 0)) {
    in.error(key, "expected \"x\", \"y\", \"z\" or three numbers that are not all zero, found " + n->shown);
    return axis;
  }
  if (std::abs(length - 1) < 1e-15) {
    return {v[0], v[1], v[2]}; // a resolved input's, which must not be rounded once more
  }
  for (std::size_t k = 0; k < 3; ++k) {
    axis[k] = std::abs(v[k] / length) < Reader::smallest ? 0 : v[k] / length;
  }
  return axis;
}

void read_fractions(Reader& in, Material& m) {
  check_names(in, "material.fractions", m.ions);
  std::vector<std::vector<double>> given(m.ions.size());
  std::size_t compositions = 1;
  std::size_t rest = m.ions.size();
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    const std::string key = "material.fractions." + m.ions[a];
    if (!in.has(key)) {
      if (rest != m.ions.size()) {
        in.error(key, "missing: only one ion can be left to take the rest");
        return;
      }
      rest = a;
      continue;
    }
    given[a] = in.numbers(key);
    if (given[a].size() > 1) {
      if (!m.scanned_ion.empty()) {
        in.error(key, "only one fraction can be a list, and " + m.scanned_ion + " has one already");
        return;
      }
      m.scanned_ion = m.ions[a];
      compositions = given[a].size();
    }
  }
  for (std::size_t c = 0; c < compositions; ++c) {
    std::vector<double> row(m.ions.size(), 0.0);
    double sum = 0;
    for (std::size_t a = 0; a < m.ions.size(); ++a) {
      if (a != rest) {
        row[a] = given[a][given[a].size() > 1 ? c : 0];
        sum += row[a];
      }
    }
    if (!in.sound("material.fractions")) {
      return;
    }
    const bool proper = std::all_of(row.begin(), row.end(), [](double f) { return f >= 0 && f <= 1; });
    if (!proper || sum > 1 + 1e-12 || (rest == m.ions.size() && std::abs(sum - 1) > 1e-12)) {
      in.error("material.fractions",
               "fractions must lie between 0 and 1 and add up to 1, found a sum of " + exact(sum));
      return;
    }
    if (rest != m.ions.size()) {
      row[rest] = rest_of_ions(row, rest);
    }
    m.fractions.push_back(row);
  }
}

void declare_tables(Reader& in, CouplingsIn couplings) {
  in.declare({"material.fractions.ION",
              "probability of the ion on a site; one ion may be left out. A list makes one group of systems per value",
              "the rest"},
             "a number, a list or a range");
  if (couplings == CouplingsIn::bonds) {
    return;
  }
  in.declare({"material.exchange.A-B",
              "J per bond, of every pair of ions, or `exchange = J` of all; J > 0 is antiferromagnetic"},
             "energy");
  in.declare({"material.dm.A-B", "D per bond, the same for both orders of the pair", "0.0"}, "energy");
}

} // namespace

void check_names(Reader& in, const std::string& table, const std::vector<std::string>& allowed) {
  const std::set<std::string> known(allowed.begin(), allowed.end());
  for (const std::string& name : in.keys(table)) {
    if (!known.contains(name)) {
      in.error(table + "." + name, "no such entry; material.ions allows " + allowed.front() +
                                       (allowed.size() > 1 ? " ... " + allowed.back() : "") + in.hint(name, allowed));
    }
  }
}

namespace {

void read_moment_unit(Reader& in, input::RunInput& run) {
  if (in.when(in.has("material.moment_unit"))) {
    run.unit.moment_in_magnetons =
        in.quantity({"material.moment_unit", "what m = 1 is, such as \"5 mu_B\"; allows fields in tesla", "unknown"},
                    Dimension::moment);
    if (!(*run.unit.moment_in_magnetons > 0)) {
      in.error("material.moment_unit", "must be above zero");
    }
    in.unit = run.unit;
  }
}

/// What spins of three components have besides.
void read_vectors(Reader& in, Material& m, CouplingsIn couplings) {
  m.anisotropy = read_per_ion(in, m, {"material.anisotropy", "K, one number or `{ION = ...}`; K > 0: easy axis"},
                              Dimension::energy, 0.0);
  if (couplings == CouplingsIn::pairs) {
    m.exchange = read_pairs(in, m, "material.exchange", true);
    m.dm = read_pairs(in, m, "material.dm", false);
    m.dm_axis = read_axis(in, {"material.axes.dm", "direction d of the DM vector", "\"y\""}, m.dm_axis);
    refuse_onsite(in);
  } else {
    m.cubic = read_per_ion(in, m,
                           {"material.cubic", "C, one number or `{ION = ...}`; C > 0: easy axes x, y and z (crystals)"},
                           Dimension::energy, 0.0);
    const char* const meaning[] = {"K4 of E = -K4 (S.k)^4, one number or `{ION = ...}` (crystals)",
                                   "K6 of E = -K6 (S.k)^6, one number or `{ION = ...}` (crystals)"};
    m.fourth = read_per_ion(in, m, {"material.anisotropy_4", meaning[0]}, Dimension::energy, 0.0);
    m.sixth = read_per_ion(in, m, {"material.anisotropy_6", meaning[1]}, Dimension::energy, 0.0);
    read_onsite(in, m);
  }
  m.anisotropy_axis =
      read_axis(in, {"material.axes.anisotropy", "direction k of the anisotropy", "\"x\""}, m.anisotropy_axis);
  m.field_axis = read_axis(in, {"material.axes.field", "direction h of the field", "\"z\""}, m.field_axis);
}

} // namespace

Material read_material(Reader& in, input::RunInput& run, CouplingsIn couplings, int components) {
  const bool given = in.has("material"), vectors = components == 3;
  Material m;
  read_ions(in, m);
  read_moment_unit(in, run);
  declare_tables(in, couplings);
  if (!in.when(in.sound("material.ions"))) { // nor is any table of ions known
    for (const char* table : {"moment", "anisotropy", "anisotropy_4", "anisotropy_6", "cubic", "tensor", "stevens",
                              "exchange", "dm", "fractions", "axes"}) {
      in.has(std::string("material.") + table);
      in.accept(std::string("material.") + table);
    }
    in.has("material.disorder_seed");
    return m;
  }
  m.moment =
      read_per_ion(in, m,
                   {"material.moment", "m, one number or `{ION = ...}`, in units of `moment_unit`; an ion of m = 0 is "
                                       "no magnet and enters no order parameter, and not all can be 0"},
                   Dimension::moment, 1.0);
  if (in.sound("material.moment") && std::all_of(m.moment.begin(), m.moment.end(), [](double v) { return v == 0; })) {
    in.error("material.moment", "no ion has a moment, so that there is no magnetisation; without a field, take 1");
  }
  if (vectors) {
    read_vectors(in, m, couplings);
  }
  if (couplings == CouplingsIn::pairs || in.has("material.fractions")) {
    read_fractions(in, m);
  } else { // the first ion, where a crystal's basis does not say
    m.fractions.assign(1, std::vector<double>(m.ions.size(), 0.0));
    m.fractions[0][0] = 1;
  }
  if (couplings == CouplingsIn::bonds && m.fractions.size() > 1) {
    in.error("material.fractions", "a list of fractions is for the simple cubic lattice; of crystals, scan the key");
  }
  m.disorder_seed = static_cast<std::uint64_t>(
      in.integer({"material.disorder_seed", "seed of the placement of ions"}, 0, INT64_MAX, 1));
  if (!given) {
    in.unresolve("material");
  } else if (in.errors() == 0) {
    resolve_material(in, m, run.unit, vectors);
  }
  return m;
}

} // namespace neel::models
