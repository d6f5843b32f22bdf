// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/positions.hpp"

#include "input/value.hpp"

namespace neel::view {

std::vector<std::uint8_t> sublattices(const input::LatticeInput& lattice) {
  std::vector<std::uint8_t> all(static_cast<std::size_t>(lattice.sites()));
  for (std::size_t site = 0; site < all.size(); ++site) {
    all[site] = static_cast<std::uint8_t>(site % lattice.basis.size());
  }
  return all;
}

std::vector<std::string> texts(const input::Value* node) {
  std::vector<std::string> all;
  if (node != nullptr) {
    if (const auto* one = node->as<std::string>()) {
      all.push_back(*one);
    }
    if (const auto* list = node->as<input::Value::List>()) {
      for (const input::Value& v : *list) {
        const auto* text = v.as<std::string>();
        all.push_back(text != nullptr ? *text : "");
      }
    }
  }
  return all;
}

std::vector<std::string> ions_of(const std::string& resolved) {
  return texts(input::find(input::parse_toml(resolved, "the input"), "material.ions"));
}

} // namespace neel::view
