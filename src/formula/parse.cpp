// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "formula/parse.hpp"

#include <tao/pegtl.hpp>

#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace neel::formula {

namespace {

namespace peg = tao::pegtl;

/// Values under way, and calls whose arguments these are.
struct State {
  std::vector<Tree> values;
  std::vector<std::pair<std::string, std::size_t>> calls; ///< name, values below its arguments
};

constexpr int most_nesting = 100; ///< the reader calls itself

struct Spaces : peg::star<peg::space> {};
template <char... C>
struct Sign : peg::seq<peg::string<C...>, Spaces> {};

struct Sum;
struct Comparison;
struct Factor;

struct Digits : peg::plus<peg::digit> {};
struct Exponent : peg::seq<peg::one<'e', 'E'>, peg::opt<peg::one<'+', '-'>>, Digits> {};
struct Number
    : peg::seq<
          peg::sor<peg::seq<Digits, peg::opt<peg::one<'.'>, peg::star<peg::digit>>>, peg::seq<peg::one<'.'>, Digits>>,
          peg::opt<Exponent>> {};
struct Name : peg::identifier {};
struct Opening : peg::seq<peg::identifier, Spaces, peg::one<'('>, Spaces> {};
struct Closing : peg::seq<peg::one<')'>, Spaces> {};
struct Call : peg::if_must<Opening, peg::list<Comparison, Sign<','>>, Closing> {};
struct Parentheses : peg::if_must<Sign<'('>, Comparison, Closing> {};
struct Primary : peg::seq<peg::sor<Number, Call, Name, Parentheses>, Spaces> {};
struct Power : peg::if_must<Sign<'^'>, Factor> {}; // from the right
struct Negated : peg::if_must<Sign<'-'>, Factor> {};
struct Factor : peg::sor<Negated, peg::if_must<Sign<'+'>, Factor>, peg::seq<Primary, peg::opt<Power>>> {};
struct Times : peg::if_must<Sign<'*'>, Factor> {};
struct Over : peg::if_must<Sign<'/'>, Factor> {};
struct Product : peg::seq<Factor, peg::star<peg::sor<Times, Over>>> {};
struct Plus : peg::if_must<Sign<'+'>, Product> {};
struct Minus : peg::if_must<Sign<'-'>, Product> {};
struct Sum : peg::seq<Product, peg::star<peg::sor<Plus, Minus>>> {};
template <char... C>
struct Compared : peg::if_must<Sign<C...>, Sum> {};
struct Comparison : peg::seq<Sum, peg::opt<peg::sor<Compared<'<', '='>, Compared<'>', '='>, Compared<'=', '='>,
                                                    Compared<'!', '='>, Compared<'<'>, Compared<'>'>>>> {};
struct Text : peg::must<Spaces, Comparison, peg::eof> {};

void join(State& s, const std::string& name, std::size_t count, bool call = false) {
  Tree t{name, 0, {}, call};
  t.arguments.assign(std::make_move_iterator(s.values.end() - static_cast<std::ptrdiff_t>(count)),
                     std::make_move_iterator(s.values.end()));
  s.values.resize(s.values.size() - count);
  s.values.push_back(std::move(t));
}

template <class Rule>
struct Action : peg::nothing<Rule> {};

template <>
struct Action<Number> {
  template <class Input>
  static void apply(const Input& in, State& s) {
    s.values.push_back({"", std::strtod(in.string().c_str(), nullptr)});
  }
};
template <>
struct Action<Name> {
  template <class Input>
  static void apply(const Input& in, State& s) {
    s.values.push_back({in.string()});
  }
};
template <>
struct Action<Opening> {
  template <class Input>
  static void apply(const Input& in, State& s) {
    const std::string text = in.string();
    s.calls.emplace_back(text.substr(0, text.find_first_of(" \t\n\r\v\f(")), s.values.size());
  }
};
template <>
struct Action<Call> {
  static void apply0(State& s) {
    const auto [name, below] = s.calls.back();
    s.calls.pop_back();
    join(s, name, s.values.size() - below, true);
  }
};

template <char... C>
struct Joins {
  static void apply0(State& s) { join(s, {C...}, 2); }
};
template <>
struct Action<Negated> {
  static void apply0(State& s) { join(s, "-", 1); }
};
template <>
struct Action<Power> : Joins<'^'> {};
template <>
struct Action<Times> : Joins<'*'> {};
template <>
struct Action<Over> : Joins<'/'> {};
template <>
struct Action<Plus> : Joins<'+'> {};
template <>
struct Action<Minus> : Joins<'-'> {};
template <char... C>
struct Action<Compared<C...>> : Joins<C...> {};

} // namespace

Tree parse(const std::string& text) {
  int open = 0, signs = 0; // of the reader's calls of itself, before it makes them
  for (const char c : text) {
    open += c == '(' ? 1 : (c == ')' ? -1 : 0);
    signs += c == '-' || c == '+' || c == '^' ? 1 : 0;
    if (open > most_nesting || signs > 10 * most_nesting) {
      throw std::invalid_argument("it is too deeply nested");
    }
  }
  State s;
  try {
    peg::parse<Text, Action>(peg::memory_input(text, ""), s);
  } catch (const peg::parse_error& e) {
    const std::size_t at = e.positions().front().byte;
    throw std::invalid_argument(at >= text.size() ? "it ends too early"
                                                  : "it cannot be read from \"" + text.substr(at, 20) + "\" on");
  }
  return std::move(s.values.front());
}

} // namespace neel::formula
