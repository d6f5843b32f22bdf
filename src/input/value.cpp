// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/value.hpp"

#include "errors.hpp"

#include <toml++/toml.h>

#include <sstream>

namespace neel::input {

namespace {

Value convert(const toml::node& node) {
  Value value;
  value.line = node.source().begin.line;
  std::ostringstream shown;
  node.visit([&](const auto& v) { shown << v; });
  value.shown = shown.str();
  if (const toml::table* table = node.as_table()) {
    Value::Table entries;
    for (const auto& [name, entry] : *table) {
      entries.emplace(std::string(name.str()), convert(entry));
    }
    value.content = std::move(entries);
  } else if (const toml::array* list = node.as_array()) {
    Value::List entries;
    for (const toml::node& entry : *list) {
      entries.push_back(convert(entry));
    }
    value.content = std::move(entries);
  } else if (const auto* text = node.as_string()) {
    value.content = text->get();
  } else if (const auto* whole = node.as_integer()) {
    value.content = whole->get();
  } else if (const auto* real = node.as_floating_point()) {
    value.content = real->get();
  } else if (const auto* truth = node.as_boolean()) {
    value.content = truth->get();
  }
  return value;
}

} // namespace

Value parse_toml(const std::string& text, const std::string& name) {
  try {
    return convert(toml::parse(text, name));
  } catch (const toml::parse_error& e) {
    throw InputError(name + ":" + std::to_string(e.source().begin.line) +
                     ": not valid TOML: " + std::string(e.description()));
  }
}

const Value* find(const Value& root, const std::string& key) {
  const Value* at = &root;
  for (std::size_t from = 0; from <= key.size();) {
    const std::size_t dot = std::min(key.find('.', from), key.size());
    const auto* table = at->as<Value::Table>();
    if (table == nullptr) {
      return nullptr;
    }
    const auto entry = table->find(key.substr(from, dot - from));
    if (entry == table->end()) {
      return nullptr;
    }
    at = &entry->second;
    from = dot + 1;
  }
  return at;
}

} // namespace neel::input
