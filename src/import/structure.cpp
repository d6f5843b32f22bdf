// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/structure.hpp"

#include "errors/errors.hpp"
#include "import/cell.hpp"
#include "import/elements.hpp"
#include "import/names.hpp"
#include "import/orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace neel::imports {

using crystal::Operation;

namespace {

constexpr double one_place = 0.05; ///< atoms that are nearer are at one place, in angstrom
constexpr const char* vacancy = "vacancy";

/// A site of the asymmetric unit, and who is on it.
struct AsymmetricSite {
  Vector position{};
  std::vector<const Atom*> atoms;
  double occupied = 0;
};

class Builder {
public:
  Builder(const Structure& s, const StructureOptions& options) : s_(s), options_(options) {}

  Imported build() {
    make_group();
    in_.source = s_.source;
    in_.files = {s_.file};
    in_.cell_from = s_.cell_from;
    in_.unit = "meV";
    in_.convention = {
        "The file has no couplings: each orbit of bonds below is given by one of its bonds, and waits for its "
        "numbers. Orbits whose numbers stay zero are left out of the run."};
    in_.lost = s_.lost;
    in_.notes = s_.notes;
    gather_sites();
    choose_ions();
    for (const AsymmetricSite& site : asymmetric_) {
      if (std::any_of(site.atoms.begin(), site.atoms.end(), [&](const Atom* a) { return carries(*a); })) {
        expand(site);
      }
    }
    name_ions();
    for (const Operation& o : crystal::generators_of(group_)) {
      in_.symmetry.push_back(crystal::operation_text(o));
    }
    std::vector<int> kinds;
    for (const AsymmetricSite* site : site_of_) {
      kinds.push_back(static_cast<int>(site - asymmetric_.data()));
    }
    add_orbits(in_, kinds, group_, options_.within);
    return std::move(in_);
  }

private:
  void make_group() {
    for (const Operation& o : s_.operations) {
      if (!crystal::keeps_lengths(s_.cell, o)) {
        throw InputError(s_.file + ": the operation " + crystal::operation_text(o) +
                         " does not keep the lengths and angles of the cell");
      }
    }
    group_ = crystal::generated(s_.operations);
    if (group_.empty()) {
      throw InputError(
          fmt::format("{}: the operations make a group of more than {}", s_.file, crystal::most_operations));
    }
    in_.cell = unstrained(s_.cell, group_);
    for (Vector& v : in_.cell) {
      v = rounded(v);
    }
  }

  /// `to` moved by whole cells to where it is near `at`, if it can be.
  std::optional<Vector> beside(const Vector& at, Vector to) const {
    Vector apart{};
    for (std::size_t a = 0; a < 3; ++a) {
      to[a] -= std::round(to[a] - at[a]);
      apart[a] = to[a] - at[a];
    }
    const Vector r = product(apart, in_.cell);
    return r[0] * r[0] + r[1] * r[1] + r[2] * r[2] < one_place * one_place ? std::optional(to) : std::nullopt;
  }

  void gather_sites() {
    for (const Atom& atom : s_.atoms) {
      const auto here = std::find_if(asymmetric_.begin(), asymmetric_.end(), [&](const AsymmetricSite& site) {
        return std::any_of(group_.begin(), group_.end(),
                           [&](const Operation& o) { return beside(site.position, o(atom.position)).has_value(); });
      });
      if (here == asymmetric_.end()) {
        asymmetric_.push_back({atom.position, {&atom}, atom.occupancy});
      } else if (here->occupied + atom.occupancy < 1.001) {
        here->atoms.push_back(&atom);
        here->occupied += atom.occupancy;
      } else if (std::none_of(here->atoms.begin(), here->atoms.end(),
                              [&](const Atom* a) { return a->element == atom.element; })) {
        throw InputError(s_.file + ": atoms " + here->atoms.front()->label + " and " + atom.label +
                         " are at one place, and fill it more than once");
      } // else an image of an atom that was there before
    }
  }

  /// The elements that carry spins, by what the user says, by moments, or by open shells.
  void choose_ions() {
    std::set<std::string> there;
    bool moments = false;
    for (const Atom& a : s_.atoms) {
      there.insert(a.element);
      moments = moments || a.moment.value_or(0) > 0;
    }
    in_.moments = moments;
    for (const std::string& ion : options_.ions) {
      if (!there.contains(ion)) {
        throw InputError(fmt::format("--ions {}: {} has no such element; it has {}", ion, file_name(s_.file),
                                     fmt::join(there, ", ")));
      }
      magnetic_.insert(ion);
    }
    for (const Atom& a : s_.atoms) {
      if (options_.ions.empty() &&
          (moments ? a.moment.value_or(0) > 0 : has_open_shell(atomic_number(a.element), a.charge))) {
        magnetic_.insert(a.element);
      }
    }
    if (magnetic_.empty()) {
      throw InputError(fmt::format("{}: no element of {} has an open d or f shell; --ions says which carry spins",
                                   s_.file, fmt::join(there, ", ")));
    }
    std::vector<std::string> others;
    std::set_difference(there.begin(), there.end(), magnetic_.begin(), magnetic_.end(), std::back_inserter(others));
    in_.notes.push_back(fmt::format("spins are on {}, {}{}", fmt::join(magnetic_, ", "),
                                    !options_.ions.empty() ? "as --ions says"
                                    : moments              ? "which have moments in the file"
                                                           : "by their open d or f shells (--ions says otherwise)",
                                    others.empty() ? "" : fmt::format("; {} carry none", fmt::join(others, ", "))));
  }

  bool carries(const Atom& a) const { return magnetic_.contains(a.element); }

  double moment_of(const Atom& a) const { return !carries(a) ? 0 : in_.moments ? a.moment.value_or(0) : 1; }

  /// All sites of an orbit, from a place that the operations which keep it leave where it is.
  void expand(const AsymmetricSite& site) {
    Vector sum{};
    double count = 0;
    for (const Operation& o : group_) {
      if (const auto near = beside(site.position, o(site.position))) {
        for (std::size_t a = 0; a < 3; ++a) {
          sum[a] += (*near)[a];
        }
        ++count;
      }
    }
    const Vector first{sum[0] / count, sum[1] / count, sum[2] / count};
    const std::size_t begin = in_.sites.size();
    for (const Operation& o : group_) {
      Vector r = o(first);
      for (double& x : r) {
        x = std::round((x - std::floor(x)) * 1e10) / 1e10;
        x = x >= 1 ? 0 : x;
      }
      const bool known = std::any_of(in_.sites.begin() + static_cast<std::ptrdiff_t>(begin), in_.sites.end(),
                                     [&](const Site& s) { return beside(s.position, r).has_value(); });
      if (!known) {
        std::string labels;
        for (const Atom* a : site.atoms) {
          labels += (labels.empty() ? "" : ", ") + a->label;
        }
        in_.sites.push_back({"", r, 0, {}, labels + " by " + crystal::operation_text(o), {}});
        site_of_.push_back(&site);
      }
    }
  }

  /// An ion for each element and moment; sites that several share have fractions.
  void name_ions() {
    std::vector<Ion> main;
    for (const AsymmetricSite* site : site_of_) {
      const Atom& a =
          **std::find_if(site->atoms.begin(), site->atoms.end(), [&](const Atom* x) { return carries(*x); });
      main.push_back({a.element, moment_of(a), 0, 0, in_.moments ? "of " + a.label : "", ""});
    }
    share_ions(in_, main);
    for (std::size_t k = 0; k < in_.sites.size(); ++k) {
      Site& site = in_.sites[k];
      std::map<std::size_t, double> parts;
      for (const Atom* a : site_of_[k]->atoms) {
        parts[a->element == main[k].name && moment_of(*a) == main[k].moment ? site.ion : other_ion(*a)] += a->occupancy;
      }
      if (const double rest = 1 - site_of_[k]->occupied; rest > 1e-3) {
        Atom none;
        none.element = vacancy;
        parts[other_ion(none)] += rest;
      }
      if (parts.size() > 1) {
        double total = 0;
        for (const auto& [ion, part] : parts) {
          total += part;
        }
        for (const auto& [ion, part] : parts) {
          site.mixed.emplace_back(ion, std::round(part / total * 1e9) / 1e9);
        }
      }
    }
  }

  std::size_t other_ion(const Atom& a) {
    const double moment = moment_of(a);
    const auto at = std::find_if(in_.ions.begin(), in_.ions.end(), [&](const Ion& i) {
      return i.moment == moment && i.name.starts_with(a.element) && element_of(i.name) == element_of(a.element);
    });
    if (at != in_.ions.end()) {
      return static_cast<std::size_t>(at - in_.ions.begin());
    }
    std::string name = a.element;
    for (int k = 1; std::any_of(in_.ions.begin(), in_.ions.end(), [&](const Ion& i) { return i.name == name; }); ++k) {
      name = a.element + std::to_string(k);
    }
    in_.ions.push_back({name, moment, 0, 0, "", ""});
    return in_.ions.size() - 1;
  }

  const Structure& s_;
  const StructureOptions& options_;
  std::vector<Operation> group_;
  std::vector<AsymmetricSite> asymmetric_;
  std::set<std::string> magnetic_;
  std::vector<const AsymmetricSite*> site_of_; ///< of each site of `in_`
  Imported in_;
};

} // namespace

Imported magnetic_crystal(const Structure& s, const StructureOptions& options) { return Builder(s, options).build(); }

} // namespace neel::imports
