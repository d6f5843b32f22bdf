// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "expression/compile.hpp"

#include <neel/expression/evaluate.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace neel::expression {

namespace {

struct Function {
  const char* name;
  std::size_t arguments;
  Op op;
};

constexpr Function functions[] = {
    {"+", 2, Op::add},     {"-", 2, Op::subtract},    {"*", 2, Op::multiply},  {"/", 2, Op::divide},
    {"<", 2, Op::less},    {"<=", 2, Op::less_equal}, {"==", 2, Op::equal},    {"!=", 2, Op::unequal},
    {"min", 2, Op::least}, {"max", 2, Op::greatest},  {"mod", 2, Op::modulo},  {"-", 1, Op::negate},
    {"sqrt", 1, Op::root}, {"abs", 1, Op::magnitude}, {"floor", 1, Op::floor}, {"exp", 1, Op::exp},
    {"log", 1, Op::log},   {"sin", 1, Op::sin},       {"cos", 1, Op::cos},
};

class Compiler {
public:
  explicit Compiler(const Names& names) : names_(names) {}

  void add(const Tree& t) {
    if (t.is_number()) {
      constant(t.value);
    } else if (t.is_name()) {
      name(t.name);
    } else if (const std::optional<int> variable = names_.call(t)) {
      push({Op::variable, *variable, 0}, 1);
    } else if (t.name == "^") {
      power(t.arguments[0], t.arguments[1]);
    } else if (t.name == ">" || t.name == ">=") {
      function({t.name == ">" ? "<" : "<=", 0, {t.arguments[1], t.arguments[0]}, false});
    } else {
      function(t);
    }
  }

  Program program;

private:
  void push(const Step& step, int grows) {
    program.push_back(step);
    depth_ += grows;
    if (depth_ > run::most_depth) {
      throw std::invalid_argument("it is too deeply nested");
    }
  }
  void constant(double value) { push({Op::constant, 0, value}, 1); }

  void name(const std::string& n) {
    if (const auto variable = names_.variables.find(n); variable != names_.variables.end()) {
      push({Op::variable, variable->second, 0}, 1);
    } else if (const auto c = names_.constants.find(n); c != names_.constants.end()) {
      constant(c->second);
    } else if (n == "pi") {
      constant(std::numbers::pi);
    } else {
      throw std::invalid_argument("there is no \"" + n + "\" here");
    }
  }

  /// Whole exponents are products.
  void power(const Tree& base, const Tree& exponent) {
    constexpr double most = 64;
    const std::optional<double> n = constant_value(exponent);
    if (!n || *n != std::floor(*n) || std::abs(*n) > most) {
      add(base);
      add(exponent);
      push({Op::power, 0, 0}, -1);
      return;
    }
    if (*n < 0) {
      constant(1);
    }
    add(base);
    push({Op::integer_power, static_cast<std::int32_t>(std::abs(*n)), 0}, 0);
    if (*n < 0) {
      push({Op::divide, 0, 0}, -1);
    }
  }
  /// Of what has no variables.
  std::optional<double> constant_value(const Tree& t) const {
    Names constants;
    constants.constants = names_.constants;
    try {
      return evaluate(compile(t, constants), {});
    } catch (const std::invalid_argument&) {
      return {};
    }
  }

  void function(const Tree& t) {
    const auto* found = std::find_if(std::begin(functions), std::end(functions), [&](const Function& f) {
      return f.name == t.name && f.arguments == t.arguments.size();
    });
    if (found == std::end(functions)) {
      const bool known =
          std::any_of(std::begin(functions), std::end(functions), [&](const Function& f) { return f.name == t.name; });
      throw std::invalid_argument(known ? t.name + "() has another number of arguments"
                                        : "there is no function \"" + t.name + "\" here");
    }
    for (const Tree& argument : t.arguments) {
      add(argument);
    }
    push({found->op, 0, 0}, 1 - static_cast<int>(t.arguments.size()));
  }

  const Names& names_;
  int depth_ = 0;
};

} // namespace

run::Program compile(const Tree& tree, const Names& names) {
  Compiler c(names);
  c.add(tree);
  return std::move(c.program);
}

std::vector<std::string> known_names() {
  std::vector<std::string> all{"pi"};
  for (const Function& f : functions) {
    if (std::isalpha(static_cast<unsigned char>(f.name[0])) != 0) {
      all.emplace_back(f.name);
    }
  }
  return all;
}

double value_of(const run::Program& program, std::span<const double> variables) { return evaluate(program, variables); }

} // namespace neel::expression
