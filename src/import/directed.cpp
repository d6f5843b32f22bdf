// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/directed.hpp"

#include "crystal/matrix.hpp"
#include "errors/errors.hpp"
#include "files/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace neel::imports {

namespace {

using Offset = std::array<int, 3>;
using Ions = std::optional<std::pair<std::size_t, std::size_t>>;

Offset opposite(const Offset& o) { return {-o[0], -o[1], -o[2]}; }

Ions turned(const Ions& i) { return i ? Ions({i->second, i->first}) : i; }

/// The direction that crystal::Pair has.
bool forward(int from, int to, const Offset& o) {
  return from != to ? from < to : std::tuple(o[2], o[1], o[0]) > std::tuple(0, 0, 0);
}

constexpr double nothing = 1e-30; ///< smaller couplings are zero: numbers of inputs are larger

Matrix without_dust(Matrix m) {
  for (Vector& row : m) {
    for (double& x : row) {
      x = std::abs(x) < nothing ? 0 : x;
    }
  }
  return m;
}

} // namespace

bool Bond::isotropic() const {
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      if (a == b ? matrix[a][a] != matrix[0][0] : matrix[a][b] != 0) {
        return false;
      }
    }
  }
  return true;
}

Matrix isotropic_matrix(double exchange) { return {{{exchange, 0, 0}, {0, exchange, 0}, {0, 0, exchange}}}; }

Matrix sum(const Matrix& a, const Matrix& b) {
  Matrix m = a;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      m[i][j] += b[i][j];
    }
  }
  return m;
}

Matrix times(double factor, const Matrix& m) {
  Matrix t = m;
  for (Vector& row : t) {
    for (double& x : row) {
      x *= factor;
    }
  }
  return t;
}

double largest(const Matrix& m) {
  double most = 0;
  for (const Vector& row : m) {
    for (const double x : row) {
      most = std::max(most, std::abs(x));
    }
  }
  return most;
}

void DirectedCouplings::add(const Directed& coupling, const std::string& twice) {
  if (coupling.from == coupling.to && coupling.offset == Offset{0, 0, 0}) {
    throw InputError(coupling.place + ": a coupling joins an atom to itself");
  }
  const auto [at, fresh] = all_.try_emplace({coupling.from, coupling.to, coupling.offset, coupling.ions}, coupling);
  if (!fresh) {
    throw InputError(coupling.place + ": this bond stands at " + at->second.place + " already" + twice);
  }
}

std::vector<Bond> DirectedCouplings::bonds(Directions directions, bool average, std::vector<std::string>& notes) const {
  double scale = 0, worst = 0;
  for (const auto& [key, c] : all_) {
    scale = std::max({scale, largest(c.matrix), std::abs(c.biquadratic)});
  }
  std::size_t averaged = 0;
  std::string where;
  std::vector<Bond> bonds;
  for (const auto& [key, c] : all_) {
    const auto back = all_.find({c.to, c.from, opposite(c.offset), turned(c.ions)});
    const bool zero = largest(c.matrix) < nothing && std::abs(c.biquadratic) < nothing;
    if (back == all_.end() && directions == Directions::both && !zero) {
      throw InputError(c.place + ": no line has this bond in the other direction, and both are counted");
    }
    const bool first = forward(c.from, c.to, c.offset);
    if (!first && back != all_.end()) {
      continue; // its time has come, or will
    }
    Bond b{{first ? c.from : c.to, first ? c.to : c.from, first ? c.offset : opposite(c.offset), 0},
           first ? c.matrix : crystal::transposed(c.matrix),
           c.biquadratic,
           {c.place},
           first ? c.ions : turned(c.ions)};
    if (back != all_.end()) {
      const Directed& r = back->second;
      const double apart = std::max(largest(sum(b.matrix, times(-1, crystal::transposed(r.matrix)))),
                                    std::abs(b.biquadratic - r.biquadratic));
      if (apart > least * scale && !average) {
        const auto [first_place, later] = r.line < c.line ? std::pair(r.place, c.place) : std::pair(c.place, r.place);
        throw InputError(fmt::format("{}: the other direction of this bond, {}, has another coupling (matrices must be "
                                     "transposed, DM vectors opposite); --average takes the mean",
                                     later, first_place));
      }
      if (apart > 0) {
        b.matrix = times(0.5, sum(b.matrix, crystal::transposed(r.matrix)));
        b.biquadratic = (b.biquadratic + r.biquadratic) / 2;
        ++averaged;
        where = apart > worst ? c.place : where;
        worst = std::max(worst, apart);
      }
      if (r.place != c.place) {
        b.from.push_back(r.place);
      }
    }
    b.matrix = without_dust(b.matrix);
    b.biquadratic = std::abs(b.biquadratic) < nothing ? 0 : b.biquadratic;
    if (largest(b.matrix) > 0 || b.biquadratic != 0) {
      bonds.push_back(b);
    }
  }
  if (averaged > 0) {
    notes.push_back(
        fmt::format("the two directions of {} differ, by {:.2g} of the largest coupling at most ({}): the mean "
                    "stands here, which has the same energy",
                    counted(averaged, "bond"), worst / scale, file_name(where)));
  }
  return bonds;
}

std::vector<Bond> merged(const std::vector<Bond>& a, const std::vector<Bond>& b) {
  std::map<std::tuple<int, int, Offset, Ions>, Bond> all;
  for (const std::vector<Bond>* list : {&a, &b}) {
    for (const Bond& bond : *list) {
      const auto [at, fresh] = all.try_emplace({bond.pair.from, bond.pair.to, bond.pair.offset, bond.ions}, bond);
      if (!fresh) {
        at->second.matrix = sum(at->second.matrix, bond.matrix);
        at->second.biquadratic += bond.biquadratic;
        at->second.from.insert(at->second.from.end(), bond.from.begin(), bond.from.end());
      }
    }
  }
  std::vector<Bond> bonds;
  for (const auto& [key, bond] : all) {
    bonds.push_back(bond);
  }
  return bonds;
}

} // namespace neel::imports
