// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What is asked of a model on the lattice of its own, and known on crystals alone: the input is read as that of a crystal, the
// simple cubic or square lattice with nearest neighbours, which has the same bits.

#include "models/crystal/crystal_input.hpp"
#include "models/material.hpp"

#include <utility>

namespace neel::models {

using input::Reader;
using input::Value;

namespace {

const char* const of_own_lattice = "that of the model's own lattice";

/// An element of [[couplings.bonds]]: nearest neighbours.
Value first_shell(const Value& exchange, const std::vector<std::string>& ions) {
  Value::Table bond{{"shell", {std::int64_t{1}, exchange.line, "1"}}, {"J", exchange}};
  if (!ions.empty()) {
    Value::List names;
    for (const std::string& ion : ions) {
      names.push_back({ion, exchange.line, ion});
    }
    bond["ions"] = {std::move(names), exchange.line, "ions"};
  }
  return {std::move(bond), exchange.line, "{}"};
}

bool is_zero(const Value& v) {
  const auto* const whole = v.as<std::int64_t>();
  const auto* const number = v.as<double>();
  return (whole != nullptr && *whole == 0) || (number != nullptr && *number == 0);
}

/// From material.exchange, which names pairs of ions.
Value::List bonds_of_ions(Reader& in) {
  Value::List bonds;
  const std::vector<std::string> ions = in.texts("material.ions", only_ion);
  const Value* const exchange = in.node("material.exchange");
  const bool of_all = exchange != nullptr && exchange->as<Value::Table>() == nullptr;
  if (of_all) {
    bonds.push_back(first_shell(*exchange, {}));
  }
  for (std::size_t a = 0; !of_all && a < ions.size(); ++a) {
    for (std::size_t b = a; b < ions.size(); ++b) {
      const std::string one = "material.exchange." + ions[a] + "-" + ions[b],
                        other = "material.exchange." + ions[b] + "-" + ions[a];
      if (const Value* const j = in.has(one) ? in.node(one) : in.node(other)) {
        bonds.push_back(first_shell(*j, {ions[a], ions[b]}));
      } else {
        in.error(one, "missing; expected the energy J of this pair of ions");
      }
    }
  }
  if (ions.size() > 1 && !in.has("material.fractions")) {
    in.error("material.fractions", "missing; expected the part of sites that each ion has");
  }
  in.has("material.axes.dm"); // of no vectors
  in.accept("material.dm");
  if (in.has("material.dm")) {
    for (const std::string& pair : in.keys("material.dm")) {
      if (const Value* const d = in.node("material.dm." + pair); d != nullptr && !is_zero(*d)) {
        in.error("material.dm",
                 "what the input asks for is known for crystals, where DM vectors belong to single bonds: "
                 "say lattice.kind = \"cubic\" and [[couplings.bonds]] (docs/crystals.md)");
      }
    }
  }
  return bonds;
}

/// Notes an error at each key that crystals alone have, where the input does not say which crystal it is.
bool names_crystal(Reader& in) {
  bool some = false;
  for (const char* key : {"lattice.basis", "lattice.constant", "lattice.placement", "couplings.bonds", "couplings.file",
                          "couplings.factor", "couplings.disorder", "couplings.four_spin", "dipoles"}) {
    if (in.has(key)) {
      in.error(key, "belongs to a crystal: say which, by lattice.kind or lattice.cell");
      in.accept(key);
      some = true;
    }
  }
  return some;
}

/// `line`: of the key that asks for it.
void read_as_crystal(Reader& in, const std::string& asks, unsigned line) {
  if (names_crystal(in)) {
    return;
  }
  const Value* const size = in.node("lattice.size");
  const auto* const lengths = size == nullptr ? nullptr : size->as<Value::List>();
  in.put("lattice.kind",
         {std::string(lengths != nullptr && lengths->size() == 2 ? "square" : "cubic"), line, of_own_lattice}, asks);
  Value::List bonds;
  if (in.has("material.ions") || in.has("material.exchange")) {
    bonds = bonds_of_ions(in);
  } else if (const Value* const j = in.node("couplings.J")) {
    bonds.push_back(first_shell(*j, {}));
  }
  if (bonds.empty()) {
    bonds.push_back(first_shell({1.0, line, "1.0"}, {}));
  }
  in.put("couplings.bonds", {std::move(bonds), line, "[[couplings.bonds]]"}, asks);
}

} // namespace

bool is_crystal(Reader& in, int components) {
  if (in.has("lattice.kind") || in.has("lattice.cell")) {
    return true;
  }
  std::vector<std::string> keys{"measure.q", "measure.correlation_length", replicas_key};
  if (components > 1) {
    keys.emplace_back("measure.stiffness");
  }
  if (components == 3) {
    keys.emplace_back("measure.skyrmions");
    keys.emplace_back("constraint");
  }
  for (const std::string& key : keys) {
    const Value* const value = in.node(key);
    const bool* const flag = value == nullptr ? nullptr : value->as<bool>();
    const auto* const number = value == nullptr ? nullptr : value->as<std::int64_t>();
    const bool asked = key == "measure.q" || ((flag == nullptr || *flag) && (number == nullptr || *number != 1));
    if (value != nullptr && asked) {
      read_as_crystal(in, key, value->line);
      return true;
    }
  }
  names_crystal(in);
  return false;
}

std::array<bool, 3> axes_of_images(Reader& in) {
  const Value* const kind = in.node("lattice.kind");
  const auto* const name = kind == nullptr ? nullptr : kind->as<std::string>();
  const bool some = name == nullptr || (!is_own_lattice(in) && *name != "graph");
  return {some, some, some && (name == nullptr || !crystal::is_flat_lattice(*name))};
}

bool is_own_lattice(Reader& in) {
  const Value* const kind = in.node("lattice.kind");
  return kind != nullptr && kind->shown == of_own_lattice;
}

} // namespace neel::models
