// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Stevens functions of a unit vector, written out as tables of crystal fields have them (Hutchings, Solid State Physics 16, 227
// (1964), with operators replaced by components).

#include <array>
#include <map>
#include <utility>

namespace neel::testing {

using StevensFunction = double (*)(double x, double y, double z);

/// By l and m.
inline const std::map<std::pair<int, int>, StevensFunction>& stevens_functions() {
#define NEEL_STEVENS(L, M, ...)                                                                                        \
  {{L, M}, [](double x, double y, double z) {                                                                          \
     const double a = x * x, b = y * y, c = z * z;                                                                     \
     return (__VA_ARGS__) + 0 * (a + b + c);                                                                           \
   }}
  static const std::map<std::pair<int, int>, StevensFunction> all{
      NEEL_STEVENS(2, 0, 3 * c - 1),
      NEEL_STEVENS(2, 1, x * z),
      NEEL_STEVENS(2, 2, a - b),
      NEEL_STEVENS(2, -1, y * z),
      NEEL_STEVENS(2, -2, 2 * x * y),
      NEEL_STEVENS(4, 0, 35 * c * c - 30 * c + 3),
      NEEL_STEVENS(4, 1, x * (7 * c - 3) * z),
      NEEL_STEVENS(4, 2, (7 * c - 1) * (a - b)),
      NEEL_STEVENS(4, 3, z * x * (a - 3 * b)),
      NEEL_STEVENS(4, 4, a * a - 6 * a * b + b * b),
      NEEL_STEVENS(4, -1, y * (7 * c - 3) * z),
      NEEL_STEVENS(4, -2, (7 * c - 1) * 2 * x * y),
      NEEL_STEVENS(4, -3, z * y * (3 * a - b)),
      NEEL_STEVENS(4, -4, 4 * x * y * (a - b)),
      NEEL_STEVENS(6, 0, 231 * c * c * c - 315 * c * c + 105 * c - 5),
      NEEL_STEVENS(6, 1, x * z * (33 * c * c - 30 * c + 5)),
      NEEL_STEVENS(6, 2, (33 * c * c - 18 * c + 1) * (a - b)),
      NEEL_STEVENS(6, 3, z * (11 * c - 3) * x * (a - 3 * b)),
      NEEL_STEVENS(6, 4, (11 * c - 1) * (a * a - 6 * a * b + b * b)),
      NEEL_STEVENS(6, 5, z * x * (a * a - 10 * a * b + 5 * b * b)),
      NEEL_STEVENS(6, 6, a * a * a - 15 * a * a * b + 15 * a * b * b - b * b * b),
      NEEL_STEVENS(6, -1, y * z * (33 * c * c - 30 * c + 5)),
      NEEL_STEVENS(6, -2, (33 * c * c - 18 * c + 1) * 2 * x * y),
      NEEL_STEVENS(6, -3, z * (11 * c - 3) * y * (3 * a - b)),
      NEEL_STEVENS(6, -4, (11 * c - 1) * 4 * x * y * (a - b)),
      NEEL_STEVENS(6, -5, z * y * (5 * a * a - 10 * a * b + b * b)),
      NEEL_STEVENS(6, -6, x * y * (6 * a * a - 20 * a * b + 6 * b * b))};
#undef NEEL_STEVENS
  return all;
}

} // namespace neel::testing
