// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/reader.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace neel::input {

namespace {

constexpr double largest = 1e15; ///< numbers beyond would overflow in single precision, multiplied or squared

} // namespace

Reader Reader::from_file(const std::string& path) {
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  if (kind != std::filesystem::file_type::not_found && kind != std::filesystem::file_type::regular && !unknown) {
    throw FileError("cannot read the input " + path + ": it is not a regular file");
  }
  constexpr std::uintmax_t most = std::uintmax_t{1} << 30;
  if (const std::uintmax_t size = std::filesystem::file_size(path, unknown); !unknown && size > most) {
    throw FileError("cannot read the input " + path + ": it has " + std::to_string(size) +
                    " bytes, more than any input");
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    throw FileError("cannot read the input " + path + ": " +
                    (std::ifstream(path) ? "it is empty or no file" : "no such file, or no permission"));
  }
  if (text.str().starts_with("\x89HDF")) {
    throw InputError(path + " is no input, but an HDF5 file: `neel info " + path + "` says what it holds, `neel view " +
                     path + "` shows it; the input of a run is in its NAME.resolved.toml");
  }
  return from_text(text.str(), path);
}

Reader Reader::from_text(const std::string& text, const std::string& name) { return {parse_toml(text, name), name}; }

Reader Reader::of_keys() {
  Reader in = from_text("", "keys");
  in.listing_ = true;
  return in;
}

void Reader::set(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("--set " + assignment + ": expected key.sub=value");
  }
  const std::string key = assignment.substr(0, equals);
  put(key, parse_value(assignment.substr(equals + 1), "--set " + key), "--set");
}

void Reader::put(const std::string& key, Value value, const std::string& origin) {
  if (static_cast<std::size_t>(std::count(key.begin(), key.end(), '.')) >= most_levels) {
    throw InputError(origin + " " + key.substr(0, 60) + "...: more than " + std::to_string(most_levels) + " keys deep");
  }
  Value* at = &root_;
  std::size_t from = 0;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', from)) {
    const std::string part = key.substr(from, dot - from);
    if (auto* const table = at->as<Value::Table>()) {
      table->try_emplace(part, Value{Value::Table{}, value.line, "{}"});
    }
    Value* const next = member(*at, part);
    if (next == nullptr || (next->as<Value::Table>() == nullptr && next->as<Value::List>() == nullptr)) {
      throw InputError(origin + " " + key + ": " +
                       (next == nullptr ? "there is no element " + part + " in that list" : part + " is not a table"));
    }
    at = next;
    from = dot + 1;
  }
  const std::string name = key.substr(from);
  if (auto* const table = at->as<Value::Table>()) {
    (*table)[name] = std::move(value);
  } else if (Value* const element = member(*at, name)) {
    *element = std::move(value);
  } else {
    throw InputError(origin + " " + key + ": there is no element " + name + " in that list");
  }
}

void Reader::drop(const std::string& key) {
  Value* at = &root_;
  std::size_t from = 0;
  for (std::size_t dot = key.find('.'); dot != std::string::npos && at != nullptr; dot = key.find('.', from)) {
    at = member(*at, key.substr(from, dot - from));
    from = dot + 1;
  }
  if (auto* const table = at == nullptr ? nullptr : at->as<Value::Table>()) {
    table->erase(key.substr(from));
  }
}

const Value* Reader::node(const std::string& key) {
  asked_.insert(key);
  return find(root_, key);
}

bool Reader::has(const std::string& key) { return node(key) != nullptr; }

std::string Reader::word(const std::string& key, const std::optional<std::string>& otherwise) {
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

std::string Reader::text(const Key& key, const std::optional<std::string>& otherwise) {
  std::string value = word(key.path, otherwise);
  note(key, "a text", otherwise ? input::quoted(*otherwise) : "", input::quoted(value));
  return value;
}

std::string Reader::choice(const Key& key, const std::vector<std::string>& allowed,
                           const std::optional<std::string>& otherwise) {
  std::string value = word(key.path, otherwise);
  if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
    const auto guess = nearest(value, allowed);
    error(key.path,
          "\"" + value + "\" is not one of " + joined(allowed) + (guess ? "; did you mean \"" + *guess + "\"?" : ""));
    value = otherwise.value_or(allowed.front());
  }
  note(key, joined(allowed, input::quoted), otherwise ? input::quoted(*otherwise) : "", input::quoted(value));
  return value;
}

std::int64_t Reader::whole(const std::string& key, std::int64_t least, std::int64_t most,
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
  if (const auto* integer = n->as<std::int64_t>()) {
    value = *integer;
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

std::int64_t Reader::integer(const Key& key, std::int64_t least, std::int64_t most,
                             std::optional<std::int64_t> otherwise) {
  constexpr std::int64_t no_limit = 1'000'000'000;
  const std::int64_t value = whole(key.path, least, most, otherwise);
  note(key,
       most > no_limit ? "a whole number from " + std::to_string(least) + " on"
                       : "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
       otherwise ? std::to_string(*otherwise) : "", std::to_string(value));
  return value;
}

std::optional<double> Reader::moderate(const std::string& key, double value, const Value& n) {
  if (std::abs(value) > largest) {
    error(key, "expected a number from -1e15 to 1e15, found " + n.shown);
    return {};
  }
  if (value != 0 && std::abs(value) < smallest) {
    error(key, "expected 0, or a number of 1e-30 or more in size, found " + n.shown);
    return {};
  }
  return value;
}

std::optional<double> Reader::plain_number(const std::string& key, const Value& n) {
  if (const auto* whole = n.as<std::int64_t>()) {
    return moderate(key, static_cast<double>(*whole), n);
  }
  if (const auto* real = n.as<double>(); real != nullptr && std::isfinite(*real)) {
    return moderate(key, *real, n);
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
    return moderate(key, parse_quantity(*text, dimension, unit), n);
  } catch (const std::invalid_argument& e) {
    error(key, e.what());
    return {};
  }
}

double Reader::number(const Key& key, std::optional<double> otherwise) {
  const Value* n = node(key.path);
  if (n == nullptr && !otherwise) {
    missing(key.path, "a number");
  }
  const double value = n == nullptr ? otherwise.value_or(0) : plain_number(key.path, *n).value_or(0);
  note(key, "a number", otherwise ? exact(*otherwise) : "", exact(value));
  return value;
}

double Reader::quantity(const Key& key, Dimension dimension, std::optional<double> otherwise) {
  const Value* n = node(key.path);
  if (n == nullptr && !otherwise) {
    missing(key.path, "a number or a string with a unit");
  }
  const double value = n == nullptr ? otherwise.value_or(0) : with_unit(key.path, *n, dimension).value_or(0);
  note(key, name_of(dimension), otherwise ? exact(*otherwise) : "", exact(value));
  return value;
}

bool Reader::flag(const Key& key, bool otherwise) {
  const Value* n = node(key.path);
  if (n != nullptr && n->as<bool>() == nullptr) {
    error(key.path, "expected true or false, found " + n->shown);
  }
  const auto text = [](bool b) { return b ? "true" : "false"; };
  const bool value = n != nullptr && n->as<bool>() != nullptr ? *n->as<bool>() : otherwise;
  note(key, "true or false", text(otherwise), text(value));
  return value;
}

} // namespace neel::input
