// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A parsed TOML document as plain values that remember their line. toml++ itself stays inside value.cpp.

#include <cstddef>
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

/// A single value in TOML, or a bare word, from no file. Throws InputError that begins with `origin`.
Value parse_value(const std::string& text, const std::string& origin);

/// The value of that name in a table, or of that number, counted from 1, in a list; or null.
Value* member(Value& of, const std::string& name);

/// The value at "a.b.c", or null; "a.2.c" is in the second element of the list a.
const Value* find(const Value& root, const std::string& key);

/// Tables, lists and dotted keys may be nested so deep.
inline constexpr std::size_t most_levels = 64;

/// How joined() writes words and whole numbers.
struct AsText {
  std::string operator()(const std::string& word) const { return word; }
  std::string operator()(std::int64_t n) const { return std::to_string(n); }
};
/// "a, b, c".
template <class All, class Text = AsText>
std::string joined(const All& all, const Text& text_of = {}) {
  std::string list;
  for (const auto& one : all) {
    list += (list.empty() ? "" : ", ") + text_of(one);
  }
  return list;
}
/// A text as a TOML string.
std::string quoted(const std::string& text);
/// A name as a key of TOML: bare where it can be, else quoted.
std::string key_name(const std::string& name);
/// Why this is no name to be chosen by a user, or nothing: names become keys, variables in files and columns of tables.
std::string name_objection(const std::string& name);
/// The same as key_name for each part of "a.b.c".
std::string key_path(const std::string& key);

} // namespace neel::input
