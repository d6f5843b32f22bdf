// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What the reader makes of keys with several values: ranges, lists of numbers, times, texts.
#include "input/reader.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>

namespace neel::input {

std::vector<double> Reader::range(const std::string& key, const Number& one) {
  double ends[2] = {0, 0};
  for (const auto& [name, target] : {std::pair{"from", &ends[0]}, std::pair{"to", &ends[1]}}) {
    const Value* n = node(key + "." + name);
    if (n == nullptr) {
      missing(key + "." + name, "a number");
    } else {
      *target = one(key + "." + name, *n).value_or(0);
    }
  }
  const std::int64_t points = whole(key + ".points", 1, 1'000'000);
  if (points == 1 && ends[0] != ends[1] && sound(key)) {
    error(key + ".points", "one point cannot be at both " + exact(ends[0]) + " and " + exact(ends[1]));
  }
  std::vector<double> values(static_cast<std::size_t>(points), ends[0]);
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double f = static_cast<double>(i) / static_cast<double>(points - 1);
    const double between = ends[0] * (1 - f) + ends[1] * f;
    values[i] = std::abs(between) < smallest ? 0 : between;
  }
  return values;
}

std::vector<double> Reader::many(const std::string& key, const Number& one, std::optional<double> otherwise) {
  const Value* n = node(key);
  if (n == nullptr) {
    if (!otherwise) {
      missing(key, "a number, a list, or {from = ..., to = ..., points = ...}");
    }
    return {otherwise.value_or(0)};
  }
  if (n->as<Value::Table>() != nullptr) {
    return range(key, one);
  }
  std::vector<double> values;
  if (const auto* list = n->as<Value::List>()) {
    for (const Value& entry : *list) {
      values.push_back(one(key, entry).value_or(0));
    }
    if (list->empty()) {
      error(key, "the list is empty");
      values.push_back(otherwise.value_or(0));
    }
    return values;
  }
  return {one(key, *n).value_or(0)};
}

namespace {

std::string one_or_list(const std::vector<double>& values) {
  return values.size() == 1 ? exact(values.front()) : exact(values);
}

} // namespace

std::vector<double> Reader::quantities(const Key& key, Dimension dimension, std::optional<double> otherwise) {
  std::vector<double> values =
      many(key.path, [&](const std::string& k, const Value& n) { return with_unit(k, n, dimension); }, otherwise);
  note(key, name_of(dimension) + ", a list or a range", otherwise ? exact(*otherwise) : "", one_or_list(values));
  return values;
}

std::vector<double> Reader::numbers(const Key& key, std::optional<double> otherwise) {
  std::vector<double> values =
      many(key.path, [&](const std::string& k, const Value& n) { return plain_number(k, n); }, otherwise);
  note(key, "a number, a list or a range", otherwise ? exact(*otherwise) : "", one_or_list(values));
  return values;
}

std::vector<std::int64_t> Reader::octaves(const std::string& key) {
  std::vector<std::int64_t> times;
  const std::int64_t from = whole(key + ".from", 1, most_sweeps, 1);
  const std::int64_t to = whole(key + ".to", from, most_sweeps);
  const auto per_octave = static_cast<double>(whole(key + ".per_octave", 1, 64, 2));
  for (int k = 0; times.empty() || times.back() < to; ++k) {
    const std::int64_t t = std::llround(static_cast<double>(from) * std::exp2(k / per_octave));
    if (t > to) {
      break;
    }
    if (times.empty() || t > times.back()) {
      times.push_back(t);
    }
  }
  return times;
}

std::vector<std::int64_t> Reader::increasing(const std::string& key) {
  std::vector<std::int64_t> times;
  for (const double t : many(key, [&](const std::string& k, const Value& n) { return plain_number(k, n); }, {})) {
    if (!(t >= 1 && t <= static_cast<double>(most_sweeps)) || t != std::floor(t) ||
        (!times.empty() && t <= static_cast<double>(times.back()))) {
      error(key, "expected increasing whole numbers of sweeps from 1 on, or {from = 1, to = 1000, per_octave = 2}");
      return {1};
    }
    times.push_back(static_cast<std::int64_t>(t));
  }
  return times;
}

std::vector<std::int64_t> Reader::times(const Key& key) {
  const Value* const n = node(key.path);
  std::vector<std::int64_t> times =
      n != nullptr && n->as<Value::Table>() != nullptr ? octaves(key.path) : increasing(key.path);
  note(key, "increasing numbers of sweeps, or {from = 1, to = 1024, per_octave = 2}", "", "[" + joined(times) + "]");
  return times;
}

std::vector<std::string> Reader::words(const std::string& key) {
  const Value* n = node(key);
  std::vector<std::string> values;
  if (n == nullptr) {
    missing(key, "a list of strings");
  } else if (const auto* single = n->as<std::string>()) {
    values.push_back(*single);
  } else if (const auto* list = n->as<Value::List>(); list != nullptr && !list->empty()) {
    for (const Value& entry : *list) {
      const auto* text = entry.as<std::string>();
      values.push_back(text == nullptr ? "" : *text);
      if (text == nullptr) {
        error(key, "expected a list of strings, found " + entry.shown);
      }
    }
  } else {
    error(key, "expected a list of strings, found " + n->shown);
  }
  values.resize(std::max<std::size_t>(1, values.size()));
  return values;
}

std::vector<std::string> Reader::texts(const Key& key, const std::optional<std::vector<std::string>>& otherwise) {
  const auto list = [](const std::vector<std::string>& all) {
    const std::string text = joined(all, quoted);
    return all.size() == 1 ? text : "[" + text + "]";
  };
  std::vector<std::string> values = otherwise && !has(key.path) ? *otherwise : words(key.path);
  note(key, "a text, or several", otherwise ? list(*otherwise) : "", list(values));
  return values;
}

std::vector<std::string> Reader::keys(const std::string& table) {
  accept(table);
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

} // namespace neel::input
