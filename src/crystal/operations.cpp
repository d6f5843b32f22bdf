// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Operations by themselves: as text, and the group that they generate.

#include "crystal/symmetry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <utility>

namespace neel::crystal {

namespace {

constexpr double same_shift = 1e-3; ///< difference of translations that are the same, in units of the cell's vectors

/// In [0, 1); fractions that have a denominator of crystallography without roundings.
double reduced(double shift) {
  constexpr double rounding = 1e-9;
  shift -= std::floor(shift);
  const double parts = std::round(shift * 24);
  if (std::abs(shift * 24 - parts) < 24 * rounding) {
    shift = parts / 24;
  }
  return shift >= 1 ? 0 : shift;
}

/// A sum of terms such as -x, 1/2, +0.25, read from left to right.
class Sum {
public:
  explicit Sum(const std::string& text) {
    for (const char c : text) {
      if (c != ' ' && c != '\t') {
        text_ += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
    }
  }

  bool read(std::array<int, 3>& row, double& shift) {
    while (sound_ && at_ < text_.size()) {
      const bool first = at_ == 0;
      double sign = 1;
      if (text_[at_] == '+' || text_[at_] == '-') {
        sign = text_[at_++] == '-' ? -1 : 1;
      } else if (!first) {
        return false;
      }
      term(sign, row, shift);
    }
    return sound_ && !text_.empty();
  }

private:
  void term(double sign, std::array<int, 3>& row, double& shift) {
    const char c = at_ < text_.size() ? text_[at_] : '?';
    if (c >= 'x' && c <= 'z') {
      row[static_cast<std::size_t>(c - 'x')] += static_cast<int>(sign);
      ++at_;
      return;
    }
    double value = number();
    if (sound_ && at_ < text_.size() && text_[at_] == '/') {
      ++at_;
      const double by = number();
      sound_ = sound_ && by != 0;
      value = sound_ ? value / by : 0;
    }
    shift += sign * value;
  }

  double number() {
    const char* const begin = text_.c_str() + at_;
    if (at_ >= text_.size() || !((*begin >= '0' && *begin <= '9') || *begin == '.')) {
      sound_ = false;
      return 0;
    }
    std::size_t length = 0;
    while (at_ + length < text_.size() && ((begin[length] >= '0' && begin[length] <= '9') || begin[length] == '.')) {
      ++length;
    }
    const std::string digits(begin, length);
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    sound_ = *end == '\0' && value < 1000;
    at_ += length;
    return value;
  }

  std::string text_;
  std::size_t at_ = 0;
  bool sound_ = true;
};

std::string fraction(double shift) {
  for (const int by : {2, 3, 4, 6, 8, 12, 24}) {
    const double parts = shift * by;
    if (std::abs(parts - std::round(parts)) < 1e-9) {
      return fmt::format("{}/{}", static_cast<int>(std::lround(parts)), by);
    }
  }
  return fmt::format("{:.10g}", shift);
}

int determinant(const Operation& o) {
  const auto& m = o.rotation;
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

bool contains(const std::vector<Operation>& all, const Operation& o) {
  for (const Operation& a : all) {
    if (same_operation(a, o)) {
      return true;
    }
  }
  return false;
}

} // namespace

Vector Operation::operator()(const Vector& position) const {
  Vector moved = shift;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      moved[a] += rotation[a][b] * position[b];
    }
  }
  return moved;
}

std::optional<Operation> parse_operation(const std::string& text) {
  Operation o{};
  o.rotation = {};
  std::size_t begin = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t comma = text.find(',', begin);
    if ((comma == std::string::npos) != (a == 2)) {
      return {};
    }
    const std::size_t end = a == 2 ? text.size() : comma;
    if (!Sum(text.substr(begin, end - begin)).read(o.rotation[a], o.shift[a])) {
      return {};
    }
    o.shift[a] = reduced(o.shift[a]);
    begin = end + 1;
  }
  return std::abs(determinant(o)) == 1 ? std::optional(o) : std::nullopt;
}

std::string operation_text(const Operation& o) {
  std::string text;
  for (std::size_t a = 0; a < 3; ++a) {
    std::string part;
    for (std::size_t b = 0; b < 3; ++b) {
      const int n = o.rotation[a][b];
      for (int k = 0; k < std::abs(n); ++k) {
        part += (n < 0 ? "-" : (part.empty() ? "" : "+")) + std::string(1, static_cast<char>('x' + b));
      }
    }
    part += o.shift[a] != 0 ? "+" + fraction(o.shift[a]) : "";
    text += (a == 0 ? "" : ",") + part;
  }
  return text;
}

Operation product(const Operation& a, const Operation& b) {
  Operation p;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      p.rotation[i][j] = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        p.rotation[i][j] += a.rotation[i][k] * b.rotation[k][j];
      }
    }
  }
  p.shift = a(b.shift);
  for (double& x : p.shift) {
    x = reduced(x);
  }
  return p;
}

bool same_operation(const Operation& a, const Operation& b) {
  if (a.rotation != b.rotation) {
    return false;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double apart = a.shift[k] - b.shift[k];
    if (std::abs(apart - std::round(apart)) > same_shift) {
      return false;
    }
  }
  return true;
}

namespace {

/// Nothing where they are too many.
std::vector<Operation> products(const std::vector<Operation>& generators) {
  std::vector<Operation> group{Operation{}};
  for (std::size_t k = 0; k < group.size(); ++k) {
    for (const Operation& g : generators) {
      const Operation p = product(g, group[k]);
      if (!contains(group, p)) {
        group.push_back(p);
      }
    }
    if (group.size() > most_operations) {
      return {};
    }
  }
  return group;
}

/// Those of the operations that the ones before do not generate, and the group.
std::pair<std::vector<Operation>, std::vector<Operation>> reduced_group(const std::vector<Operation>& operations) {
  std::vector<Operation> few, group{Operation{}};
  for (const Operation& o : operations) {
    if (!contains(group, o)) {
      few.push_back(o);
      group = products(few);
      if (group.empty()) {
        break;
      }
    }
  }
  return {few, group};
}

} // namespace

std::vector<Operation> generated(const std::vector<Operation>& generators) { return reduced_group(generators).second; }

std::vector<Operation> generators_of(const std::vector<Operation>& group) {
  std::vector<Operation> few = reduced_group(group).first;
  return few.empty() ? std::vector<Operation>{Operation{}} : few;
}

} // namespace neel::crystal
