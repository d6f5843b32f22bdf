// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What is asked of a model on the lattice of its own, and known on crystals alone: the input is read as that of a crystal, the
// simple cubic or square lattice with nearest neighbours, which has the same bits.

#include "models/crystal/crystal_input.hpp"

#include <utility>

namespace neel::models {

using input::Reader;
using input::Value;

namespace {

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

/// From material.exchange, which names pairs of ions.
Value::List bonds_of_ions(Reader& in) {
  Value::List bonds;
  const std::vector<std::string> ions = in.texts("material.ions");
  for (std::size_t a = 0; a < ions.size(); ++a) {
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
  if (in.has("material.dm")) {
    in.error("material.dm", "what [measure] asks for is known for crystals, where DM vectors belong to single bonds: "
                            "say lattice.kind = \"cubic\" and [[couplings.bonds]] (docs/crystals.md)");
    in.accept("material.dm");
  }
  return bonds;
}

void read_as_crystal(Reader& in) {
  const std::string origin = "[measure]"; // asks for it
  const Value* const size = in.node("lattice.size");
  const auto* const lengths = size == nullptr ? nullptr : size->as<Value::List>();
  const std::string kind = lengths != nullptr && lengths->size() == 2 ? "square" : "cubic";
  in.put("lattice.kind", {kind, 0, kind}, origin);
  if (in.has("couplings.bonds")) {
    return;
  }
  Value::List bonds;
  if (in.has("material.ions")) {
    bonds = bonds_of_ions(in);
  } else {
    const Value* const j = in.node("couplings.J");
    bonds.push_back(first_shell(j == nullptr ? Value{1.0, 0, "1.0"} : *j, {}));
  }
  in.put("couplings.bonds", {std::move(bonds), 0, "[[couplings.bonds]]"}, origin);
}

} // namespace

bool is_crystal(Reader& in) {
  if (in.has("lattice.kind") || in.has("lattice.cell")) {
    return true;
  }
  bool asked = false;
  for (const char* key : {"measure.q", "measure.stiffness", "measure.correlation_length", "measure.skyrmions"}) {
    const Value* const value = in.node(key);
    const bool* const flag = value == nullptr ? nullptr : value->as<bool>();
    asked = asked || (value != nullptr && (flag == nullptr || *flag));
  }
  if (asked) {
    read_as_crystal(in);
  }
  return asked;
}

} // namespace neel::models
