// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/value.hpp"

#include "errors.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace {
[[noreturn]] void malformed() { throw std::logic_error("malformed"); }
} // namespace
// Some malformed documents (such as "[.a]") break promises that toml++ 3.4 makes to itself, and with NDEBUG it then relies
// on them; so it is told to throw instead.
#undef NDEBUG
#define TOML_ASSERT(expression) ((expression) ? void() : malformed())
#include <toml++/toml.h>

namespace neel::input {

namespace {

Value convert(const toml::node& node) {
  Value value;
  value.line = node.source().begin.line;
  if (const toml::table* table = node.as_table()) {
    Value::Table entries;
    for (const auto& [name, entry] : *table) {
      const auto added = entries.emplace(std::string(name.str()), convert(entry)).first;
      value.shown += (value.shown.empty() ? "{" : ", ") + added->first + " = " + added->second.shown;
    }
    value.shown += value.shown.empty() ? "{}" : "}";
    value.content = std::move(entries);
    return value;
  }
  if (const toml::array* list = node.as_array()) {
    Value::List entries;
    for (const toml::node& entry : *list) {
      entries.push_back(convert(entry));
      value.shown += (value.shown.empty() ? "[" : ", ") + entries.back().shown;
    }
    value.shown += value.shown.empty() ? "[]" : "]";
    value.content = std::move(entries);
    return value;
  }
  std::ostringstream shown;
  node.visit([&](const auto& v) { shown << v; });
  value.shown = shown.str();
  if (const auto* text = node.as_string()) {
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

/// Can a string begin at `k`, or does a quote there follow something else, as in 1"? (Behind the dot of a key it can, too;
/// no key of ours needs characters beyond ASCII there.)
bool can_open(const std::string& text, std::size_t k) {
  return k == 0 || std::string_view(" \t\r\n=[,{").find(text[k - 1]) != std::string_view::npos;
}

/// TOML has characters beyond ASCII in strings and comments alone. toml++ 3.4 does not expect those in U+00A1 to U+0499
/// anywhere else, and a no-break space, say, is better called by its name. Returns the line of the first one, or 0.
unsigned line_of_stray_character(const std::string& text) {
  unsigned line = 1;
  std::string quote; // of the string that we are in, empty outside
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    line += c == '\n' ? 1 : 0;
    if (quote.empty() && c == '#') {
      k = std::min(text.find('\n', k), text.size()) - 1;
    } else if (quote.empty() && (c == '"' || c == '\'') && can_open(text, k)) {
      quote = text.compare(k, 3, std::string(3, c)) == 0 ? std::string(3, c) : std::string(1, c);
      k += quote.size() - 1;
    } else if (quote.empty()) {
      if ((static_cast<unsigned char>(c) & 0x80U) != 0) {
        return line;
      }
    } else if (c == '\\' && quote.front() == '"') {
      ++k;
      line += k < text.size() && text[k] == '\n' ? 1 : 0;
    } else if (text.compare(k, quote.size(), quote) == 0) {
      k += quote.size() - 1;
      quote.clear();
    } else if (c == '\n' && quote.size() == 1) {
      quote.clear(); // a string that was not closed: the parser will say so
    }
  }
  return 0;
}

} // namespace

Value parse_toml(const std::string& text, const std::string& name) {
  if (const unsigned line = line_of_stray_character(text); line != 0) {
    throw InputError(
        name + ":" + std::to_string(line) +
        ": not valid TOML: a character that is not ASCII, outside of a string or comment (perhaps a special "
        "space, dash or quote that was pasted)");
  }
  try {
    return convert(toml::parse(text, name));
  } catch (const toml::parse_error& e) {
    throw InputError(name + ":" + std::to_string(e.source().begin.line) +
                     ": not valid TOML: " + std::string(e.description()));
  } catch (const std::logic_error&) {
    throw InputError(name + ": not valid TOML");
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
