// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What a Reader says of an input that is wrong.

#include "input/reader.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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

std::string table_of(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

/// Is there one in the set that lies below this key?
bool any_below(const std::set<std::string>& keys, const std::string& key) {
  const auto first = keys.lower_bound(key + ".");
  return first != keys.end() && first->starts_with(key + ".");
}

bool holds_keys(const Value& v) { return v.as<Value::Table>() != nullptr || v.as<Value::List>() != nullptr; }

constexpr std::size_t most_shown = 25; ///< errors

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

std::string Reader::place(const Value* node) const {
  if (node != nullptr && node->line == 0) {
    return "--set";
  }
  return node == nullptr ? name_ : name_ + ":" + std::to_string(node->line);
}

bool Reader::sound(const std::string& key) const { return !faulty_.contains(key) && !any_below(faulty_, key); }

void Reader::error(const std::string& key, const std::string& what) {
  if (!sound(key)) {
    return;
  }
  faulty_.insert(key);
  const Value* at = find(root_, key);
  if (at == nullptr) {
    at = find(root_, table_of(key));
  }
  errors_.push_back(place(at) + ": " + key + ": " + what);
}

void Reader::missing(const std::string& key, const std::string& what) {
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', dot + 1)) {
    if (const Value* const above = find(root_, key.substr(0, dot)); above != nullptr && !holds_keys(*above)) {
      no_table(key.substr(0, dot), *above);
      faulty_.insert(key);
      return;
    }
  }
  error(key, "missing; expected " + what);
}

void Reader::no_table(const std::string& key, const Value& found) {
  error(key, "expected a table, [" + key + "] with its keys below it, found " + found.shown);
}

std::string Reader::hint(const std::string& word, const std::vector<std::string>& candidates) const {
  const auto guess = errors_.size() < most_shown ? nearest(word, candidates) : std::nullopt;
  return guess ? "; did you mean " + *guess + "?" : "";
}

void Reader::find_unknown(const Value::Table& table, const std::string& prefix) {
  for (const auto& [name, value] : table) {
    const std::string key = prefix.empty() ? name : prefix + "." + name;
    if (const auto* inner = value.as<Value::Table>(); inner != nullptr && any_below(asked_, key)) {
      find_unknown(*inner, key);
    } else if (const auto* list = value.as<Value::List>(); list != nullptr && any_below(asked_, key)) {
      for (std::size_t k = 0; k < list->size(); ++k) {
        if (const auto* element = (*list)[k].as<Value::Table>()) {
          find_unknown(*element, key + "." + std::to_string(k + 1));
        }
      }
    } else if (!asked_.contains(key) && any_below(asked_, key) && !holds_keys(value)) {
      no_table(key, value);
    } else if (!asked_.contains(key) && !open_tables_.contains(prefix)) {
      std::vector<std::string> known;
      for (const std::string& a : asked_) {
        if (errors_.size() < most_shown && (table_of(a) == prefix || (prefix.empty() && a.find('.') != a.npos))) {
          known.push_back(prefix.empty() ? a.substr(0, a.find('.')) : a);
        }
      }
      const std::string guess = hint(key, known);
      errors_.push_back(place(&value) + ": unknown key " + key +
                        (guess.empty() ? hint(key, {asked_.begin(), asked_.end()}) : guess));
    }
  }
}

void Reader::finish() {
  const std::vector<std::string> others = std::exchange(errors_, {});
  find_unknown(*root_.as<Value::Table>(), ""); // first, since a misspelt key is why another one is missing
  errors_.insert(errors_.end(), others.begin(), others.end());
  if (errors_.empty()) {
    return;
  }
  std::string all;
  for (std::size_t k = 0; k < std::min(errors_.size(), most_shown); ++k) {
    all += (all.empty() ? "" : "\n") + errors_[k];
  }
  if (errors_.size() > most_shown) {
    all += "\nand " + std::to_string(errors_.size() - most_shown) + " errors more";
  }
  throw InputError(all);
}

} // namespace neel::input
