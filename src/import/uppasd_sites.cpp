// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Positions, moments and anisotropies of UppASD.

#include "import/uppasd_sites.hpp"
#include "errors/errors.hpp"
#include "import/cell.hpp"
#include "import/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace neel::imports {

Vector three_numbers(const TextFile& file, const Line& line, std::size_t from, const std::string& expected) {
  return {file.number(line, from, expected), file.number(line, from + 1, expected),
          file.number(line, from + 2, expected)};
}

std::size_t UppasdSites::number(const TextFile& file, const Line& line, std::size_t word,
                                const std::string& expected) const {
  const std::int64_t k = file.integer(line, word, expected);
  if (k < 1 || k > static_cast<std::int64_t>(type.size())) {
    file.fail(line, fmt::format("there is no site {}; there are {}", k, type.size()));
  }
  return static_cast<std::size_t>(k - 1);
}

namespace {

class SiteReader {
public:
  SiteReader(const UppasdSettings& settings, const UppasdOptions& options, Imported& in)
      : settings_(settings), options_(options), in_(in) {}

  UppasdSites read() {
    read_cell();
    read_positions();
    read_moments();
    if (!settings_.anisotropy.empty()) {
      read_anisotropy();
    }
    share_ions(in_, ions_);
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
    const std::string expected = "a site: number, type, and three coordinates";
    const bool direct = settings_.direct || settings_.tb2j;
    const std::size_t count = file.lines().size();
    if (count < 1 || count > 1024) {
      throw InputError(file.name() + fmt::format(": expected 1 to 1024 sites, found {}", count));
    }
    sites_.type.assign(count, 0);
    in_.sites.resize(count);
    ions_.resize(count);
    for (const Line& line : file.lines()) {
      const std::size_t s = sites_.number(file, line, 0, expected);
      const std::int64_t type = file.integer(line, 1, expected);
      if (sites_.type[s] != 0 || type < 1 || type > 255) {
        file.fail(line, sites_.type[s] != 0 ? fmt::format("site {} stands there twice", s + 1)
                                            : "expected a type from 1 to 255");
      }
      sites_.type[s] = static_cast<int>(type);
      const Vector r = three_numbers(file, line, 2, expected);
      in_.sites[s] = {"", direct ? r : rounded(product(r, sites_.inverse)), 0, {}, file.mark(line)};
      const auto k = static_cast<std::size_t>(type);
      ions_[s].name = k <= options_.names.size() ? plain_name(options_.names[k - 1]) : "T" + std::to_string(type);
    }
  }

  void read_moments() {
    TextFile file(settings_.moments, uppasd_comment);
    const std::string expected = "a moment: site, kind 1, size, and direction";
    std::vector<bool> known(sites_.type.size());
    for (const Line& line : file.lines()) {
      const std::size_t s = sites_.number(file, line, 0, expected);
      const double m = file.number(line, 2, expected);
      if (file.integer(line, 1, expected) != 1) {
        file.fail(line, "expected kind 1: random alloys are not imported");
      }
      if (m < 0) {
        file.fail(line,
                  "a moment below zero turns the signs of couplings in UppASD; give its size, and couplings between "
                  "unit vectors");
      }
      ions_[s].moment = m;
      ions_[s].moment_from = file.mark(line);
      known[s] = true;
    }
    const auto missing = std::find(known.begin(), known.end(), false);
    if (missing != known.end()) {
      throw InputError(file.name() + fmt::format(": site {} has no moment", missing - known.begin() + 1));
    }
    in_.moments = !settings_.reduced;
  }

  void read_anisotropy() {
    TextFile file(settings_.anisotropy, uppasd_comment);
    const std::string expected = "an anisotropy: site, type, K1, K2, three components of the axis";
    bool fourth = false, cubic = false;
    for (const Line& line : file.lines()) {
      const std::size_t s = sites_.number(file, line, 0, expected);
      const std::int64_t type = file.integer(line, 1, expected);
      if (type != 0 && type != 1 && type != 2 && type != 7) {
        file.fail(line, "expected a type of anisotropy of 0, 1, 2 or 7");
      }
      const double k1 = file.number(line, 2, expected), k2 = file.number(line, 3, expected);
      if ((type == 1 || type == 7) && k1 != 0) {
        const Vector axis = three_numbers(file, line, 4, expected);
        if (axis == Vector{}) {
          file.fail(line, "expected an axis, found three zeros");
        }
        ions_[s].anisotropy = -k1;
        ions_[s].anisotropy_from = file.mark(line);
        in_.sites[s].axis = axis;
      }
      fourth = fourth || (type != 0 && k2 != 0);
      cubic = cubic || type == 2 || (type == 7 && line.words.size() > 7 && to_number(line.words[7]) != 0.0);
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

  const UppasdSettings& settings_;
  const UppasdOptions& options_;
  Imported& in_;
  UppasdSites sites_;
  std::vector<Ion> ions_; ///< of each site
};

} // namespace

UppasdSites read_uppasd_sites(const UppasdSettings& settings, const UppasdOptions& options, Imported& in) {
  return SiteReader(settings, options, in).read();
}

} // namespace neel::imports
