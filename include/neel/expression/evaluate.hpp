// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Runs the steps of an expression (run/expression.hpp), in kernels, too. All operations are IEEE's or neel::math's, so that every
// backend computes the same bits.

#include <neel/core/math.hpp>
#include <neel/run/expression.hpp>

#include <span>

namespace neel::expression {

using run::Op, run::Step, run::Program;

namespace detail {

NEEL_FUNCTION double binary(Op op, double a, double b) {
  switch (op) {
  case Op::add:
    return a + b;
  case Op::subtract:
    return a - b;
  case Op::multiply:
    return a * b;
  case Op::divide:
    return a / b;
  case Op::power: // a > 0
    return b == 0 ? 1 : math::exp(b * math::log(a));
  case Op::least:
    return b < a ? b : a;
  case Op::greatest:
    return b > a ? b : a;
  case Op::modulo:
    return a - b * Kokkos::floor(a / b);
  case Op::less:
    return a < b ? 1 : 0;
  case Op::less_equal:
    return a <= b ? 1 : 0;
  case Op::equal:
    return a == b ? 1 : 0;
  default:
    return a != b ? 1 : 0;
  }
}

NEEL_FUNCTION double integer_power(double base, int exponent) {
  double result = 1, square = base;
  for (int n = exponent; n > 0; n /= 2) {
    result = n % 2 != 0 ? result * square : result;
    square *= square;
  }
  return result;
}

NEEL_FUNCTION double unary(const Step& step, double a) {
  constexpr double turns = 0.15915494309189535; // in a radian
  switch (step.op) {
  case Op::negate:
    return -a;
  case Op::integer_power:
    return integer_power(a, step.index);
  case Op::root:
    return math::sqrt(a);
  case Op::magnitude:
    return a < 0 ? -a : a;
  case Op::floor:
    return Kokkos::floor(a);
  case Op::exp:
    return math::exp(a);
  case Op::log:
    return math::log(a);
  case Op::sin:
    return math::sincos2pi(turns * a).sin;
  default:
    return math::sincos2pi(turns * a).cos;
  }
}

} // namespace detail

/// Runs `count` steps on `Lanes` sets of variables at a time: load(index, lane) is a variable. Leaves the values in `result`.
NEEL_CALLS_WHAT_IT_IS_GIVEN
template <int Lanes, class Load>
NEEL_FUNCTION void evaluate(const Step* steps, int count, const Load& load, double (&result)[Lanes]) {
  double stack[run::most_depth][Lanes];
  int depth = 0;
  for (int s = 0; s < count; ++s) {
    const Step step = steps[s];
    if (step.op == Op::constant) {
      for (int l = 0; l < Lanes; ++l) {
        stack[depth][l] = step.value;
      }
      ++depth;
    } else if (step.op == Op::variable) {
      for (int l = 0; l < Lanes; ++l) {
        stack[depth][l] = load(step.index, l);
      }
      ++depth;
    } else if (Op::add <= step.op && step.op <= Op::unequal) { // of two arguments
      --depth;
      for (int l = 0; l < Lanes; ++l) {
        stack[depth - 1][l] = detail::binary(step.op, stack[depth - 1][l], stack[depth][l]);
      }
    } else {
      for (int l = 0; l < Lanes; ++l) {
        stack[depth - 1][l] = detail::unary(step, stack[depth - 1][l]);
      }
    }
  }
  for (int l = 0; l < Lanes; ++l) {
    result[l] = stack[0][l];
  }
}

/// On the host, of these variables.
inline double evaluate(const Program& program, std::span<const double> variables) {
  double value[1];
  evaluate<1>(
      program.data(), static_cast<int>(program.size()),
      [&](int variable, int /*lane*/) { return variables[static_cast<std::size_t>(variable)]; }, value);
  return value[0];
}

} // namespace neel::expression
