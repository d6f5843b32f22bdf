// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Exchange and DM vectors of UppASD.

#include "import/uppasd.hpp"

#include "crystal/matrix.hpp"
#include "import/cell.hpp"
#include "import/directed.hpp"
#include "import/uppasd_sites.hpp"
#include "input/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace neel::imports {

namespace {

class UppasdReader {
public:
  UppasdReader(const std::string& path, const UppasdOptions& options)
      : settings_(read_uppasd_settings(path)), options_(options), folder_(std::filesystem::path(path).parent_path()) {}

  Imported read() {
    sites_ = read_uppasd_sites(settings_, options_, in_);
    const std::vector<Matrix> symmetry = uppasd_symmetry(settings_.symmetry, folder_.string());
    const std::vector<Bond> exchange = read_couplings(settings_.exchange, false, symmetry);
    const std::vector<Bond> dm =
        settings_.dm.empty() ? std::vector<Bond>{} : read_couplings(settings_.dm, true, uppasd_symmetry(0, ""));
    in_.bonds = merged(exchange, dm);
    describe();
    return std::move(in_);
  }

private:
  /// The vector from atom to atom, in the units of the cell, that a line means.
  Vector bond_vector(const Vector& r, std::size_t from, std::size_t to) const {
    if (!settings_.whole_cells) {
      return settings_.direct && !settings_.tb2j ? product(r, in_.cell) : r;
    }
    Vector f = r;
    for (std::size_t a = 0; a < 3; ++a) {
      f[a] += in_.sites[to].position[a] - in_.sites[from].position[a];
    }
    return product(f, in_.cell);
  }

  using Bonds =
      std::map<std::tuple<int, int, std::array<int, 3>, std::optional<std::pair<std::size_t, std::size_t>>>, Directed>;

  /// A coupling of the file is one of types: it holds for all sites of the first type that have one of the second at the end of
  /// the vector or of an equivalent one. In alloys it is also one of chemical types, and that of the second site does not matter.
  std::vector<Bond> read_couplings(const std::string& path, bool dm, const std::vector<Matrix>& symmetry) {
    TextFile file(path, uppasd_comment);
    const std::size_t numbers = dm ? 3 : (settings_.tensor ? 9 : 1);
    const std::string expected =
        fmt::format("a coupling: two sites,{} a vector, and {} number{}", settings_.alloy ? " two chemical types," : "",
                    numbers, numbers == 1 ? "" : "s");
    Bonds found;
    for (const Line& line : file.lines()) {
      if (line.words.size() == 2 && line.number == file.lines().front().number) {
        continue; // TB2J writes how many there are
      }
      const std::size_t from = sites_.number(file, line, 0, expected), to = sites_.number(file, line, 1, expected);
      Directed c;
      c.matrix = coupling(file, line, dm, expected);
      c.place = file.place(line);
      c.line = line.number;
      const Vector r = bond_vector(three_numbers(file, line, vector_at(), expected), from, to);
      std::size_t hits = 0;
      for (std::size_t s = 0; s < sites_.type.size(); ++s) {
        for (std::size_t o = 0; o < symmetry.size() && sites_.type[s] == sites_.type[from]; ++o) {
          if (aim(c, s, sites_.type[to], product(symmetry[o], r))) {
            ++hits;
            enter(file, line, c, r, symmetry.size() > 1, expected, found);
          }
        }
      }
      if (hits == 0) {
        file.fail(line, settings_.alloy
                            ? "there is no site at the end of this vector"
                            : fmt::format("there is no atom of type {} at the end of this vector", sites_.type[to]));
      }
    }
    DirectedCouplings all;
    for (const auto& [key, c] : found) {
      if (inside(c)) {
        all.add(c, "");
      }
    }
    vectors_.clear();
    return all.bonds(Directions::both, options_.average, in_.notes);
  }

  std::size_t vector_at() const { return settings_.alloy ? 4 : 2; }

  Matrix coupling(const TextFile& file, const Line& line, bool dm, const std::string& expected) const {
    const std::size_t at = vector_at() + 3;
    Matrix m{};
    if (dm) {
      m = crystal::matrix_of_dm(three_numbers(file, line, at, expected));
    } else if (settings_.tensor) {
      for (std::size_t a = 0; a < 3; ++a) {
        m[a] = three_numbers(file, line, at + 3 * a, expected);
      }
    } else {
      m = isotropic_matrix(file.number(line, at, expected));
    }
    const double scale = dm ? settings_.dm_scale : settings_.exchange_scale;
    return scale == 1 ? m : times(scale, m);
  }

  /// Sets the ends of a coupling from a site along a vector, if there is an atom of that type.
  bool aim(Directed& c, std::size_t from, int type, const Vector& r) const {
    constexpr double near = 0.01; // UppASD's, of the squared distance
    double least = near;
    const Vector f = product(r, sites_.inverse);
    for (std::size_t s = 0; s < sites_.type.size(); ++s) {
      Vector miss{};
      std::array<int, 3> offset{};
      for (std::size_t a = 0; a < 3; ++a) {
        const double cells = in_.sites[from].position[a] + f[a] - in_.sites[s].position[a];
        if (std::abs(cells) > 1000) {
          return false;
        }
        offset[a] = static_cast<int>(std::lround(cells));
        miss[a] = cells - offset[a];
      }
      const Vector d = product(miss, in_.cell);
      const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      if ((settings_.alloy || sites_.type[s] == type) && square < least) {
        least = square;
        c.from = static_cast<int>(from);
        c.to = static_cast<int>(s);
        c.offset = offset;
      }
    }
    return least < near;
  }

  /// Of lines that mean the same bond by symmetry, UppASD takes the first; in alloys, for all ions the first vector.
  void enter(const TextFile& file, const Line& line, Directed c, const Vector& r, bool symmetric,
             const std::string& expected, Bonds& found) {
    if (settings_.alloy) {
      const auto [first, fresh] = vectors_.try_emplace({c.from, c.to, c.offset}, r);
      if (!fresh &&
          largest({{{r[0] - first->second[0], r[1] - first->second[1], r[2] - first->second[2]}, {}, {}}}) > 1e-3) {
        file.fail(line,
                  "for this bond there is an equivalent vector above, which UppASD takes for all ions; leave this out");
      }
      const auto &at = sites_.ion[static_cast<std::size_t>(c.from)], &end = sites_.ion[static_cast<std::size_t>(c.to)];
      const auto one = at.find(file.integer(line, 2, expected)), two = end.find(file.integer(line, 3, expected));
      if (one == at.end() || two == end.end()) {
        return;
      }
      c.ions = {one->second, two->second};
    }
    const auto [at, fresh] = found.try_emplace({c.from, c.to, c.offset, c.ions}, c);
    const double apart = largest(sum(at->second.matrix, times(-1, c.matrix)));
    if (!fresh && apart > DirectedCouplings::least * std::max(largest(c.matrix), largest(at->second.matrix))) {
      if (!symmetric || settings_.alloy) {
        file.fail(line, "for this bond, " + at->second.place + " has another coupling");
      }
      passed_over_.insert(file.mark(line) + " (" + file_name(at->second.place) + ")");
    }
  }

  /// Bonds that lead out of an open crystal of one cell are none.
  bool inside(const Directed& c) {
    for (std::size_t a = 0; a < 3 && settings_.size; ++a) {
      if ((*settings_.size)[a] == 1 && !settings_.periodic[a] && c.offset[a] != 0) {
        outside_ = true;
        return false;
      }
    }
    return true;
  }

  void describe() {
    in_.source = fmt::format("UppASD's {} with {}, {}, {}{}{}", settings_.file, file_name(settings_.positions),
                             file_name(settings_.moments), file_name(settings_.exchange),
                             settings_.dm.empty() ? "" : ", " + file_name(settings_.dm),
                             settings_.anisotropy.empty() ? "" : ", " + file_name(settings_.anisotropy));
    in_.files = {settings_.file,
                 settings_.positions,
                 settings_.moments,
                 settings_.exchange,
                 settings_.dm,
                 settings_.anisotropy,
                 (folder_ / symmetry_file).string()};
    in_.unit = settings_.reduced ? "" : "mRy";
    in_.factor = -2;
    in_.convention = {
        "UppASD has E = -sum_{i != j} [J_ij e_i.e_j + D_ij.(e_i x e_j)] + sum_i K_1 (e_i.n)^2, with unit vectors and "
        "each bond in both directions: one bond has -2 J e.e' - 2 D.(e x e').",
        std::string("So couplings.factor is -2, and the couplings below are those of the files") +
            (settings_.reduced ? "." : " in mRy.")};
    if (std::any_of(in_.ions.begin(), in_.ions.end(), [](const Ion& i) { return i.anisotropy != 0; })) {
      in_.convention.emplace_back("K is -K_1: UppASD's program has an easy axis where K_1 < 0.");
    }
    in_.size = settings_.size;
    in_.periodic = settings_.size ? std::optional(settings_.periodic) : std::nullopt;
    in_.field = settings_.reduced ? std::nullopt : settings_.field;
    in_.field_from = settings_.field_from;
    in_.lost.insert(in_.lost.end(), settings_.lost.begin(), settings_.lost.end());
    in_.lost.push_back(file_name(settings_.moments) + ": directions of the moments at the start");
    in_.lost.push_back(file_name(settings_.file) + ": temperatures, steps, measurements and all else on how to run");
    if (settings_.reduced && settings_.field) {
      in_.lost.push_back(settings_.field_from + ": the field, in reduced units");
    }
    note(outside_, "bonds that lead out of the crystal, where it is open and has one cell, are left out");
    note(settings_.symmetry != 0, fmt::format("equivalent bonds follow from Sym {}", settings_.symmetry));
    note(settings_.symmetry != 0 && settings_.tensor, "all equivalent bonds have one tensor, not turned, as in UppASD");
    if (!passed_over_.empty()) {
      in_.notes.push_back(
          "lines whose bonds have another coupling by the symmetry with an earlier line, in brackets, which "
          "holds, as in UppASD: " +
          input::joined(passed_over_));
    }
    note(settings_.alloy,
         "ions of alloys are called by type and chemical type, or by --ions in that order; Neel draws their places "
         "from material.disorder_seed");
    note(settings_.tb2j, "as TB2J writes it: positions in units of the cell, vectors in angstrom");
    note(settings_.tb2j, "TB2J writes neither DM vectors nor anisotropic exchange for UppASD, but does so for Vampire");
    note(settings_.exchange_scale != 1, fmt::format("J is multiplied by jij_scale, {}", settings_.exchange_scale));
    note(settings_.dm_scale != 1, fmt::format("D is multiplied by dm_scale, {}", settings_.dm_scale));
  }

  void note(bool holds, const std::string& text) {
    if (holds) {
      in_.notes.push_back(text);
    }
  }

  UppasdSettings settings_;
  UppasdOptions options_;
  std::filesystem::path folder_;
  Imported in_;
  UppasdSites sites_;
  bool outside_ = false;
  std::map<std::tuple<int, int, std::array<int, 3>>, Vector> vectors_; ///< of alloys: of the line that a bond is from
  std::set<std::string> passed_over_; ///< lines that have other couplings than earlier ones that are equivalent
};

} // namespace

Imported read_uppasd(const std::string& path, const UppasdOptions& options) {
  return UppasdReader(path, options).read();
}

} // namespace neel::imports
