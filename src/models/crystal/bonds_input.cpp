// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/bonds_input.hpp"

#include "crystal/matrix.hpp"
#include "models/crystal/bond_entries.hpp"
#include "models/crystal/bond_orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace neel::models {

using crystal::Matrix;
using crystal::Pair;
using crystal::Vector;

PairCoupling PairCoupling::reversed() const { return {crystal::transposed(matrix), biquadratic}; }

bool PairCoupling::isotropic() const {
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      if (a == b ? matrix[a][a] != matrix[0][0] : matrix[a][b] != 0) {
        return false;
      }
    }
  }
  return biquadratic == 0;
}

Vector PairCoupling::dm() const { return crystal::dm_of_matrix(matrix); }

std::string bond_name(const crystal::Crystal& c, const Pair& p) {
  const auto name = [&](int b) { return c.basis[static_cast<std::size_t>(b)].name; };
  return fmt::format("{}(0,0,0)-{}({},{},{})", name(p.from), name(p.to), p.offset[0], p.offset[1], p.offset[2]);
}

namespace {

/// What has been said of one bond and pair of ions, entry after entry.
struct Heard {
  std::size_t exchange = 0, dm = 0, matrix = 0, biquadratic = 0; ///< number of the entry that did, or 0
};

/// Keeps who said what of a bond.
class BondBook {
public:
  BondBook(input::Reader& in, const crystal::Crystal& c, std::size_t ions) : in_(in), crystal_(c), ions_(ions) {}

  void add(const BondEntry& e) {
    if (e.single) {
      hear(*e.single, e);
    } else if (e.shell) {
      add_shell(e, *e.shell);
    } else if (e.distance) {
      add_distance(e, *e.distance);
    }
  }

  CrystalBonds finish() {
    const std::string warnings = missing_vectors(); // numbers the shells, too
    return {std::move(bonds_), warnings};
  }

private:
  static constexpr std::size_t most_shells = BondEntries::most_shells;

  void add_shell(const BondEntry& e, std::size_t n) {
    know_shells(n);
    if (n > shells_.size()) {
      in_.error(e.key("shell"), "there are no so many distances in this crystal");
      return;
    }
    hear_all(shells_[n - 1], e);
  }

  void add_distance(const BondEntry& e, double distance) {
    constexpr double near = 2e-3; // relative
    for (std::size_t n = 1; n <= most_shells; ++n) {
      know_shells(n);
      if (n > shells_.size() || shells_[n - 1].distance > distance * (1 + near)) {
        in_.error(e.key("distance"), fmt::format("there are no sites {:g} apart{}", distance, near_distances(n)));
        return;
      }
      if (shells_[n - 1].distance >= distance * (1 - near)) {
        hear_all(shells_[n - 1], e);
        return;
      }
    }
    in_.error(e.key("distance"), "is beyond the 64th shell");
  }

  std::string near_distances(std::size_t n) const {
    std::string text;
    for (std::size_t s = n < 2 ? 1 : n - 1; s <= std::min(n, shells_.size()); ++s) {
      text += fmt::format("{}shell {} has {:.6g}", text.empty() ? "; " : ", ", s, shells_[s - 1].distance);
    }
    return text;
  }

  void know_shells(std::size_t count) {
    if (shells_.size() < count) {
      shells_ = crystal::nearest_shells(crystal_, count + 2);
    }
  }

  void hear_all(const crystal::Shell& shell, const BondEntry& e) {
    constexpr double rounding = 1e-5;
    for (const Pair& p : shell.pairs) {
      if (const double way = crystal::shortest_way(crystal_, p); way < (1 - rounding) * p.distance) {
        in_.error(
            e.key(e.shell ? "shell" : "distance"),
            fmt::format("sites {:.6g} apart are beyond half of the lattice: the ends of {} are {}; take more cells, "
                        "an open boundary, or nearer shells",
                        p.distance, bond_name(crystal_, p),
                        way == 0 ? "one site, around it" : fmt::format("{:.6g} apart the other way around it", way)));
        return;
      }
      hear(p, e);
    }
  }

  /// Adds what an entry says of a bond. Ions of a shell, and of a bond that has J alone, may be either way round.
  void hear(const Pair& p, const BondEntry& e) {
    const std::size_t b = find(p);
    const bool either = !e.dm && !e.matrix;
    const PairCoupling said = coupling_of(e, p);
    for (std::size_t one = 0; one < ions_; ++one) {
      for (std::size_t two = 0; two < ions_; ++two) { // at the beginning and at the end of the pair
        const std::pair<std::size_t, std::size_t> as_said = e.turned ? std::pair(two, one) : std::pair(one, two);
        const bool meant =
            !e.ions || as_said == *e.ions || (either && std::pair(as_said.second, as_said.first) == *e.ions);
        if (meant &&
            (!hear_one(bonds_[b].by_ions[one][two], heard_[b][one][two], e, said) || !same_width(bonds_[b], e))) {
          in_.error(e.key(e.matrix ? "matrix" : "J"),
                    fmt::format("{} has another coupling already, from element {} of the list", bond_name(crystal_, p),
                                last_conflict_));
          return;
        }
      }
    }
  }

  /// As the entry has it, from S to S'.
  Vector dm_of(const DirectedDm& directed, bool turned, const Pair& p) const {
    const Vector r = crystal_.between(p.from, p.to, p.offset);
    const double length = (turned ? -1 : 1) * p.distance;
    Vector d{r[0] / length, r[1] / length, r[2] / length};
    if (const std::optional<Vector>& n = directed.normal) {
      d = {(*n)[1] * d[2] - (*n)[2] * d[1], (*n)[2] * d[0] - (*n)[0] * d[2], (*n)[0] * d[1] - (*n)[1] * d[0]};
    }
    for (double& x : d) {
      constexpr double rounding = 1e-12;
      x = std::abs(x) < rounding ? 0 : directed.size * x;
    }
    return d;
  }

  /// The coupling as the beginning of the pair sees it.
  PairCoupling coupling_of(const BondEntry& e, const Pair& p) const {
    PairCoupling c;
    for (std::size_t a = 0; a < 3; ++a) {
      c.matrix[a][a] = e.exchange.value_or(0);
    }
    if (e.matrix) {
      c.matrix = *e.matrix;
    }
    std::optional<Vector> d = e.dm;
    if (!d && e.directed) {
      d = dm_of(*e.directed, e.turned, p);
    }
    if (d) {
      const Matrix dm = crystal::matrix_of_dm(*d);
      for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = 0; b < 3; ++b) {
          c.matrix[a][b] += a == b ? 0 : dm[a][b];
        }
      }
    }
    c.biquadratic = e.biquadratic.value_or(0);
    return e.turned ? c.reversed() : c;
  }

  /// The same for the width, which an element that is the first to speak of the bond sets.
  bool same_width(CrystalBond& bond, const BondEntry& e) const {
    const double width = e.width.value_or(0);
    const bool first = last_conflict_ == 0;
    bond.width = first ? width : bond.width;
    return bond.width == width;
  }

  /// False where it contradicts what was said before.
  bool hear_one(PairCoupling& c, Heard& heard, const BondEntry& e, const PairCoupling& add) {
    // The same may be said twice, as when both directions of a bond are given.
    const std::size_t exchange = e.exchange || e.matrix ? std::max(heard.exchange, heard.matrix) : 0,
                      dm = e.has_dm() || e.matrix ? std::max(heard.dm, heard.matrix) : 0,
                      biquadratic = e.biquadratic ? heard.biquadratic : 0;
    last_conflict_ = std::max({exchange, dm, biquadratic});
    if (last_conflict_ > 0) {
      return (exchange == 0 || add.exchange() == c.exchange()) && (dm == 0 || add.dm() == c.dm()) &&
             (!e.matrix || add.matrix == c.matrix) && (biquadratic == 0 || add.biquadratic == c.biquadratic) &&
             (exchange > 0 || !e.exchange) && (dm > 0 || !e.has_dm()) && (biquadratic > 0 || !e.biquadratic);
    }
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        c.matrix[a][b] += add.matrix[a][b];
      }
    }
    c.biquadratic += add.biquadratic;
    heard.exchange = e.exchange ? e.number : heard.exchange;
    heard.dm = e.has_dm() ? e.number : heard.dm;
    heard.matrix = e.matrix ? e.number : heard.matrix;
    heard.biquadratic = e.biquadratic ? e.number : heard.biquadratic;
    return true;
  }

  std::size_t find(const Pair& p) {
    const auto [at, fresh] = index_.try_emplace({p.from, p.to, p.offset}, bonds_.size());
    if (fresh) {
      bonds_.push_back({p, 0, {ions_, std::vector<PairCoupling>(ions_)}, 0});
      heard_.emplace_back(ions_, std::vector<Heard>(ions_));
    }
    return at->second;
  }

  /// A shell of which some bonds have DM vectors or matrices and others have none.
  std::string missing_vectors() {
    std::string text;
    for (std::size_t n = 1; n <= shells_.size(); ++n) {
      std::string without;
      bool some = false;
      for (const Pair& p : shells_[n - 1].pairs) {
        const auto at = index_.find({p.from, p.to, p.offset});
        bool vector = false;
        if (at != index_.end()) {
          bonds_[at->second].shell = n;
          for (const auto& row : heard_[at->second]) {
            vector = vector || std::any_of(row.begin(), row.end(), [](const Heard& h) { return h.dm + h.matrix > 0; });
          }
        }
        some = some || vector;
        without += vector ? "" : " " + bond_name(crystal_, p);
      }
      if (some && !without.empty()) {
        text += fmt::format("note: of shell {}, these bonds have no DM vector or matrix:{}\n", n, without);
      }
    }
    return text;
  }

  input::Reader& in_;
  const crystal::Crystal& crystal_;
  std::size_t ions_;
  std::vector<crystal::Shell> shells_;
  std::vector<CrystalBond> bonds_;
  std::vector<std::vector<std::vector<Heard>>> heard_; ///< by bond, ion, ion
  std::map<std::tuple<int, int, std::array<int, 3>>, std::size_t> index_;
  std::size_t last_conflict_ = 0;
};

} // namespace

CrystalBonds read_bonds(input::Reader& in, const crystal::Crystal& c, const crystal::Symmetry* symmetry,
                        const std::vector<std::string>& ions, const BondKind& kind) {
  BondEntries list(in, c, ions, kind);
  const std::vector<BondEntry> entries = list.read();
  BondBook book(in, c, ions.size());
  for (const BondEntry& e : entries) {
    for (const BondEntry& of_orbit : on_orbit(in, c, symmetry, e)) {
      book.add(of_orbit);
    }
  }
  check_some(in, entries);
  list.resolve(entries);
  return book.finish();
}

} // namespace neel::models
