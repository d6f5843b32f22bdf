// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/reader.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <sstream>

namespace neel::input {

namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& w : words) {
    all += (all.empty() ? "" : ", ") + w;
  }
  return all;
}

std::string table_of(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

} // namespace

std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string& c : candidates) {
    if (const std::size_t d = edit_distance(word, c); d < least) {
      least = d;
      best = c;
    }
  }
  return best;
}

Reader Reader::from_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    throw FileError("cannot read the input " + path + ": " +
                    (std::ifstream(path) ? "it is empty or no file" : "no such file, or no permission"));
  }
  return from_text(text.str(), path);
}

Reader Reader::from_text(const std::string& text, const std::string& name) { return {parse_toml(text, name), name}; }

void Reader::set(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("--set " + assignment + ": expected key.sub=value");
  }
  const std::string text = assignment.substr(equals + 1);
  Value value;
  try {
    value = *find(parse_toml("v = " + text, "--set"), "v");
  } catch (const InputError&) {
    value = Value{text, 0, text}; // a bare word
  }
  value.line = 0;
  put(assignment.substr(0, equals), std::move(value), "--set");
}

void Reader::put(const std::string& key, Value value, const std::string& origin) {
  Value::Table* at = root_.as<Value::Table>();
  std::size_t from = 0;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', from)) {
    const std::string part = key.substr(from, dot - from);
    at = at->try_emplace(part, Value{Value::Table{}, value.line, "{}"}).first->second.as<Value::Table>();
    if (at == nullptr) {
      throw InputError(origin + " " + key + ": " + part + " is not a table");
    }
    from = dot + 1;
  }
  (*at)[key.substr(from)] = std::move(value);
}

void Reader::drop(const std::string& table) { root_.as<Value::Table>()->erase(table); }

const Value* Reader::node(const std::string& key) {
  asked_.insert(key);
  return find(root_, key);
}

bool Reader::has(const std::string& key) { return node(key) != nullptr; }

std::string Reader::place(const Value* node) const {
  if (node != nullptr && node->line == 0) {
    return "--set";
  }
  return node == nullptr ? name_ : name_ + ":" + std::to_string(node->line);
}

void Reader::error(const std::string& key, const std::string& what) {
  const Value* at = find(root_, key);
  if (at == nullptr) {
    at = find(root_, table_of(key));
  }
  errors_.push_back(place(at) + ": " + key + ": " + what);
}

void Reader::missing(const std::string& key, const std::string& what) { error(key, "missing; expected " + what); }

std::string Reader::text(const std::string& key, const std::optional<std::string>& otherwise) {
  const Value* n = node(key);
  if (n == nullptr) {
    if (!otherwise) {
      missing(key, "a string");
    }
    return otherwise.value_or("");
  }
  if (const auto* value = n->as<std::string>()) {
    return *value;
  }
  error(key, "expected a string, found " + n->shown);
  return otherwise.value_or("");
}

std::string Reader::choice(const std::string& key, const std::vector<std::string>& allowed,
                           const std::optional<std::string>& otherwise) {
  const std::size_t errors = errors_.size();
  std::string value = text(key, otherwise);
  if (errors_.size() == errors && std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
    const auto guess = nearest(value, allowed);
    error(key,
          "\"" + value + "\" is not one of " + joined(allowed) + (guess ? "; did you mean \"" + *guess + "\"?" : ""));
    return otherwise.value_or(allowed.front());
  }
  return value;
}

std::int64_t Reader::integer(const std::string& key, std::int64_t least, std::int64_t most,
                             std::optional<std::int64_t> otherwise) {
  const std::string expected = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const Value* n = node(key);
  if (n == nullptr) {
    if (!otherwise) {
      missing(key, expected);
    }
    return otherwise.value_or(least);
  }
  std::optional<std::int64_t> value;
  if (const auto* whole = n->as<std::int64_t>()) {
    value = *whole;
  } else if (const auto* real = n->as<double>();
             real != nullptr && std::abs(*real) < 9e15 && *real == std::floor(*real)) {
    value = static_cast<std::int64_t>(*real); // 1e5
  }
  if (!value || *value < least || *value > most) {
    error(key, "expected " + expected + ", found " + n->shown);
    return otherwise.value_or(least);
  }
  return *value;
}

std::optional<double> Reader::plain_number(const std::string& key, const Value& n) {
  if (const auto* whole = n.as<std::int64_t>()) {
    return static_cast<double>(*whole);
  }
  if (const auto* real = n.as<double>(); real != nullptr && std::isfinite(*real)) {
    return *real;
  }
  error(key, "expected a number, found " + n.shown);
  return {};
}

std::optional<double> Reader::with_unit(const std::string& key, const Value& n, Dimension dimension) {
  const auto* text = n.as<std::string>();
  if (text == nullptr) {
    return plain_number(key, n);
  }
  try {
    return parse_quantity(*text, dimension, unit);
  } catch (const std::invalid_argument& e) {
    error(key, e.what());
    return {};
  }
}

double Reader::number(const std::string& key, std::optional<double> otherwise) {
  const Value* n = node(key);
  if (n == nullptr && !otherwise) {
    missing(key, "a number");
  }
  return n == nullptr ? otherwise.value_or(0) : plain_number(key, *n).value_or(0);
}

double Reader::quantity(const std::string& key, Dimension dimension, std::optional<double> otherwise) {
  const Value* n = node(key);
  if (n == nullptr && !otherwise) {
    missing(key, "a number or a string with a unit");
  }
  return n == nullptr ? otherwise.value_or(0) : with_unit(key, *n, dimension).value_or(0);
}

bool Reader::flag(const std::string& key, bool otherwise) {
  const Value* n = node(key);
  if (n != nullptr && n->as<bool>() == nullptr) {
    error(key, "expected true or false, found " + n->shown);
  }
  return n != nullptr && n->as<bool>() != nullptr ? *n->as<bool>() : otherwise;
}

std::vector<std::string> Reader::keys(const std::string& table) {
  open_tables_.insert(table);
  std::vector<std::string> names;
  if (const Value* n = node(table)) {
    if (const auto* t = n->as<Value::Table>()) {
      for (const auto& [name, value] : *t) {
        names.push_back(name);
      }
    } else {
      error(table, "expected a table, found " + n->shown);
    }
  }
  return names;
}

void Reader::find_unknown(const Value::Table& table, const std::string& prefix) {
  for (const auto& [name, value] : table) {
    const std::string key = prefix.empty() ? name : prefix + "." + name;
    const bool opened =
        std::any_of(asked_.begin(), asked_.end(), [&](const std::string& a) { return a.rfind(key + ".", 0) == 0; });
    if (const auto* inner = value.as<Value::Table>(); inner != nullptr && opened) {
      find_unknown(*inner, key);
    } else if (!asked_.contains(key) && !open_tables_.contains(prefix)) {
      std::vector<std::string> known;
      for (const std::string& a : asked_) {
        if (table_of(a) == prefix || (prefix.empty() && a.find('.') != std::string::npos)) {
          known.push_back(prefix.empty() ? a.substr(0, a.find('.')) : a);
        }
      }
      auto guess = nearest(key, known);
      if (!guess) {
        guess = nearest(key, {asked_.begin(), asked_.end()});
      }
      errors_.push_back(place(&value) + ": unknown key " + key + (guess ? "; did you mean " + *guess + "?" : ""));
    }
  }
}

void Reader::finish() {
  find_unknown(*root_.as<Value::Table>(), "");
  if (errors_.empty()) {
    return;
  }
  std::string all;
  for (const std::string& e : errors_) {
    all += (all.empty() ? "" : "\n") + e;
  }
  throw InputError(all);
}

} // namespace neel::input
