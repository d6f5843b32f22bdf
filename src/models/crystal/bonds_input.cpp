// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/bonds_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace neel::models {

using crystal::Matrix;
using crystal::Pair;
using crystal::Vector;
using input::Dimension;
using input::exact;

PairCoupling PairCoupling::reversed() const {
  PairCoupling r = *this;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      r.matrix[a][b] = matrix[b][a];
    }
  }
  return r;
}

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

Vector PairCoupling::dm() const {
  return {(matrix[1][2] - matrix[2][1]) / 2, (matrix[2][0] - matrix[0][2]) / 2, (matrix[0][1] - matrix[1][0]) / 2};
}

std::string bond_name(const crystal::Crystal& c, const Pair& p) {
  const auto name = [&](int b) { return c.basis[static_cast<std::size_t>(b)].name; };
  return fmt::format("{}(0,0,0)-{}({},{},{})", name(p.from), name(p.to), p.offset[0], p.offset[1], p.offset[2]);
}

namespace {

/// What one entry of the list says of a bond, or of a shell of them.
struct Said {
  std::optional<double> exchange, biquadratic;
  std::optional<Vector> dm;
  std::optional<Matrix> matrix;
};

/// What has been said of one bond and pair of ions, entry after entry.
struct Heard {
  std::size_t exchange = 0, dm = 0, matrix = 0, biquadratic = 0; ///< number of the entry that did, or 0
};

/// J 1 + D x, as D.(S x S') = S.A S'.
void add_dm(Matrix& m, const Vector& d) {
  m[0][1] += d[2];
  m[1][0] -= d[2];
  m[1][2] += d[0];
  m[2][1] -= d[0];
  m[2][0] += d[1];
  m[0][2] -= d[1];
}

class BondReader {
public:
  BondReader(input::Reader& in, const crystal::Crystal& c, const std::vector<std::string>& ions, bool vectors)
      : in_(in), crystal_(c), ions_(ions), vectors_(vectors) {}

  CrystalBonds read() {
    declare();
    factor_ = in_.number({"couplings.factor",
                          "what all couplings of the list are multiplied with: -1 where they are meant for "
                          "E = - sum J S.S' over bonds, -2 where that sum counts each pair twice"},
                         1.0);
    const input::Value* const list = in_.node("couplings.bonds");
    const auto* const entries = list == nullptr ? nullptr : list->as<input::Value::List>();
    if (entries == nullptr || entries->empty()) {
      in_.error("couplings.bonds", "expected a list of bonds, [[couplings.bonds]]");
      return {};
    }
    for (std::size_t k = 1; k <= entries->size() && k <= most_entries; ++k) {
      read_entry(k);
    }
    resolve(entries->size());
    const std::string warnings = missing_vectors(); // numbers the shells, too
    return {std::move(bonds_), warnings};
  }

private:
  static constexpr std::size_t most_entries = 100'000;
  static constexpr std::size_t most_shells = 64;

  void declare() {
    in_.declare(
        {"couplings.bonds",
         "a list of bonds, each counted once. An element has `shell` (1: nearest neighbours), or `distance`, or "
         "`from`, `to` (names of basis sites) and `offset` (of the cell of `to`, three whole numbers); `J`; and "
         "`ions`, two of them, if it holds for these alone"},
        "a list of tables");
    if (vectors_) {
      in_.declare({"couplings.bonds.N.J", "E = J S.S': J > 0 is antiferromagnetic"}, "energy");
      in_.declare({"couplings.bonds.N.dm", "E = D.(S x S'), S at `from`: of single bonds only, since D turns from bond "
                                           "to bond of a shell"},
                  "three energies");
      in_.declare({"couplings.bonds.N.matrix", "E = S.M S', S at `from`, instead of J and dm; of single bonds only"},
                  "three lists of three energies");
      in_.declare({"couplings.bonds.N.biquadratic", "E = -B (S.S')^2"}, "energy");
    }
  }

  static std::string entry(std::size_t k) { return fmt::format("couplings.bonds.{}", k); }
  static std::string key(std::size_t k, const char* name) { return entry(k) + "." + name; }

  void read_entry(std::size_t k) {
    const bool shell = in_.has(key(k, "shell")), distance = in_.has(key(k, "distance")),
               single = in_.has(key(k, "from"));
    if ((shell ? 1 : 0) + (distance ? 1 : 0) + (single ? 1 : 0) != 1) {
      in_.error(key(k, "shell"), "expected one of `shell`, `distance`, or `from` with `to` and `offset`");
      in_.accept(entry(k));
      return;
    }
    const Said said = read_coupling(k, single);
    const std::optional<std::pair<std::size_t, std::size_t>> ions = read_ions(k);
    if (!in_.sound(entry(k))) {
      in_.accept(entry(k));
      return;
    }
    if (single) {
      add_single(k, said, ions);
    } else {
      add_shell(k, shell, said, ions);
    }
  }

  Said read_coupling(std::size_t k, bool single) {
    Said s;
    if (in_.has(key(k, "J"))) {
      s.exchange = factor_ * in_.quantity(key(k, "J"), Dimension::energy);
    }
    if (vectors_ && in_.has(key(k, "biquadratic"))) {
      s.biquadratic = factor_ * in_.quantity(key(k, "biquadratic"), Dimension::energy);
    }
    if (vectors_ && in_.has(key(k, "dm"))) {
      s.dm = three(key(k, "dm"));
    }
    if (vectors_ && in_.has(key(k, "matrix"))) {
      Matrix m{};
      for (std::size_t row = 0; row < 3; ++row) {
        m[row] = three(key(k, "matrix") + "." + std::to_string(row + 1));
      }
      s.matrix = m;
    }
    if (!s.exchange && !s.dm && !s.matrix && !s.biquadratic) {
      in_.error(key(k, "J"), vectors_ ? "expected J, dm, matrix or biquadratic" : "missing; expected a coupling J");
    }
    if (s.matrix && (s.exchange || s.dm)) {
      in_.error(key(k, "matrix"), "holds J and dm already, and stands without them");
    }
    if (!single && (s.dm || s.matrix)) {
      in_.error(key(k, s.dm ? "dm" : "matrix"),
                "turns from bond to bond of a shell, so each bond needs its own: give `from`, `to` and `offset`");
    }
    return s;
  }

  Vector three(const std::string& path) {
    const std::vector<double> v = in_.quantities(path, Dimension::energy);
    if (v.size() != 3) {
      in_.error(path, "expected three energies, found " + std::to_string(v.size()));
      return {};
    }
    return {factor_ * v[0], factor_ * v[1], factor_ * v[2]};
  }

  std::optional<std::pair<std::size_t, std::size_t>> read_ions(std::size_t k) {
    if (!in_.has(key(k, "ions"))) {
      return {};
    }
    const std::vector<std::string> names = in_.texts(key(k, "ions"));
    std::vector<std::size_t> found;
    for (const std::string& name : names) {
      const auto at = std::find(ions_.begin(), ions_.end(), name);
      if (at == ions_.end()) {
        in_.error(key(k, "ions"), "there is no ion " + input::quoted(name) + in_.hint(name, ions_));
        return {};
      }
      found.push_back(static_cast<std::size_t>(at - ions_.begin()));
    }
    if (found.size() != 2) {
      in_.error(key(k, "ions"), "expected two ions, found " + std::to_string(found.size()));
      return {};
    }
    return std::pair(found[0], found[1]);
  }

  std::optional<int> basis_site(const std::string& path) {
    const std::string name = in_.text(path);
    for (std::size_t b = 0; b < crystal_.basis.size(); ++b) {
      if (crystal_.basis[b].name == name) {
        return static_cast<int>(b);
      }
    }
    std::vector<std::string> known;
    for (const auto& site : crystal_.basis) {
      known.push_back(site.name);
    }
    in_.error(path, "there is no basis site " + input::quoted(name) + in_.hint(name, known));
    return {};
  }

  void add_single(std::size_t k, const Said& said, const std::optional<std::pair<std::size_t, std::size_t>>& ions) {
    const auto from = basis_site(key(k, "from")), to = basis_site(key(k, "to"));
    const std::vector<double> o = in_.numbers(key(k, "offset"));
    std::array<int, 3> offset{0, 0, 0};
    for (std::size_t a = 0; a < o.size(); ++a) {
      if (o.size() > 3 || o[a] != std::floor(o[a]) || std::abs(o[a]) > 1000) {
        in_.error(key(k, "offset"), "expected up to three whole numbers, of 1000 at most");
        return;
      }
      offset[a] = static_cast<int>(o[a]);
    }
    if (!from || !to) {
      return;
    }
    const Vector r = crystal_.between(*from, *to, offset);
    const double apart = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    if (apart == 0) {
      in_.error(key(k, "from"), "a bond joins a site to itself");
      return;
    }
    Pair p{*from, *to, offset, apart};
    const bool turned =
        *from > *to || (*from == *to && std::tuple(offset[2], offset[1], offset[0]) < std::tuple(0, 0, 0));
    if (turned) {
      p = {*to, *from, {-offset[0], -offset[1], -offset[2]}, apart};
    }
    hear(k, p, turned, said, ions);
  }

  void add_shell(std::size_t k, bool by_number, const Said& said,
                 const std::optional<std::pair<std::size_t, std::size_t>>& ions) {
    if (by_number) {
      const auto n = static_cast<std::size_t>(in_.integer(key(k, "shell"), 1, most_shells));
      know_shells(n);
      if (n > shells_.size()) {
        in_.error(key(k, "shell"), "there are no so many distances in this crystal");
        return;
      }
      hear_all(k, shells_[n - 1], said, ions);
      return;
    }
    const double distance = in_.number(key(k, "distance"));
    constexpr double near = 2e-3; // relative
    for (std::size_t n = 1; n <= most_shells; ++n) {
      know_shells(n);
      if (n > shells_.size() || shells_[n - 1].distance > distance * (1 + near)) {
        in_.error(key(k, "distance"), fmt::format("there are no sites {:g} apart{}", distance, near_distances(n)));
        return;
      }
      if (shells_[n - 1].distance >= distance * (1 - near)) {
        hear_all(k, shells_[n - 1], said, ions);
        return;
      }
    }
    in_.error(key(k, "distance"), "is beyond the 64th shell");
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

  void hear_all(std::size_t k, const crystal::Shell& shell, const Said& said,
                const std::optional<std::pair<std::size_t, std::size_t>>& ions) {
    for (const Pair& p : shell.pairs) {
      hear(k, p, false, said, ions);
    }
  }

  /// Adds what entry k says of a bond, the other way round if it was `turned`. Ions of a shell, and of a bond that has J alone,
  /// may be either way round.
  void hear(std::size_t k, const Pair& p, bool turned, const Said& said,
            const std::optional<std::pair<std::size_t, std::size_t>>& ions) {
    const std::size_t b = find(p);
    const bool either = !said.dm && !said.matrix;
    for (std::size_t one = 0; one < ions_.size(); ++one) {
      for (std::size_t two = 0; two < ions_.size(); ++two) { // at the beginning and at the end of the pair
        const std::pair<std::size_t, std::size_t> as_said = turned ? std::pair(two, one) : std::pair(one, two);
        const bool meant = !ions || as_said == *ions || (either && std::pair(as_said.second, as_said.first) == *ions);
        if (meant && !hear_one(k, bonds_[b].by_ions[one][two], heard_[b][one][two], turned, said)) {
          in_.error(key(k, said.matrix ? "matrix" : "J"),
                    fmt::format("{} has another coupling already, from element {} of the list", bond_name(crystal_, p),
                                last_conflict_));
          return;
        }
      }
    }
  }

  /// False where it contradicts what was said before.
  bool hear_one(std::size_t k, PairCoupling& c, Heard& heard, bool turned, const Said& said) {
    PairCoupling add;
    for (std::size_t a = 0; a < 3; ++a) {
      add.matrix[a][a] = said.exchange.value_or(0);
    }
    if (said.matrix) {
      add.matrix = *said.matrix;
    }
    if (said.dm) {
      add_dm(add.matrix, *said.dm);
    }
    add.biquadratic = said.biquadratic.value_or(0);
    if (turned) {
      add = add.reversed();
    }
    // The same may be said twice, as when both directions of a bond are given.
    const std::size_t exchange = said.exchange || said.matrix ? std::max(heard.exchange, heard.matrix) : 0,
                      dm = said.dm || said.matrix ? std::max(heard.dm, heard.matrix) : 0,
                      biquadratic = said.biquadratic ? heard.biquadratic : 0;
    last_conflict_ = std::max({exchange, dm, biquadratic});
    if (last_conflict_ > 0) {
      return (exchange == 0 || add.exchange() == c.exchange()) && (dm == 0 || add.dm() == c.dm()) &&
             (!said.matrix || add.matrix == c.matrix) && (biquadratic == 0 || add.biquadratic == c.biquadratic) &&
             (exchange > 0 || !said.exchange) && (dm > 0 || !said.dm) && (biquadratic > 0 || !said.biquadratic);
    }
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        c.matrix[a][b] += add.matrix[a][b];
      }
    }
    c.biquadratic += add.biquadratic;
    heard.exchange = said.exchange ? k : heard.exchange;
    heard.dm = said.dm ? k : heard.dm;
    heard.matrix = said.matrix ? k : heard.matrix;
    heard.biquadratic = said.biquadratic ? k : heard.biquadratic;
    return true;
  }

  std::size_t find(const Pair& p) {
    const auto [at, fresh] = index_.try_emplace({p.from, p.to, p.offset}, bonds_.size());
    if (fresh) {
      bonds_.push_back({p, 0, {ions_.size(), std::vector<PairCoupling>(ions_.size())}});
      heard_.emplace_back(ions_.size(), std::vector<Heard>(ions_.size()));
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

  /// The list with all numbers in the run's unit.
  void resolve(std::size_t count) {
    if (in_.errors() > 0) {
      return;
    }
    std::string text;
    for (std::size_t k = 1; k <= count; ++k) {
      text += (text.empty() ? "[" : ", ") + resolved_entry(k);
    }
    in_.resolve("couplings.bonds", text + "]");
  }
  std::string resolved_entry(std::size_t k) {
    std::string text;
    const auto put = [&](const char* name, const std::string& value) {
      text += (text.empty() ? "{" : ", ") + std::string(name) + " = " + value;
    };
    if (in_.has(key(k, "shell"))) {
      put("shell", std::to_string(in_.integer(key(k, "shell"), 1, most_shells)));
    } else if (in_.has(key(k, "distance"))) {
      put("distance", exact(in_.number(key(k, "distance"))));
    } else {
      put("from", input::quoted(in_.text(key(k, "from"))));
      put("to", input::quoted(in_.text(key(k, "to"))));
      put("offset", exact(in_.numbers(key(k, "offset"))));
    }
    if (in_.has(key(k, "ions"))) {
      const auto names = in_.texts(key(k, "ions"));
      put("ions", "[" + input::quoted(names[0]) + ", " + input::quoted(names[1]) + "]");
    }
    for (const char* name : {"J", "biquadratic"}) {
      if (in_.has(key(k, name))) {
        put(name, exact(in_.quantity(key(k, name), Dimension::energy)));
      }
    }
    if (in_.has(key(k, "dm"))) {
      put("dm", exact(in_.quantities(key(k, "dm"), Dimension::energy)));
    }
    if (in_.has(key(k, "matrix"))) {
      std::string rows;
      for (const char* row : {".1", ".2", ".3"}) {
        rows += (rows.empty() ? "[" : ", ") + exact(in_.quantities(key(k, "matrix") + row, Dimension::energy));
      }
      put("matrix", rows + "]");
    }
    return text + "}";
  }

  input::Reader& in_;
  const crystal::Crystal& crystal_;
  const std::vector<std::string>& ions_;
  bool vectors_;
  double factor_ = 1;
  std::vector<crystal::Shell> shells_;
  std::vector<CrystalBond> bonds_;
  std::vector<std::vector<std::vector<Heard>>> heard_; ///< by bond, ion, ion
  std::map<std::tuple<int, int, std::array<int, 3>>, std::size_t> index_;
  std::size_t last_conflict_ = 0;
};

} // namespace

CrystalBonds read_bonds(input::Reader& in, const crystal::Crystal& c, const std::vector<std::string>& ions,
                        bool vectors) {
  return BondReader(in, c, ions, vectors).read();
}

} // namespace neel::models
