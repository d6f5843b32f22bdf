// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/bond_entries.hpp"

#include <algorithm>
#include <cmath>

namespace neel::models {

using crystal::Matrix;
using crystal::Vector;
using input::Dimension;
using input::exact;

std::vector<BondEntry> BondEntries::read() {
  declare();
  factor_ =
      in_.number({"couplings.factor", "what all couplings of the list are multiplied with: -1 where they are meant for "
                                      "E = - sum J S.S' over bonds, -2 where that sum counts each pair twice"},
                 1.0);
  const input::Value* const list = in_.node("couplings.bonds");
  const auto* const elements = list == nullptr ? nullptr : list->as<input::Value::List>();
  if (elements == nullptr || elements->empty()) {
    in_.error("couplings.bonds", "expected a list of bonds, [[couplings.bonds]]");
    return {};
  }
  std::vector<BondEntry> entries;
  for (std::size_t k = 1; k <= elements->size() && k <= most_entries; ++k) {
    if (std::optional<BondEntry> e = read_entry(k)) {
      entries.push_back(std::move(*e));
    } else {
      in_.accept("couplings.bonds." + std::to_string(k));
    }
  }
  return entries;
}

void BondEntries::declare() {
  in_.declare(
      {"couplings.bonds",
       "a list of bonds, each counted once. An element has `shell` (1: nearest neighbours), or `distance`, or "
       "`from`, `to` (names of basis sites) and `offset` (of the cell of `to`, three whole numbers), and with them "
       "`orbit = true` if it holds for all bonds that `lattice.symmetry` makes of this one, DM vectors and "
       "matrices turned as it says; `J`; and `ions`, two of them, if it holds for these alone"},
      "a list of tables");
  if (kind_.vectors) {
    in_.declare({"couplings.bonds.N.J", "E = J S.S': J > 0 is antiferromagnetic"}, "energy");
    in_.declare(
        {"couplings.bonds.N.dm",
         "E = D.(S x S'), S at `from`: the vector D of a single bond; or, of shells too, its size and direction, e "
         "the unit vector along the bond from S to S': `{along = \"bond\", D = ...}` is D e, `{normal = [0, 0, 1], "
         "D = ...}` is D n x e"},
        "three energies, or a table");
    in_.declare({"couplings.bonds.N.matrix", "E = S.M S', S at `from`, instead of J and dm; of single bonds only"},
                "three lists of three energies");
    in_.declare({"couplings.bonds.N.biquadratic", "E = -B (S.S')^2"}, "energy");
  }
  in_.declare({"couplings.bonds.N.width", "disorder \"gaussian\": the standard deviation of J, whose mean is J"},
              "energy");
}

/// Nothing where it has errors.
std::optional<BondEntry> BondEntries::read_entry(std::size_t number) {
  BondEntry e;
  e.number = number;
  const bool shell = in_.has(e.key("shell")), distance = in_.has(e.key("distance")), single = in_.has(e.key("from"));
  if ((shell ? 1 : 0) + (distance ? 1 : 0) + (single ? 1 : 0) != 1) {
    in_.error(e.key("shell"), "expected one of `shell`, `distance`, or `from` with `to` and `offset`");
    return {};
  }
  if (shell) {
    e.shell = static_cast<std::size_t>(in_.integer(e.key("shell"), 1, most_shells));
  } else if (distance) {
    e.distance = in_.number(e.key("distance"));
  } else {
    read_single(e);
  }
  e.orbit = in_.has(e.key("orbit")) && in_.flag(e.key("orbit"), false);
  read_coupling(e);
  read_ions(e);
  return in_.sound("couplings.bonds." + std::to_string(number)) ? std::optional(e) : std::nullopt;
}

void BondEntries::read_coupling(BondEntry& e) {
  if (in_.has(e.key("J"))) {
    e.exchange = factor_ * in_.quantity(e.key("J"), Dimension::energy);
  }
  if (kind_.vectors && in_.has(e.key("biquadratic"))) {
    e.biquadratic = factor_ * in_.quantity(e.key("biquadratic"), Dimension::energy);
  }
  if (kind_.vectors && in_.has(e.key("dm"))) {
    if (in_.node(e.key("dm"))->as<input::Value::Table>() != nullptr) {
      e.directed = read_directed(e.key("dm"));
    } else {
      e.dm = three(e.key("dm"));
    }
  }
  if (kind_.vectors && in_.has(e.key("matrix"))) {
    Matrix m{};
    for (std::size_t row = 0; row < 3; ++row) {
      m[row] = three(e.key("matrix") + "." + std::to_string(row + 1));
    }
    e.matrix = m;
  }
  if (kind_.gaussian) {
    e.width = std::abs(factor_) * in_.quantity(e.key("width"), Dimension::energy);
    e.exchange = e.exchange.value_or(0.0);
    if (*e.width < 0) {
      in_.error(e.key("width"), "a width is not below zero");
    }
  }
  check_coupling(e);
}

void BondEntries::check_coupling(const BondEntry& e) {
  if (!e.exchange && !e.has_dm() && !e.matrix && !e.biquadratic) {
    in_.error(e.key("J"), kind_.vectors ? "expected J, dm, matrix or biquadratic" : "missing; expected a coupling J");
  }
  if (e.matrix && (e.exchange || e.has_dm())) {
    in_.error(e.key("matrix"), "holds J and dm already, and stands without them");
  }
  if (kind_.drawn && (e.has_dm() || e.matrix || e.biquadratic)) {
    in_.error(e.key(e.has_dm() ? "dm" : (e.matrix ? "matrix" : "biquadratic")),
              "couplings that are drawn are J alone; leave it out, or couplings.disorder");
  }
  if ((e.shell || e.distance) && (e.dm || e.matrix)) {
    in_.error(
        e.key(e.dm ? "dm" : "matrix"),
        "turns from bond to bond of a shell, so each bond needs its own: give `from`, `to` and `offset`" +
            std::string(e.dm ? ", or its direction by the bond's, {along = \"bond\", D = ...} or {normal = [0, 0, 1], "
                               "D = ...}"
                             : ""));
  }
}

DirectedDm BondEntries::read_directed(const std::string& path) {
  DirectedDm d;
  const bool normal = in_.has(path + ".normal"), along = in_.has(path + ".along");
  if (normal == along) {
    in_.error(path, "expected {along = \"bond\", D = ...} or {normal = [0, 0, 1], D = ...}");
    in_.accept(path);
    return d;
  }
  if (along) {
    in_.choice(path + ".along", {"bond"});
  } else {
    const std::vector<double> n = in_.numbers(path + ".normal");
    const double length = n.size() == 3 ? std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) : 0;
    if (!(length > 0)) {
      in_.error(path + ".normal", "expected three numbers that are not all zero, found " + input::exact(n));
      return d;
    }
    d.normal = Vector{n[0] / length, n[1] / length, n[2] / length};
  }
  d.size = factor_ * in_.quantity(path + ".D", Dimension::energy);
  return d;
}

Vector BondEntries::three(const std::string& path) {
  const std::vector<double> v = in_.quantities(path, Dimension::energy);
  if (v.size() != 3) {
    in_.error(path, "expected three energies, found " + std::to_string(v.size()));
    return {};
  }
  return {factor_ * v[0], factor_ * v[1], factor_ * v[2]};
}

void BondEntries::read_ions(BondEntry& e) {
  if (!in_.has(e.key("ions"))) {
    return;
  }
  if (kind_.drawn) {
    in_.error(e.key("ions"), "couplings that are drawn are the same for all ions");
    return;
  }
  std::vector<std::size_t> found;
  for (const std::string& name : in_.texts(e.key("ions"))) {
    const auto at = std::find(ions_.begin(), ions_.end(), name);
    if (at == ions_.end()) {
      in_.error(e.key("ions"), "there is no ion " + input::quoted(name) + in_.hint(name, ions_));
      return;
    }
    found.push_back(static_cast<std::size_t>(at - ions_.begin()));
  }
  if (found.size() != 2) {
    in_.error(e.key("ions"), "expected two ions, found " + std::to_string(found.size()));
    return;
  }
  e.ions = {found[0], found[1]};
}

std::optional<int> BondEntries::basis_site(const std::string& path) {
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

void BondEntries::read_single(BondEntry& e) {
  const auto from = basis_site(e.key("from")), to = basis_site(e.key("to"));
  const std::vector<double> o = in_.numbers(e.key("offset"));
  std::array<int, 3> offset{0, 0, 0};
  for (std::size_t a = 0; a < o.size(); ++a) {
    if (o.size() > 3 || o[a] != std::floor(o[a]) || std::abs(o[a]) > 1000) {
      in_.error(e.key("offset"), "expected up to three whole numbers, of 1000 at most");
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
    in_.error(e.key("from"), "a bond joins a site to itself");
    return;
  }
  const crystal::Direction direction = crystal::each_once({*from, *to, offset, apart});
  e.turned = direction.turned;
  e.single = direction.pair;
}

void BondEntries::resolve(const std::vector<BondEntry>& entries) {
  if (in_.errors() > 0) {
    return;
  }
  std::string text;
  for (const BondEntry& e : entries) {
    text += (text.empty() ? "[" : ", ") + resolved(e);
  }
  in_.resolve("couplings.bonds", text + "]");
}

/// As it was read: without the factor, which stands beside it.
std::string BondEntries::resolved(const BondEntry& e) {
  std::string text;
  const auto put = [&](const char* name, const std::string& value) {
    text += (text.empty() ? "{" : ", ") + std::string(name) + " = " + value;
  };
  if (e.shell) {
    put("shell", std::to_string(*e.shell));
  } else if (e.distance) {
    put("distance", exact(*e.distance));
  } else {
    put("from", input::quoted(in_.text(e.key("from"))));
    put("to", input::quoted(in_.text(e.key("to"))));
    put("offset", exact(in_.numbers(e.key("offset"))));
  }
  if (e.orbit) {
    put("orbit", "true");
  }
  if (e.ions) {
    put("ions", "[" + input::quoted(ions_[e.ions->first]) + ", " + input::quoted(ions_[e.ions->second]) + "]");
  }
  const auto put_energy = [&](const char* name) { put(name, exact(in_.quantity(e.key(name), Dimension::energy))); };
  if (in_.has(e.key("J"))) {
    put_energy("J");
  }
  if (e.width) {
    put_energy("width");
  }
  if (e.biquadratic) {
    put_energy("biquadratic");
  }
  if (e.dm) {
    put("dm", exact(in_.quantities(e.key("dm"), Dimension::energy)));
  } else if (e.directed) {
    put("dm", "{" +
                  (e.directed->normal ? "normal = " + exact(in_.numbers(e.key("dm.normal")))
                                      : std::string("along = \"bond\"")) +
                  ", D = " + exact(in_.quantity(e.key("dm.D"), Dimension::energy)) + "}");
  }
  if (e.matrix) {
    std::string rows;
    for (const char* row : {".1", ".2", ".3"}) {
      rows += (rows.empty() ? "[" : ", ") + exact(in_.quantities(e.key("matrix") + row, Dimension::energy));
    }
    put("matrix", rows + "]");
  }
  return text + "}";
}

} // namespace neel::models
