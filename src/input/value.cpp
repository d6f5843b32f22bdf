// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/value.hpp"

#include "errors/errors.hpp"
#include "input/run_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <locale>
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

/// Some malformed documents with characters beyond ASCII lead toml++ 3.4 where it says that nothing can (its issue 295).
/// So it meets none: %D0, say, stands for a byte, and %25 for a percent sign.
std::string to_ascii(const std::string& text) {
  std::string ascii;
  for (const char c : text) {
    if (const unsigned byte = static_cast<unsigned char>(c); byte >= 0x80 || c == '%') {
      fmt::format_to(std::back_inserter(ascii), "%{:02X}", byte);
    } else {
      ascii += c;
    }
  }
  return ascii;
}

/// What to_ascii() was given.
std::string from_ascii(std::string_view ascii) {
  std::string text;
  for (std::size_t k = 0; k < ascii.size(); ++k) {
    unsigned byte = 0;
    if (ascii[k] == '%' && ascii.size() - k > 2 &&
        std::from_chars(ascii.data() + k + 1, ascii.data() + k + 3, byte, 16).ptr == ascii.data() + k + 3) {
      text += static_cast<char>(byte);
      k += 2;
    } else {
      text += ascii[k];
    }
  }
  return text;
}

bool is_utf8(const std::string& text) {
  using Converter = std::codecvt<char32_t, char8_t, std::mbstate_t>;
  const std::u8string bytes(text.begin(), text.end());
  std::mbstate_t state{};
  const int good = std::use_facet<Converter>(std::locale::classic())
                       .length(state, bytes.data(), bytes.data() + bytes.size(), bytes.size());
  return static_cast<std::size_t>(good) == bytes.size();
}

Value convert(const toml::node& node) {
  Value value;
  value.line = node.source().begin.line;
  if (const toml::table* table = node.as_table()) {
    Value::Table entries;
    for (const auto& [name, entry] : *table) {
      const auto added = entries.emplace(from_ascii(name.str()), convert(entry)).first;
      value.shown += (value.shown.empty() ? "{" : ", ") + key_name(added->first) + " = " + added->second.shown;
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
  value.shown = from_ascii(shown.str());
  if (const auto* text = node.as_string()) {
    value.content = from_ascii(text->get());
  } else if (const auto* whole = node.as_integer()) {
    value.content = whole->get();
  } else if (const auto* real = node.as_floating_point()) {
    value.content = real->get();
    value.shown = exact(real->get());
  } else if (const auto* truth = node.as_boolean()) {
    value.content = truth->get();
  }
  return value;
}

/// Of a value that comes from no file.
void forget_lines(Value& value) {
  value.line = 0;
  if (auto* const table = value.as<Value::Table>()) {
    for (auto& [name, entry] : *table) {
      forget_lines(entry);
    }
  } else if (auto* const list = value.as<Value::List>()) {
    std::for_each(list->begin(), list->end(), forget_lines);
  }
}

/// Looks through a document before toml++ does, for what toml++ 3.4 does not expect. TOML has characters beyond ASCII in
/// strings and comments alone; a no-break space, say, is better called by its name. And what is nested too deep would not
/// fit the stack.
class Survey {
public:
  enum class Found { nothing, stray, deep };

  explicit Survey(const std::string& text) : text_(text) {
    for (; at_ < text_.size() && found_ == Found::nothing; ++at_) {
      line_ += text_[at_] == '\n' ? 1 : 0;
      if (quote_.empty()) {
        outside(text_[at_]);
      } else {
        inside(text_[at_]);
      }
    }
  }
  Found found() const { return found_; }
  unsigned line() const { return line_; }

private:
  void outside(char c) {
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
    } else if ((c == '"' || c == '\'') && can_open()) {
      quote_ = text_.compare(at_, 3, std::string(3, c)) == 0 ? std::string(3, c) : std::string(1, c);
      at_ += quote_.size() - 1;
    } else if ((static_cast<unsigned char>(c) & 0x80U) != 0) {
      found_ = Found::stray;
    } else {
      nest(c);
    }
  }

  void inside(char c) {
    if (c == '\\' && quote_.front() == '"') {
      ++at_;
      line_ += at_ < text_.size() && text_[at_] == '\n' ? 1 : 0;
    } else if (text_.compare(at_, quote_.size(), quote_) == 0) {
      at_ += quote_.size() - 1;
      quote_.clear();
    } else if (c == '\n' && quote_.size() == 1) {
      quote_.clear(); // a string that was not closed: the parser will say so
    }
  }

  /// Can a string begin here, or does the quote follow something else, as in 1"?
  bool can_open() const {
    if (at_ == 0 || std::string_view(" \t\r\n=[,{").find(text_[at_ - 1]) != std::string_view::npos) {
      return true;
    }
    // Behind the dot of a key it can, too: material."..."; but not behind that of a number.
    return at_ > 1 && text_[at_ - 1] == '.' && !value_ && std::isdigit(static_cast<unsigned char>(text_[at_ - 2])) == 0;
  }

  void nest(char c) {
    value_ = c == '=' || (value_ && c != '\n' && c != ',' && c != '{');
    if (c == '[' || c == '{') {
      outer_.push_back(dots_);
      level_ += 1 + dots_;
      dots_ = 0;
    } else if ((c == ']' || c == '}') && !outer_.empty()) {
      dots_ = outer_.back();
      level_ -= 1 + dots_;
      outer_.pop_back();
    } else if (c == ',' || c == '\n') {
      dots_ = 0;
    }
    dots_ += c == '.' ? 1 : 0;
    found_ = level_ + dots_ > most_levels ? Found::deep : Found::nothing;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  Found found_ = Found::nothing;
  std::string quote_;                ///< of the string that we are in, empty outside
  bool value_ = false;               ///< behind an =
  std::size_t level_ = 0, dots_ = 0; ///< brackets and dots around this one; dots of the key since it began
  std::vector<std::size_t> outer_;   ///< those of the keys around this bracket
};

} // namespace

Value parse_toml(const std::string& text, const std::string& name) {
  if (!is_utf8(text)) {
    throw InputError(name + ": not valid TOML: not UTF-8");
  }
  const Survey survey(text);
  const std::string place = name + ":" + std::to_string(survey.line());
  if (survey.found() == Survey::Found::stray) {
    throw InputError(place +
                     ": not valid TOML: a character that is not ASCII, outside of a string or comment (perhaps a "
                     "special space, dash or quote that was pasted)");
  }
  if (survey.found() == Survey::Found::deep) {
    throw InputError(place + ": tables, lists and dotted keys are nested more than " + std::to_string(most_levels) +
                     " levels deep");
  }
  try {
    return convert(toml::parse(to_ascii(text), name));
  } catch (const toml::parse_error& e) {
    throw InputError(name + ":" + std::to_string(e.source().begin.line) +
                     ": not valid TOML: " + from_ascii(e.description()));
  } catch (const std::logic_error&) {
    throw InputError(name + ": not valid TOML");
  }
}

Value parse_value(const std::string& text, const std::string& origin) {
  Value parsed;
  try {
    parsed = parse_toml("v = " + text, origin);
  } catch (const InputError&) {
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
      throw;
    }
    parsed = parse_toml("v = " + quoted(text), origin);
  }
  auto& entries = *parsed.as<Value::Table>();
  if (entries.size() != 1) {
    throw InputError(origin + ": expected one key and its value, found more lines with keys");
  }
  forget_lines(entries.at("v"));
  return std::move(entries.at("v"));
}

Value* member(Value& of, const std::string& name) {
  if (auto* table = of.as<Value::Table>()) {
    const auto entry = table->find(name);
    return entry == table->end() ? nullptr : &entry->second;
  }
  auto* const list = of.as<Value::List>();
  std::size_t number = 0;
  const auto [rest, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool there = list != nullptr && failure == std::errc{} && rest == name.data() + name.size() && number >= 1 &&
                     number <= list->size();
  return there ? &(*list)[number - 1] : nullptr;
}

const Value* find(const Value& root, const std::string& key) {
  auto* at = const_cast<Value*>(&root); // which member() leaves as it is
  for (std::size_t from = 0; from <= key.size() && at != nullptr;) {
    const std::size_t dot = std::min(key.find('.', from), key.size());
    at = member(*at, key.substr(from, dot - from));
    from = dot + 1;
  }
  return at;
}

} // namespace neel::input
