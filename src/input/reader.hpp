// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Strict reading of a TOML input. Every key that is asked for is remembered; what the file has beyond them is an error.
// All errors are collected, each with file, line and key, and thrown together.

#include "errors.hpp"
#include "input/units.hpp"
#include "input/value.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace neel::input {

class Reader {
public:
  /// Reads a file; throws FileError if it cannot be read, InputError if it is not TOML.
  static Reader from_file(const std::string& path);
  static Reader from_text(const std::string& text, const std::string& name);

  /// Sets key.sub = value, the value in TOML syntax (a bare word counts as a string).
  void set(const std::string& assignment);
  /// Sets key.sub = value; `origin` is what an error calls it.
  void put(const std::string& key, Value value, const std::string& origin);
  /// Takes a table out.
  void drop(const std::string& table);

  EnergyUnit unit; ///< set by the caller as soon as it knows

  bool has(const std::string& key);
  std::string text(const std::string& key, const std::optional<std::string>& otherwise = {});
  /// One of `allowed`.
  std::string choice(const std::string& key, const std::vector<std::string>& allowed,
                     const std::optional<std::string>& otherwise = {});
  std::int64_t integer(const std::string& key, std::int64_t least, std::int64_t most,
                       std::optional<std::int64_t> otherwise = {});
  double number(const std::string& key, std::optional<double> otherwise = {});
  double quantity(const std::string& key, Dimension dimension, std::optional<double> otherwise = {});
  /// A number, a list, or {from, to, points}; at least one, whatever is wrong. So with all lists below.
  std::vector<double> quantities(const std::string& key, Dimension dimension, std::optional<double> otherwise = {});
  std::vector<double> numbers(const std::string& key, std::optional<double> otherwise = {});
  bool flag(const std::string& key, bool otherwise);
  /// Increasing numbers of sweeps from 1 on: a list, or {from = 1, to = 1000, per_octave = 2}, evenly spaced in their
  /// logarithm and rounded.
  std::vector<std::int64_t> times(const std::string& key);
  static constexpr std::int64_t most_sweeps = 1'000'000'000'000;
  std::vector<std::string> texts(const std::string& key);
  std::vector<std::string> keys(const std::string& table);
  const Value* node(const std::string& key);

  std::size_t errors() const { return errors_.size(); }
  /// No error has been noted at the key or below it. What could not be read must not be judged again.
  bool sound(const std::string& key) const;
  /// Notes an error at a key (at its table where the key is missing), if there is none at it or below it yet.
  void error(const std::string& key, const std::string& what);
  /// Takes the keys of a table (of all, "") for known: other errors kept them from being read.
  void accept(const std::string& table) { open_tables_.insert(table); }
  /// The candidate closest to `word`, as "; did you mean ...?", or nothing; nothing, too, after many errors.
  std::string hint(const std::string& word, const std::vector<std::string>& candidates) const;
  /// Throws InputError with all errors found, unknown keys included; does nothing if there are none.
  void finish();

private:
  using Number = std::function<std::optional<double>(const std::string& key, const Value& node)>;
  Reader(Value root, std::string name) : root_(std::move(root)), name_(std::move(name)) {}
  std::optional<double> moderate(const std::string& key, double value, const Value& node);
  std::optional<double> plain_number(const std::string& key, const Value& node);
  std::optional<double> with_unit(const std::string& key, const Value& node, Dimension dimension);
  std::vector<double> many(const std::string& key, const Number& one, std::optional<double> otherwise);
  std::vector<double> range(const std::string& key, const Number& one);
  void missing(const std::string& key, const std::string& what);
  void find_unknown(const Value::Table& table, const std::string& prefix);
  std::string place(const Value* node) const;

  Value root_;
  std::string name_;
  std::set<std::string> asked_;
  std::set<std::string> open_tables_; ///< tables whose keys are names chosen by the user
  std::set<std::string> faulty_;      ///< keys with errors
  std::vector<std::string> errors_;
};

/// The candidate closest to `word` by edit distance, or nothing where none is near.
std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace neel::input
