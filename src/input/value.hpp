// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A parsed TOML document as plain values that remember their line. toml++ itself stays inside value.cpp.

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace neel::input {

struct Value {
  using List = std::vector<Value>;
  using Table = std::map<std::string, Value>;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Table> content;
  unsigned line = 0; ///< in the input file; 0: set on the command line
  std::string shown; ///< as it stood in the file, for messages

  template <class T>
  const T* as() const {
    return std::get_if<T>(&content);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&content);
  }
};

/// Parses a TOML document into a table. Throws InputError with `name`, line and reason.
Value parse_toml(const std::string& text, const std::string& name);

/// The value at "a.b.c", or null.
const Value* find(const Value& root, const std::string& key);

} // namespace neel::input
