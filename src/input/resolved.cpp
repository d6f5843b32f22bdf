// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// An input written out as TOML, defaults filled in, and what two of these differ in.

#include "input/run_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace neel::input {

std::string exact(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string exact(const std::vector<double>& values) {
  std::string text = "[";
  for (const double v : values) {
    text += (text.size() > 1 ? ", " : "") + exact(v);
  }
  return text + "]";
}

std::string quoted(const std::string& text) {
  std::string t = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      t += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
    } else {
      t += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    }
  }
  return t + "\"";
}

std::string key_name(const std::string& name) {
  const auto is_bare = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_bare) ? name : quoted(name);
}

std::string key_path(const std::string& key) {
  std::string path;
  std::size_t from = 0;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', from)) {
    path += key_name(key.substr(from, dot - from)) + ".";
    from = dot + 1;
  }
  return path + key_name(key.substr(from));
}

namespace {

/// Is there white space beyond ASCII, a control character, or one that is not seen? `text` is UTF-8.
bool has_odd_space(const std::string& text) {
  for (const char* odd : {"\u00A0", "\u1680", "\u2028", "\u2029", "\u202F", "\u205F", "\u2060", "\u3000", "\uFEFF"}) {
    if (text.find(odd) != std::string::npos) {
      return true;
    }
  }
  const auto within = [&](const std::string& start, unsigned char first, unsigned char last) {
    for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
      const auto next = static_cast<unsigned char>(text[at + start.size()]);
      if (next >= first && next <= last) {
        return true;
      }
    }
    return false;
  };
  return within("\xC2", 0x80, 0x9F) || within("\xE2\x80", 0x80, 0x8F);
}

} // namespace

std::string name_objection(const std::string& name) {
  constexpr std::size_t longest_name = 32;
  if (name.empty()) {
    return "a name cannot be empty";
  }
  if (name.size() > longest_name) {
    return "a name has " + std::to_string(longest_name) + " bytes at most, found " + std::to_string(name.size());
  }
  const bool odd = std::any_of(name.begin(), name.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code <= 0x20 || code == 0x7F || std::string_view("./\"'\\=#[]{},").find(c) != std::string_view::npos;
  });
  return odd || has_odd_space(name)
             ? "a name has no white space, control characters or any of . / \" ' \\ = # [ ] { } ,"
             : "";
}

void Reader::note(const Key& key, const std::string& expected, const std::string& otherwise, const std::string& value) {
  if (key.meaning.empty()) { // read once more, or a part of what is declared elsewhere
    return;
  }
  const auto known = [&](const Declaration& d) { return d.key == key.path; };
  if (std::none_of(declared_.begin(), declared_.end(), known)) {
    declared_.push_back({key.path, expected, key.otherwise.empty() ? otherwise : key.otherwise, key.meaning});
  }
  resolve(key.path, value);
}

void Reader::declare(const Key& key, const std::string& expected) { note(key, expected, "", ""); }

void Reader::resolve(const std::string& key, const std::string& value) {
  const auto found = std::find_if(resolved_.begin(), resolved_.end(), [&](const auto& r) { return r.first == key; });
  if (found == resolved_.end() && !value.empty()) {
    resolved_.emplace_back(key, value);
  } else if (found != resolved_.end() && value.empty()) {
    resolved_.erase(found);
  } else if (found != resolved_.end()) {
    found->second = value;
  }
}

void Reader::unresolve(const std::string& table) {
  std::erase_if(resolved_, [&](const auto& r) { return r.first.starts_with(table + "."); });
}

namespace {

std::string first_word(const std::string& key) { return key.substr(0, key.find('.')); }

} // namespace

std::string Reader::table_text(const std::string& name) const {
  std::string lines;
  for (const auto& [key, value] : resolved_) {
    lines += first_word(key) == name ? key.substr(name.size() + 1) + " = " + value + "\n" : "";
  }
  return lines.empty() ? "" : "[" + name + "]\n" + lines;
}

std::string Reader::resolved() const {
  std::vector<std::string> tables{"model", "lattice", "schedule", "algorithm", "pt", "measure"};
  for (const auto& [key, value] : resolved_) {
    const std::string table = first_word(key);
    if (table != "output" && table != "parallel" && std::find(tables.begin(), tables.end(), table) == tables.end()) {
      tables.push_back(table);
    }
  }
  std::string text;
  for (const std::string& name : tables) {
    const std::string table = table_text(name);
    text += (text.empty() || table.empty() ? "" : "\n") + table;
  }
  return text;
}

std::string Reader::resolved_output() const {
  const std::string parallel = table_text("parallel");
  return table_text("output") + (parallel.empty() ? "" : "\n" + parallel);
}

namespace {

void flatten(const Value& value, const std::string& key, std::map<std::string, std::string>& flat) {
  if (const auto* table = value.as<Value::Table>()) {
    for (const auto& [name, entry] : *table) {
      flatten(entry, key.empty() ? name : key + "." + name, flat);
    }
  } else {
    flat[key] = value.shown;
  }
}

/// Resolved inputs have no whole numbers there.
double fraction(const Value& v) { return v.as<double>() == nullptr ? 0 : *v.as<double>(); }

/// The fractions of each ion, in every composition; of the ion that is left out, too.
std::map<std::string, std::vector<double>> compositions(const Value& input) {
  std::map<std::string, std::vector<double>> all;
  const Value* const ions = find(input, "material.ions");
  const Value* const fractions = find(input, "material.fractions");
  if (ions == nullptr || fractions == nullptr || ions->as<Value::List>() == nullptr ||
      fractions->as<Value::Table>() == nullptr) {
    return all;
  }
  std::size_t count = 1;
  for (const auto& [ion, value] : *fractions->as<Value::Table>()) {
    const auto* const list = value.as<Value::List>();
    count = list == nullptr ? count : list->size();
  }
  std::vector<double> rest(count, 1.0);
  for (const auto& [ion, value] : *fractions->as<Value::Table>()) {
    const auto* const list = value.as<Value::List>();
    for (std::size_t c = 0; c < count; ++c) {
      all[ion].push_back(list == nullptr ? fraction(value) : c < list->size() ? fraction((*list)[c]) : 0);
      rest[c] -= all[ion].back();
    }
  }
  for (const Value& ion : *ions->as<Value::List>()) {
    if (const auto* const name = ion.as<std::string>()) {
      all.try_emplace(*name, rest);
    }
  }
  return all;
}

/// Do these have the same ions everywhere, whichever takes the rest?
bool same_compositions(const Value& a, const Value& b) {
  constexpr double rounding = 1e-14;
  const auto same = [](const auto& x, const auto& y) {
    return x.first == y.first && std::equal(x.second.begin(), x.second.end(), y.second.begin(), y.second.end(),
                                            [](double p, double q) { return std::abs(p - q) < rounding; });
  };
  const auto of_a = compositions(a), of_b = compositions(b);
  return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), same);
}

} // namespace

std::vector<Difference> differences(const std::string& before, const std::string& now) {
  std::map<std::string, std::string> old_keys, new_keys;
  const Value old_input = parse_toml(before, "the stored input"), new_input = parse_toml(now, "the input");
  flatten(old_input, "", old_keys);
  flatten(new_input, "", new_keys);
  if (same_compositions(old_input, new_input)) { // which ion is left out is not the same in all versions
    for (auto* const keys : {&old_keys, &new_keys}) {
      std::erase_if(*keys, [](const auto& k) { return k.first.starts_with("material.fractions."); });
    }
  }
  std::vector<Difference> all;
  for (const auto& [key, value] : old_keys) {
    const auto other = new_keys.find(key);
    if (other == new_keys.end() || other->second != value) {
      all.push_back({key, value, other == new_keys.end() ? "-" : other->second});
    }
  }
  for (const auto& [key, value] : new_keys) {
    if (!old_keys.contains(key)) {
      all.push_back({key, "-", value});
    }
  }
  return all;
}

} // namespace neel::input
