// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Strict reading of a TOML input. The one call that reads a key declares it: limits, default, meaning. From these calls
// follow the errors (collected, each with file, line and key, and thrown together; keys that no call asks for are among
// them), the input with all defaults filled in, and the list that `neel keys` prints.

#include "errors/errors.hpp"
#include "input/units.hpp"
#include "input/value.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace neel::input {

/// A key of an input, and a sentence on what it means; none where the key is declared elsewhere. `otherwise` is what
/// readers are told of the default, where that is more than a value.
struct Key {
  std::string path, meaning, otherwise;

  Key(std::string where, std::string what = {}, std::string left_out = {})
      : path(std::move(where)), meaning(std::move(what)), otherwise(std::move(left_out)) {}
  Key(const char* where, const char* what = "") : path(where), meaning(what) {}
};

/// A key as its readers see it.
struct Declaration {
  std::string key, expected, otherwise, meaning; ///< `otherwise` is empty where the key must be there
};

class Reader {
public:
  /// Reads a file; throws FileError if it cannot be read, InputError if it is not TOML.
  static Reader from_file(const std::string& path);
  static Reader from_text(const std::string& text, const std::string& name);
  /// Without an input, to list all keys: when() is always true, and errors mean nothing.
  static Reader of_keys();

  /// Sets key.sub = value, the value in TOML syntax (a bare word counts as a string).
  void set(const std::string& assignment);
  /// Sets key.sub = value; `origin` is what an error calls it.
  void put(const std::string& key, Value value, const std::string& origin);
  /// Takes a table or a key out.
  void drop(const std::string& key);

  EnergyUnit unit; ///< set by the caller as soon as it knows

  bool has(const std::string& key);
  /// Whether to read keys that have a meaning only under this condition: also true while keys are listed.
  bool when(bool condition) const { return condition || listing_; }
  std::string text(const Key& key, const std::optional<std::string>& otherwise = {});
  /// One of `allowed`.
  std::string choice(const Key& key, const std::vector<std::string>& allowed,
                     const std::optional<std::string>& otherwise = {});
  std::int64_t integer(const Key& key, std::int64_t least, std::int64_t most,
                       std::optional<std::int64_t> otherwise = {});
  double number(const Key& key, std::optional<double> otherwise = {});
  double quantity(const Key& key, Dimension dimension, std::optional<double> otherwise = {});
  /// A number, a list, or {from, to, points}. Even after an error there is at least one element, here and in all lists
  /// below.
  std::vector<double> quantities(const Key& key, Dimension dimension, std::optional<double> otherwise = {});
  std::vector<double> numbers(const Key& key, std::optional<double> otherwise = {});
  bool flag(const Key& key, bool otherwise);
  /// Increasing numbers of sweeps from 1 on: a list, or {from = 1, to = 1000, per_octave = 2}, evenly spaced in their
  /// logarithm and rounded.
  std::vector<std::int64_t> times(const Key& key);
  static constexpr double smallest = 1e-30; ///< in size, of numbers that are not zero
  static constexpr std::int64_t most_sweeps = 1'000'000'000'000;
  std::vector<std::string> texts(const Key& key, const std::optional<std::vector<std::string>>& otherwise = {});
  std::vector<std::string> keys(const std::string& table);
  /// Declares a key that the caller reads by hand, from node().
  void declare(const Key& key, const std::string& expected);
  const Value* node(const std::string& key);

  std::size_t errors() const { return errors_.size(); }
  /// No error has been noted at the key or below it. What could not be read must not be judged again.
  bool sound(const std::string& key) const;
  /// Notes an error at a key (at its table where the key is missing), if there is none at it or below it yet.
  void error(const std::string& key, const std::string& what);
  /// Lets all keys of a table (of all tables: "") pass as known, where an error kept them from being read.
  void accept(const std::string& table) { open_tables_.insert(table); }
  /// The candidate closest to `word`, as "; did you mean ...?", or nothing; nothing, too, after many errors.
  std::string hint(const std::string& word, const std::vector<std::string>& candidates) const;
  /// Sets the resolved value of a key, as TOML, where it is not what was read; empty: the key is left out.
  void resolve(const std::string& key, const std::string& value);
  /// Forgets the resolved values of a table.
  void unresolve(const std::string& table);
  /// The tables as TOML, defaults filled in: all that results depend on, so without [output].
  std::string resolved() const;
  /// [output] as TOML.
  std::string resolved_output() const;
  /// Of each key that has a meaning, in the order in which they were read.
  const std::vector<Declaration>& declared() const { return declared_; }

  /// Throws InputError with all errors found, unknown keys included; does nothing if there are none.
  void finish();

private:
  using Number = std::function<std::optional<double>(const std::string& key, const Value& node)>;
  Reader(Value root, std::string name) : root_(std::move(root)), name_(std::move(name)) {}
  std::int64_t whole(const std::string& key, std::int64_t least, std::int64_t most,
                     std::optional<std::int64_t> otherwise = {});
  std::string word(const std::string& key, const std::optional<std::string>& otherwise);
  std::vector<std::string> words(const std::string& key);
  std::vector<std::int64_t> octaves(const std::string& key);
  std::vector<std::int64_t> increasing(const std::string& key);
  std::string table_text(const std::string& name) const;
  void note(const Key& key, const std::string& expected, const std::string& otherwise, const std::string& value);
  std::optional<double> moderate(const std::string& key, double value, const Value& node);
  std::optional<double> plain_number(const std::string& key, const Value& node);
  std::optional<double> with_unit(const std::string& key, const Value& node, Dimension dimension);
  std::vector<double> many(const std::string& key, const Number& one, std::optional<double> otherwise);
  std::vector<double> range(const std::string& key, const Number& one);
  void missing(const std::string& key, const std::string& what);
  void no_table(const std::string& key, const Value& found);
  void find_unknown(const Value::Table& table, const std::string& prefix);
  std::string place(const Value* node) const;

  Value root_;
  std::string name_;
  std::set<std::string> asked_;
  std::set<std::string> open_tables_; ///< tables whose keys are names chosen by the user
  std::set<std::string> faulty_;      ///< keys with errors
  std::vector<std::string> errors_;
  std::vector<Declaration> declared_;
  std::vector<std::pair<std::string, std::string>> resolved_; ///< keys and what they are, as TOML
  bool listing_ = false;
};

/// The shortest decimal text that reads back as the same double, with a point or exponent so that TOML keeps it a float.
std::string exact(double value);
std::string exact(const std::vector<double>& values);

/// The candidate closest to `word` by edit distance, or nothing where none is near.
std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace neel::input
