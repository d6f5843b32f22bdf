// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/scan.hpp"

#include "input/run_input.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

namespace neel::input {

namespace {

/// "schedule.field" is H in the output; others go by their last word.
std::string output_name(const std::string& key) {
  return key == "schedule.field" ? "H" : key.substr(key.rfind('.') + 1);
}

std::optional<double> number_of(const Value& v) {
  if (const auto* whole = v.as<std::int64_t>()) {
    return static_cast<double>(*whole);
  }
  if (const auto* real = v.as<double>()) {
    return *real;
  }
  const auto* list = v.as<Value::List>();
  return list == nullptr || list->empty() ? std::nullopt : number_of(list->front());
}

void find_coordinates(ScanAxis& axis) {
  for (const Value& v : axis.values) {
    axis.coordinates.push_back(number_of(v).value_or(std::nan("")));
  }
  std::vector<double> sorted = axis.coordinates;
  bool differ = std::none_of(sorted.begin(), sorted.end(), [](double c) { return std::isnan(c); });
  if (differ) {
    std::sort(sorted.begin(), sorted.end());
    differ = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  }
  if (!differ) {
    std::iota(axis.coordinates.begin(), axis.coordinates.end(), 0.0);
  }
}

/// A text that two values have in common where they mean the same: 1 and 1.0, or [8] and 8.
std::string meaning(const Value& v) {
  if (const auto* real = v.as<double>(); real != nullptr && std::abs(*real) < 9e15 && *real == std::floor(*real)) {
    return std::to_string(std::llround(*real));
  }
  const auto* list = v.as<Value::List>();
  if (list == nullptr || list->size() == 1) {
    return list == nullptr ? to_text(v) : meaning(list->front());
  }
  std::string text = "[";
  for (const Value& entry : *list) {
    text += meaning(entry) + ", ";
  }
  return text + "]";
}

bool is_range(const Value::Table& table) { return table.contains("from") && table.contains("to"); }

/// Whole numbers between whole ends are whole to the last bit.
void round_coordinates(ScanAxis& axis, const Value::Table& range) {
  const bool whole = range.at("from").as<std::int64_t>() != nullptr && range.at("to").as<std::int64_t>() != nullptr;
  for (double& c : axis.coordinates) {
    c = whole && std::abs(c - std::round(c)) < 1e-9 * std::max(1.0, std::abs(c)) ? std::round(c) : c;
  }
}

class Finder {
public:
  explicit Finder(Reader& in) : in_(in) {}

  void find(const Value& at, const std::string& key) {
    const auto* table = at.as<Value::Table>();
    if (const auto* list = at.as<Value::List>(); list != nullptr && !list->empty()) {
      ScanAxis axis{key, output_name(key), *list, {}};
      find_coordinates(axis);
      add(std::move(axis), at.line);
    } else if (table != nullptr && is_range(*table)) {
      ScanAxis axis{key, output_name(key), {}, in_.numbers("scan." + key)};
      round_coordinates(axis, *table);
      for (const double c : axis.coordinates) {
        const std::int64_t n = std::abs(c) < 9e15 ? std::llround(c) : 0;
        axis.values.push_back(c == static_cast<double>(n) ? Value{n, at.line, std::to_string(n)}
                                                          : Value{c, at.line, exact(c)});
      }
      for (const auto& [name, entry] : *table) {
        if (name != "from" && name != "to" && name != "points") {
          in_.error("scan." + key + "." + name, "unknown key; a range has from, to and points");
        }
      }
      add(std::move(axis), at.line);
    } else if (table != nullptr && !table->empty()) {
      for (const auto& [name, entry] : *table) {
        find(entry, key.empty() ? name : key + "." + name);
      }
    } else if (key.empty()) {
      in_.error("scan", "no key to scan; leave the table out for a single run");
    } else {
      in_.error("scan." + key, "expected a list of values, or {from = ..., to = ..., points = ...}, found " + at.shown);
    }
  }

  std::vector<ScanAxis> in_order() {
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ScanAxis> axes;
    for (auto& [line, axis] : found_) {
      const bool taken = std::any_of(axes.begin(), axes.end(), [&](const ScanAxis& a) { return a.name == axis.name; });
      if (taken) {
        axis.name = axis.key;
        std::replace(axis.name.begin(), axis.name.end(), '.', '_');
      }
      axes.push_back(std::move(axis));
    }
    return axes;
  }

private:
  void add(ScanAxis axis, unsigned line) {
    if (axis.key.starts_with("scan.")) {
      in_.error("scan." + axis.key, "a scan cannot be scanned");
    }
    const bool lists = std::any_of(axis.values.begin(), axis.values.end(), [](const Value& v) {
      return v.as<Value::List>() != nullptr || v.as<Value::Table>() != nullptr;
    });
    if (lists && (axis.key == "schedule.T" || axis.key == "schedule.field")) {
      in_.error("scan." + axis.key, "one value for each run; lists are for the key itself");
    }
    std::set<std::string> known;
    for (const Value& v : axis.values) {
      if (!known.insert(meaning(v)).second) {
        in_.error("scan." + axis.key,
                  "the value " + to_text(v) + " stands there twice, so that two runs would be the same");
      }
    }
    found_.emplace_back(line, std::move(axis));
  }

  Reader& in_;
  std::vector<std::pair<unsigned, ScanAxis>> found_;
};

} // namespace

std::vector<ScanAxis> take_scan(Reader& in) {
  const Value* const table = in.node("scan");
  if (table == nullptr) {
    return {};
  }
  Finder finder(in);
  if (table->as<Value::Table>() == nullptr) {
    in.error("scan", "expected a table of keys with lists of values, found " + table->shown);
  } else {
    finder.find(*table, "");
  }
  in.drop("scan");
  if (!in.sound("scan")) { // no other key can be judged without the values that it was to take
    in.accept("");
    in.finish();
  }
  return finder.in_order();
}

std::string to_text(const Value& v) {
  if (const auto* real = v.as<double>()) {
    return exact(*real);
  }
  if (const auto* table = v.as<Value::Table>()) {
    std::string text = "{";
    for (const auto& [name, entry] : *table) {
      text += (text.size() == 1 ? "" : ", ") + key_name(name) + " = " + to_text(entry);
    }
    return text + "}";
  }
  const auto* list = v.as<Value::List>();
  if (list == nullptr) {
    return v.shown;
  }
  std::string text = "[";
  for (const Value& entry : *list) {
    text += (&entry == &list->front() ? "" : ", ") + to_text(entry);
  }
  return text + "]";
}

namespace {

/// A line `key = value` of a resolved input.
struct Entry {
  std::string table, key, value;
  std::size_t runs = 0; ///< that have it so
};

/// Those of a resolved input, each a line.
std::vector<Entry> entries(const std::string& resolved) {
  std::vector<Entry> all;
  std::istringstream lines(resolved);
  std::string table;
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t equals = line.find(" = "); line.starts_with("[")) {
      table = line.substr(1, line.size() - 2);
    } else if (equals != std::string::npos) {
      all.push_back({table, line.substr(0, equals), line.substr(equals + 3)});
    }
  }
  return all;
}

/// All that there are, the first run's first; of a key, the first run's value that has one.
std::vector<Entry> in_any(const std::vector<std::string>& runs) {
  std::vector<Entry> all;
  std::map<std::string, std::size_t> places;
  for (const std::string& run : runs) {
    for (Entry& entry : entries(run)) {
      const auto [place, is_new] = places.try_emplace(entry.table + "." + entry.key, all.size());
      if (is_new) {
        all.push_back(entry);
      }
      all[place->second].runs += all[place->second].value == entry.value ? 1 : 0;
    }
  }
  return all;
}

} // namespace

ResolvedScan resolved(Reader in, const std::vector<std::string>& runs, const std::vector<ScanAxis>& scan) {
  ResolvedScan found;
  std::vector<std::string> tables;
  std::map<std::string, std::string> lines;
  const std::vector<Entry> all = in_any(runs);
  const std::size_t of_first = entries(runs.front()).size();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Entry& entry = all[k];
    std::string key = entry.table + "." + entry.key, value = entry.value;
    std::erase(key, '"'); // names have none
    const bool is_scanned = std::any_of(scan.begin(), scan.end(), [&](const ScanAxis& a) { return a.key == key; });
    if (is_scanned && k >= of_first) {
      continue;
    }
    const bool is_seed = key == "algorithm.seed"; // each run has its own, made of the first's
    if (!is_scanned && !is_seed && entry.runs < runs.size()) {
      const Value* const given = in.node(key);
      value = given == nullptr ? "" : to_text(*given);
      found.open.push_back(key);
    }
    if (std::find(tables.begin(), tables.end(), entry.table) == tables.end()) {
      tables.push_back(entry.table);
    }
    lines[entry.table] += value.empty() ? "" : entry.key + " = " + value + "\n";
  }
  std::string& text = found.text;
  for (const std::string& table : tables) {
    text += lines[table].empty() ? "" : "[" + table + "]\n" + lines[table] + "\n";
  }
  text += "[scan]\n";
  for (const ScanAxis& axis : scan) {
    text += key_path(axis.key) + " = [";
    for (const Value& v : axis.values) {
      text += (&v == &axis.values.front() ? "" : ", ") + to_text(v);
    }
    text += "]\n";
  }
  return found;
}

std::int64_t seed_offset(std::vector<std::size_t> at) {
  std::int64_t offset = 0;
  for (std::size_t bit = 0; bit < 62 && !at.empty(); ++bit) {
    std::size_t& number = at[bit % at.size()];
    offset |= static_cast<std::int64_t>(number & 1U) << bit;
    number >>= 1U;
  }
  if (std::any_of(at.begin(), at.end(), [](std::size_t number) { return number > 0; })) {
    throw InputError("scan: so many keys with so many values that their runs cannot be told apart by seeds");
  }
  return offset;
}

std::string to_name(const Value& v) {
  std::string name;
  for (const char c : to_text(v)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '+') {
      name += c;
    } else if (c == ',') {
      name += 'x';
    }
  }
  return name;
}

} // namespace neel::input
