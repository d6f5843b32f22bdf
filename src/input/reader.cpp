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

std::string shown(const toml::node& node) {
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
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

Reader Reader::from_text(const std::string& text, const std::string& name) {
  try {
    return {toml::parse(text, name), name};
  } catch (const toml::parse_error& e) {
    throw InputError(name + ":" + std::to_string(e.source().begin.line) + ": not valid TOML: " +
                     std::string(e.description()));
  }
}

void Reader::set(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("--set " + assignment + ": expected key.sub=value");
  }
  const std::string key = assignment.substr(0, equals);
  const std::string value = assignment.substr(equals + 1);
  const auto parse = [&](const std::string& v) { return toml::parse("v = " + v, "--set " + key); };
  toml::table parsed;
  try {
    parsed = parse(value);
  } catch (const toml::parse_error&) {
    parsed.insert_or_assign("v", value);
  }
  toml::table* at = &table_;
  std::size_t from = 0;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', from)) {
    const std::string part = key.substr(from, dot - from);
    if (at->get(part) == nullptr) {
      at->insert(part, toml::table{});
    }
    at = at->get_as<toml::table>(part);
    if (at == nullptr) {
      throw InputError("--set " + key + ": " + part + " is not a table");
    }
    from = dot + 1;
  }
  parsed.get("v")->visit([&](auto& node) { at->insert_or_assign(key.substr(from), node); });
}

const toml::node* Reader::node(const std::string& key) {
  asked_.insert(key);
  return table_.at_path(key).node();
}

bool Reader::has(const std::string& key) { return node(key) != nullptr; }

std::string Reader::place(const toml::node* node) const {
  const auto line = node == nullptr ? 0U : node->source().begin.line;
  return line == 0 || !node->source().path || *node->source().path != name_ ? name_
                                                                            : name_ + ":" + std::to_string(line);
}

void Reader::error(const std::string& key, const std::string& what) {
  const toml::node* at = table_.at_path(key).node();
  if (at == nullptr) {
    at = table_.at_path(table_of(key)).node();
  }
  errors_.push_back(place(at) + ": " + key + ": " + what);
}

void Reader::missing(const std::string& key, const std::string& what) {
  error(key, "missing; expected " + what);
}

std::string Reader::text(const std::string& key, const std::optional<std::string>& otherwise) {
  const toml::node* n = node(key);
  if (n == nullptr) {
    if (!otherwise) {
      missing(key, "a string");
    }
    return otherwise.value_or("");
  }
  if (const auto value = n->value_exact<std::string>()) {
    return *value;
  }
  error(key, "expected a string, found " + shown(*n));
  return otherwise.value_or("");
}

std::string Reader::choice(const std::string& key, const std::vector<std::string>& allowed,
                           const std::optional<std::string>& otherwise) {
  const std::size_t errors = errors_.size();
  const std::string value = text(key, otherwise);
  if (errors_.size() == errors && std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
    const auto guess = nearest(value, allowed);
    error(key, "\"" + value + "\" is not one of " + joined(allowed) +
                   (guess ? "; did you mean \"" + *guess + "\"?" : ""));
    return otherwise.value_or(allowed.front());
  }
  return value;
}

std::int64_t Reader::integer(const std::string& key, std::int64_t least, std::int64_t most,
                             std::optional<std::int64_t> otherwise) {
  const std::string expected = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const toml::node* n = node(key);
  if (n == nullptr) {
    if (!otherwise) {
      missing(key, expected);
    }
    return otherwise.value_or(least);
  }
  std::optional<std::int64_t> value = n->value_exact<std::int64_t>();
  if (const auto real = n->value_exact<double>(); real && std::abs(*real) < 9e15 && *real == std::floor(*real)) {
    value = static_cast<std::int64_t>(*real); // 1e5
  }
  if (!value || *value < least || *value > most) {
    error(key, "expected " + expected + ", found " + shown(*n));
    return otherwise.value_or(least);
  }
  return *value;
}

std::optional<double> Reader::plain_number(const std::string& key, const toml::node& n) {
  if (const auto value = n.value<double>(); value && n.is_number() && std::isfinite(*value)) {
    return *value;
  }
  error(key, "expected a number, found " + shown(n));
  return {};
}

std::optional<double> Reader::with_unit(const std::string& key, const toml::node& n, Dimension dimension) {
  if (!n.is_string()) {
    return plain_number(key, n);
  }
  try {
    return parse_quantity(*n.value<std::string>(), dimension, unit);
  } catch (const std::invalid_argument& e) {
    error(key, e.what());
    return {};
  }
}

double Reader::number(const std::string& key, std::optional<double> otherwise) {
  const toml::node* n = node(key);
  if (n == nullptr && !otherwise) {
    missing(key, "a number");
  }
  return n == nullptr ? otherwise.value_or(0) : plain_number(key, *n).value_or(0);
}

double Reader::quantity(const std::string& key, Dimension dimension, std::optional<double> otherwise) {
  const toml::node* n = node(key);
  if (n == nullptr && !otherwise) {
    missing(key, "a number or a string with a unit");
  }
  return n == nullptr ? otherwise.value_or(0) : with_unit(key, *n, dimension).value_or(0);
}

std::vector<double> Reader::range(const std::string& key, const toml::table& table, const Number& one) {
  double ends[2] = {0, 0};
  for (const auto& [name, target] : {std::pair{"from", &ends[0]}, std::pair{"to", &ends[1]}}) {
    const toml::node* n = node(key + "." + name);
    if (n == nullptr) {
      missing(key + "." + name, "a number");
    } else {
      *target = one(key + "." + name, *n).value_or(0);
    }
  }
  const std::int64_t points = integer(key + ".points", 1, 1'000'000);
  if (table.empty()) {
    return {};
  }
  std::vector<double> values(static_cast<std::size_t>(points), ends[0]);
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double f = static_cast<double>(i) / static_cast<double>(points - 1);
    values[i] = ends[0] * (1 - f) + ends[1] * f;
  }
  return values;
}

std::vector<double> Reader::many(const std::string& key, const Number& one, std::optional<double> otherwise) {
  const toml::node* n = node(key);
  if (n == nullptr) {
    if (!otherwise) {
      missing(key, "a number, a list, or {from = ..., to = ..., points = ...}");
    }
    return {otherwise.value_or(0)};
  }
  if (const toml::table* table = n->as_table()) {
    return range(key, *table, one);
  }
  std::vector<double> values;
  if (const toml::array* list = n->as_array()) {
    for (const toml::node& entry : *list) {
      values.push_back(one(key, entry).value_or(0));
    }
    if (list->empty()) {
      error(key, "the list is empty");
    }
    return values;
  }
  return {one(key, *n).value_or(0)};
}

std::vector<double> Reader::quantities(const std::string& key, Dimension dimension, std::optional<double> otherwise) {
  return many(
      key, [&](const std::string& k, const toml::node& n) { return with_unit(k, n, dimension); }, otherwise);
}

std::vector<double> Reader::numbers(const std::string& key, std::optional<double> otherwise) {
  return many(
      key, [&](const std::string& k, const toml::node& n) { return plain_number(k, n); }, otherwise);
}

std::vector<std::string> Reader::texts(const std::string& key) {
  const toml::node* n = node(key);
  std::vector<std::string> values;
  if (n == nullptr) {
    missing(key, "a list of strings");
  } else if (const auto single = n->value_exact<std::string>()) {
    values.push_back(*single);
  } else if (const toml::array* list = n->as_array(); list != nullptr && !list->empty()) {
    for (const toml::node& entry : *list) {
      values.push_back(entry.value_exact<std::string>().value_or(""));
      if (!entry.is_string()) {
        error(key, "expected a list of strings, found " + shown(entry));
      }
    }
  } else {
    error(key, "expected a list of strings, found " + shown(*n));
  }
  return values;
}

std::vector<std::string> Reader::keys(const std::string& table) {
  open_tables_.insert(table);
  std::vector<std::string> names;
  if (const toml::node* n = node(table)) {
    if (const toml::table* t = n->as_table()) {
      for (const auto& [name, value] : *t) {
        names.emplace_back(name.str());
      }
    } else {
      error(table, "expected a table, found " + shown(*n));
    }
  }
  return names;
}

void Reader::find_unknown(const toml::table& table, const std::string& prefix) {
  for (const auto& [name, value] : table) {
    const std::string key = prefix.empty() ? std::string(name.str()) : prefix + "." + std::string(name.str());
    const bool opened = std::any_of(asked_.begin(), asked_.end(),
                                    [&](const std::string& a) { return a.rfind(key + ".", 0) == 0; });
    if (value.is_table() && opened) {
      find_unknown(*value.as_table(), key);
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
      errors_.push_back(place(&value) + ": unknown key " + key +
                        (guess ? "; did you mean " + *guess + "?" : ""));
    }
  }
}

void Reader::finish() {
  find_unknown(table_, "");
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
