// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Positions, moments and anisotropies of UppASD.

#include "import/uppasd_sites.hpp"
#include "errors/errors.hpp"
#include "import/cell.hpp"
#include "import/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace neel::imports {

std::size_t UppasdSites::number(const TextFile& file, const Line& line, std::size_t word,
                                const std::string& expected) const {
  const std::int64_t k = file.integer(line, word, expected);
  if (k < 1 || k > static_cast<std::int64_t>(type.size())) {
    file.fail(line, fmt::format("there is no site {}; there are {}", k, type.size()));
  }
  return static_cast<std::size_t>(k - 1);
}

namespace {

/// An ion and the fraction of a site's copies that have it.
struct UppasdPart {
  double part = 1;
  Ion ion;
};

constexpr std::int64_t no_ion = std::numeric_limits<std::int64_t>::max(); ///< instead of a chemical type

class UppasdSiteReader {
public:
  UppasdSiteReader(const UppasdSettings& settings, const UppasdOptions& options, Imported& in)
      : settings_(settings), options_(options), in_(in) {}

  UppasdSites read() {
    read_cell();
    read_positions();
    read_moments();
    if (!settings_.anisotropy.empty()) {
      read_anisotropy();
    }
    share();
    return std::move(sites_);
  }

private:
  void read_cell() {
    if (options_.cell) {
      in_.cell = *options_.cell;
      in_.cell_from = "--cell";
    } else if (settings_.cell) {
      in_.cell = *settings_.cell;
      in_.cell_from = settings_.cell_from;
    } else {
      throw InputError(settings_.file + ": there is no cell" +
                       (settings_.tb2j
                            ? ", which TB2J leaves out: give it by --cell, in angstrom, or import the folder that "
                              "TB2J writes for Vampire, which has DM vectors, too"
                            : "; give it in the file or by --cell"));
    }
    sites_.inverse =
        inverse(in_.cell).value_or(crystal::Matrix{}); // the readers of cells have seen to it that there is one
  }

  void read_positions() {
    TextFile file(settings_.positions, uppasd_comment);
    const std::string expected = settings_.alloy
                                     ? "a site: number, type, chemical type, concentration, and three coordinates"
                                     : "a site: number, type, and three coordinates";
    auto count = static_cast<std::int64_t>(file.lines().size());
    if (settings_.alloy) { // a line for each ion of a site
      count = 0;
      for (const Line& line : file.lines()) {
        count = std::max(count, file.integer(line, 0, expected));
      }
    }
    if (count < 1 || count > 1024) {
      throw InputError(file.name() + fmt::format(": expected 1 to 1024 sites, found {}", count));
    }
    sites_.type.assign(static_cast<std::size_t>(count), 0);
    in_.sites.resize(sites_.type.size());
    ions_.resize(sites_.type.size());
    sites_.ion.resize(sites_.type.size());
    for (const Line& line : file.lines()) {
      read_position(file, line, expected);
    }
    const auto missing = std::find(sites_.type.begin(), sites_.type.end(), 0);
    if (missing != sites_.type.end()) {
      throw InputError(file.name() + fmt::format(": there is no site {}", missing - sites_.type.begin() + 1));
    }
  }

  void read_position(const TextFile& file, const Line& line, const std::string& expected) {
    const std::size_t s = sites_.number(file, line, 0, expected);
    const std::int64_t type = file.integer(line, 1, expected);
    if (type < 1 || type > 255) {
      file.fail(line, "expected a type from 1 to 255");
    }
    const std::int64_t chemical = settings_.alloy ? file.integer(line, 2, expected) : 1;
    const double part = settings_.alloy ? file.number(line, 3, expected) : 1;
    const Vector r = three_numbers(file, line, settings_.alloy ? 4 : 2, expected);
    const Vector f = settings_.direct || settings_.tb2j ? r : rounded(product(r, sites_.inverse));
    double total = part;
    for (const auto& [kind, ion] : ions_[s]) {
      total += ion.part;
    }
    if (sites_.type[s] != 0 && (ions_[s].contains(chemical) || sites_.type[s] != type || in_.sites[s].position != f)) {
      file.fail(line, settings_.alloy
                          ? fmt::format("site {} stands there twice, and not only with other chemical types", s + 1)
                          : fmt::format("site {} stands there twice", s + 1));
    }
    if (!(part >= 0) || total > 1 + 1e-6) {
      file.fail(line, "expected concentrations from 0 to 1, of a site together");
    }
    sites_.type[s] = static_cast<int>(type);
    if (ions_[s].empty()) {
      in_.sites[s] = {"", f, 0, {}, file.mark(line), {}};
    }
    ions_[s][chemical] = {part, {}};
  }

  /// The ion that a line names by its site and chemical type.
  Ion& ion(const TextFile& file, const Line& line, const std::string& expected) {
    const std::size_t s = sites_.number(file, line, 0, expected);
    const std::int64_t chemical = settings_.alloy ? file.integer(line, 1, expected) : 1;
    const auto at = ions_[s].find(chemical);
    if (at == ions_[s].end()) {
      file.fail(line, fmt::format("site {} has no chemical type {}", s + 1, chemical));
    }
    return at->second.ion;
  }

  void read_moments() {
    TextFile file(settings_.moments, uppasd_comment);
    const std::string expected = "a moment: site, kind, size, and direction";
    for (const Line& line : file.lines()) {
      if (file.integer(line, 1, expected) != 1 && !settings_.alloy) {
        file.fail(line, "expected kind 1, as there is no do_ralloy 1");
      }
      const double m = file.number(line, 2, expected);
      if (m < 0) {
        file.fail(line,
                  "a moment below zero turns the signs of couplings in UppASD; give its size, and couplings between "
                  "unit vectors");
      }
      Ion& known = ion(file, line, expected);
      known.moment = m;
      known.moment_from = file.mark(line);
    }
    for (std::size_t s = 0; s < ions_.size(); ++s) {
      for (const auto& [chemical, known] : ions_[s]) {
        if (known.ion.moment_from.empty()) {
          throw InputError(file.name() + fmt::format(": site {} has no moment", s + 1) +
                           (settings_.alloy ? fmt::format(" for chemical type {}", chemical) : ""));
        }
      }
    }
    in_.moments = !settings_.reduced;
  }

  std::string name_of(int type, std::int64_t chemical, std::size_t number) const {
    return number < options_.names.size() ? plain_name(options_.names[number])
           : settings_.alloy              ? fmt::format("T{}C{}", type, chemical)
                                          : fmt::format("T{}", type);
  }

  /// Names ions, of alloys by type and chemical type, and gives them to their sites with their fractions.
  void share() {
    std::set<std::pair<int, std::int64_t>> kinds;
    for (std::size_t s = 0; s < ions_.size(); ++s) {
      std::erase_if(ions_[s], [](const auto& i) { return i.second.part == 0; });
      double rest = 1;
      for (const auto& [chemical, known] : ions_[s]) {
        kinds.emplace(sites_.type[s], chemical);
        rest -= known.part;
      }
      if (rest > 1e-6) {
        ions_[s][no_ion] = {std::round(rest * 1e9) / 1e9, {"vacancy", 0, 0, 0, "", ""}};
      }
    }
    std::vector<Ion> all;
    for (std::size_t s = 0; s < ions_.size(); ++s) {
      const int type = sites_.type[s];
      for (auto& [chemical, known] : ions_[s]) {
        const auto number = settings_.alloy ? std::distance(kinds.begin(), kinds.find({type, chemical})) : type - 1;
        known.ion.name =
            chemical == no_ion ? known.ion.name : name_of(type, chemical, static_cast<std::size_t>(number));
        all.push_back(known.ion);
      }
    }
    const std::vector<std::size_t> numbers = add_ions(in_, all);
    auto next = numbers.begin();
    for (std::size_t s = 0; s < ions_.size(); ++s) {
      in_.sites[s].ion = *next;
      std::set<std::size_t> different;
      for (const auto& [chemical, known] : ions_[s]) {
        sites_.ion[s][chemical] = *next;
        different.insert(*next);
        if (ions_[s].size() > 1) {
          in_.sites[s].mixed.emplace_back(*next, known.part);
        }
        ++next;
      }
      if (different.size() < ions_[s].size()) {
        throw InputError("--ions: two ions that share a site have one name and one moment");
      }
    }
    name_sites(in_);
  }

  void read_anisotropy() {
    TextFile file(settings_.anisotropy, uppasd_comment);
    const std::string expected = "an anisotropy: site, type, K1, K2, three components of the axis";
    const std::size_t at = settings_.alloy ? 2 : 1; // behind the site and its chemical type
    bool fourth = false, cubic = false;
    for (const Line& line : file.lines()) {
      Ion& of = ion(file, line, expected);
      const std::int64_t type = file.integer(line, at, expected);
      if (type != 0 && type != 1 && type != 2 && type != 7) {
        file.fail(line, "expected a type of anisotropy of 0, 1, 2 or 7");
      }
      const double k1 = file.number(line, at + 1, expected), k2 = file.number(line, at + 2, expected);
      if ((type == 1 || type == 7) && k1 != 0) {
        const Vector axis = three_numbers(file, line, at + 3, expected);
        if (axis == Vector{}) {
          file.fail(line, "expected an axis, found three zeros");
        }
        of.anisotropy_from = file.mark(line);
        set_axis(in_.sites[sites_.number(file, line, 0, expected)], of, k1, axis);
      }
      fourth = fourth || (type != 0 && k2 != 0);
      cubic = cubic || type == 2 || (type == 7 && line.words.size() > at + 6 && to_number(line.words[at + 6]) != 0.0);
    }
    if (fourth) {
      in_.lost.push_back(file_name(file.name()) +
                         ": anisotropies K2, of which UppASD's fields and energies have different formulas");
    }
    if (cubic) {
      in_.lost.push_back(file_name(file.name()) +
                         ": cubic anisotropies, whose sign UppASD's manual and program do not agree on");
    }
  }

  /// A site has one axis; of other ions on it, K1 (S.n)^2 with another one is a tensor.
  static void set_axis(Site& site, Ion& ion, double k1, const Vector& n) {
    if (!site.axis || *site.axis == n) {
      site.axis = n;
      ion.anisotropy = -k1;
      return;
    }
    const double squares = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        ion.tensor[a][b] = k1 * n[a] * n[b] / squares;
      }
    }
  }

  const UppasdSettings& settings_;
  const UppasdOptions& options_;
  Imported& in_;
  UppasdSites sites_;
  std::vector<std::map<std::int64_t, UppasdPart>> ions_; ///< of each site, by chemical type; 1 where there are none
};

} // namespace

UppasdSites read_uppasd_sites(const UppasdSettings& settings, const UppasdOptions& options, Imported& in) {
  return UppasdSiteReader(settings, options, in).read();
}

} // namespace neel::imports
