// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Sums over all states, or all disorder, of models whose sites have two states.

#include "validate/clusters.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace neel::validate {

namespace {

/// Correlations of the eight corners of a cube of Ising spins whose bond between even corner i and odd corner k is
/// `bond[i][k]` (none where k is opposite to i: i = k): given the even ones, the odd ones are free spins in a field.
struct CubeOfSpins {
  double squares = 0; ///< of all correlations <s s'> of two corners, added up over pairs of corners
  double bonds = 0;   ///< J <s s'>, added up over bonds

  CubeOfSpins(const int (&bond)[4][4], double temperature) {
    double z = 0, even[4][4] = {}, odd[4][4] = {}, mixed[4][4] = {};
    for (unsigned state = 0; state < 8; ++state) { // the last even corner is up
      const double e[4] = {state & 1U ? 1.0 : -1.0, state & 2U ? 1.0 : -1.0, state & 4U ? 1.0 : -1.0, 1.0};
      double weight = 1, mean[4];
      for (std::size_t k = 0; k < 4; ++k) {
        double field = 0;
        for (std::size_t i = 0; i < 4; ++i) {
          field += i == k ? 0 : bond[i][k] * e[i] / temperature;
        }
        weight *= std::cosh(field);
        mean[k] = std::tanh(field);
      }
      z += weight;
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 4; ++k) {
          mixed[i][k] += weight * e[i] * mean[k];
          even[i][k] += weight * e[i] * e[k];
          odd[i][k] += weight * mean[i] * mean[k];
        }
      }
    }
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t k = 0; k < 4; ++k) {
        bonds += i == k ? 0 : bond[i][k] * mixed[i][k] / z;
        squares += mixed[i][k] * mixed[i][k] / (z * z);
        squares += i < k ? (even[i][k] * even[i][k] + odd[i][k] * odd[i][k]) / (z * z) : 0;
      }
    }
  }
};

/// The next state of a bit per cell of a torus.
class Board {
public:
  Board(int width, int height) : width_(width), height_(height) {}

  std::uint32_t next(std::uint32_t board) const {
    std::uint32_t result = 0;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const unsigned set = bit(board, x, y) + bit(board, x + 1, y) + bit(board, x - 1, y) + bit(board, x, y + 1) +
                             bit(board, x, y - 1);
        result |= (set >= 3 ? 1U : 0U) << (y * width_ + x);
      }
    }
    return result;
  }
  int walls(std::uint32_t board) const {
    unsigned count = 0;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        count += (bit(board, x, y) ^ bit(board, x + 1, y)) + (bit(board, x, y) ^ bit(board, x, y + 1));
      }
    }
    return static_cast<int>(count);
  }
  unsigned bit(std::uint32_t board, int x, int y) const {
    return board >> ((y + height_) % height_ * width_ + (x + width_) % width_) & 1U;
  }

private:
  int width_, height_;
};

} // namespace

GlassAverages glass_cube(double temperature) {
  constexpr int pairs = 12, disorders = 531441; // 3^12
  GlassAverages mean{};
  for (int disorder = 0; disorder < disorders; ++disorder) {
    int bond[4][4] = {};
    double probability = 1;
    for (int pair = 0, rest = disorder; pair < pairs; ++pair, rest /= 3) {
      const int even = pair / 3, odd = pair % 3 + (pair % 3 >= even ? 1 : 0);
      bond[even][odd] = 2 * (rest % 3 - 1); // of two bonds together: -2, 0, 2
      probability *= rest % 3 == 1 ? 0.5 : 0.25;
    }
    const CubeOfSpins cube(bond, temperature);
    mean.energy -= probability * cube.bonds / 8;
    mean.overlap_squared += probability * (8 + 2 * cube.squares) / 64;
  }
  return mean;
}

BoardAverages majority_boards(int width, int height, int steps) {
  const Board rule(width, height);
  const int cells = width * height;
  BoardAverages mean{};
  for (std::uint32_t start = 0; start < 1U << cells; ++start) {
    std::uint32_t before[2] = {start, start}, now = start;
    for (int k = 0; k < steps; ++k) {
      before[1] = before[0];
      before[0] = now;
      now = rule.next(now);
    }
    const double m = 2.0 * std::popcount(now) / cells - 1;
    mean.walls += rule.walls(now) / (2.0 * cells);
    mean.magnetisation_squared += m * m;
    mean.blinking += static_cast<double>(std::popcount(now ^ before[0])) / cells;
    mean.period += now == before[0] ? 1 : (now == before[1] ? 2 : 0);
  }
  const double boards = std::pow(2.0, cells);
  return {mean.walls / boards, mean.magnetisation_squared / boards, mean.blinking / boards, mean.period / boards};
}

double majority_walls_after_two() {
  constexpr int width = 6, height = 5; // cells (2, 2) and (3, 2) do not see the edge in two steps
  int cell[18], cells = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int left = std::abs(x - 2) + std::abs(y - 2), right = std::abs(x - 3) + std::abs(y - 2);
      if (left <= 2 || right <= 2) {
        cell[cells++] = y * width + x;
      }
    }
  }
  const Board rule(width, height);
  int differ = 0;
  for (std::uint32_t state = 0; state < 1U << 18U; ++state) {
    std::uint32_t board = 0;
    for (int k = 0; k < cells; ++k) {
      board |= (state >> k & 1U) << cell[k];
    }
    board = rule.next(rule.next(board));
    differ += rule.bit(board, 2, 2) != rule.bit(board, 3, 2) ? 1 : 0;
  }
  return differ / std::pow(2.0, 18);
}

} // namespace neel::validate
