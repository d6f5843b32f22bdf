// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/orbits.hpp"

#include "errors/errors.hpp"
#include "files/print.hpp"
#include "import/groups.hpp"
#include "import/writer.hpp"
#include "input/reader.hpp"
#include "input/value.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace neel::imports {

namespace {

const std::string& site_name(const Imported& in, int site) { return in.sites[static_cast<std::size_t>(site)].name; }

std::vector<std::string> describe(const Imported& in, const crystal::Symmetry& symmetry, const crystal::Orbit& orbit) {
  const std::vector<int> of = symmetry.site_orbits();
  const auto ends_at = [&](int site) {
    int ends = 0;
    for (const crystal::Pair& p : orbit.bonds) {
      ends += (p.from == site ? 1 : 0) + (p.to == site ? 1 : 0);
    }
    return ends;
  };
  const int from = orbit.first.from, to = orbit.first.to;
  const bool same = of[static_cast<std::size_t>(from)] == of[static_cast<std::size_t>(to)];
  const auto [components, form] = symmetry.allowed_dm(orbit.first);
  std::vector<std::string> lines{fmt::format("length {:.6g}: {} a cell, {} at {}{}; {}", orbit.first.distance,
                                             counted(orbit.bonds.size(), "bond"), ends_at(from), site_name(in, from),
                                             same ? "" : fmt::format(" and {} at {}", ends_at(to), site_name(in, to)),
                                             components == 0 ? "no D" : "D " + form)};
  if (components < 3) {
    lines.push_back("matrix " + symmetry.allowed_matrix(orbit.first));
  }
  return lines;
}

} // namespace

void add_orbits(Imported& in, const std::vector<int>& kinds, const std::vector<crystal::Operation>& group,
                std::optional<double> within) {
  constexpr std::size_t fewest = 3, most = 12;
  crystal::Crystal c = crystal_of(in);
  c.cells.periodic = {true, true, true};
  try {
    const crystal::Symmetry symmetry(c, kinds, group);
    const double nearest = crystal::nearest_shells(c, 1).at(0).distance;
    double distance = within.value_or(2 * nearest);
    std::vector<crystal::Orbit> orbits = crystal::orbits_within(c, symmetry, distance);
    while (!within && orbits.size() < fewest) {
      distance *= 1.25;
      orbits = crystal::orbits_within(c, symmetry, distance);
    }
    if (orbits.empty()) {
      throw InputError(fmt::format("--within {:g}: the nearest sites are {:.6g} apart", distance, nearest));
    }
    if (!within && orbits.size() > most) {
      orbits.resize(most);
      in.notes.push_back(fmt::format("of bonds, the {} shortest orbits are listed; --within DISTANCE lists all up to a "
                                     "length",
                                     most));
    }
    for (const crystal::Orbit& o : orbits) {
      in.orbits.push_back({o.first, o.bonds, describe(in, symmetry, o)});
    }
  } catch (const std::invalid_argument& e) {
    throw InputError(in.source + ": " + e.what());
  }
}

std::string ions_text(const Imported& in, const Site& site) {
  if (site.mixed.empty()) {
    return "ion = " + input::quoted(in.ions[site.ion].name);
  }
  std::string t;
  for (const auto& [ion, part] : site.mixed) {
    t += (t.empty() ? "" : ", ") + input::key_name(in.ions[ion].name) + " = " + input::exact(part);
  }
  return "ions = {" + t + "}";
}

std::string symmetry_text(const Imported& in) {
  std::string t;
  for (const std::string& o : in.symmetry) {
    t += (t.empty() ? "" : ", ") + input::quoted(o);
  }
  return t.empty() ? "" : "# these generate the space group of the whole crystal\nsymmetry = [" + t + "]\n";
}

std::string orbits_text(const Imported& in) {
  std::string t;
  for (const BondOrbit& orbit : in.orbits) {
    t += "\n";
    for (const std::string& line : orbit.says) {
      t += files::wrapped(line, "# ", "#   ");
    }
    const crystal::Pair& p = orbit.first;
    t += fmt::format("[[couplings.bonds]]\nfrom = {}\nto = {}\noffset = [{}, {}, {}]\norbit = true\nJ = 0.0\n",
                     input::quoted(site_name(in, p.from)), input::quoted(site_name(in, p.to)), p.offset[0], p.offset[1],
                     p.offset[2]);
  }
  return t;
}

} // namespace neel::imports
