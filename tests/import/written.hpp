// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A folder with files of other programs, and the energy of what was made of them.

#include "errors/errors.hpp"
#include "import/imported.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace neel::testing {

class Folder {
public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("neel-import-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  /// Writes a file, and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream((path_ / name).string()) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

/// The text with one of its lines, counted from 1, replaced.
inline std::string with_line(const std::string& text, int number, const std::string& line) {
  std::string changed, rest = text;
  for (int n = 1; !rest.empty(); ++n) {
    const std::size_t end = rest.find('\n') + 1;
    changed += n == number ? line + "\n" : rest.substr(0, end);
    rest.erase(0, end);
  }
  return changed;
}

/// Reading must fail with a message that begins with the file (and line) and holds `part`.
inline void check_refused(const std::function<void()>& read, const std::string& place, const std::string& part) {
  INFO(place << ": ... " << part);
  CHECK_THROWS_MATCHES(read(), InputError,
                       Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(place + ": ") &&
                                                       Catch::Matchers::ContainsSubstring(part)));
}

/// Some spin of length 1 for each site of each cell.
inline imports::Vector spin(int site, const std::array<int, 3>& cell) {
  const double a = 1.3 * site + 0.7 * cell[0] - 1.1 * cell[1] + 2.3 * cell[2], b = 0.4 + 0.9 * a * a;
  return {std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)};
}

inline double bilinear(const imports::Vector& s, const imports::Matrix& m, const imports::Vector& t) {
  double e = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      e += s[a] * m[a][b] * t[b];
    }
  }
  return e;
}

using IonAt = std::function<std::size_t(int site, const std::array<int, 3>& cell)>;

/// The energy of the bonds, as Neel counts them, of `size` periodic cells with these spins; of alloys with these ions.
inline double energy(const imports::Imported& in, const std::array<int, 3>& size, const IonAt& ion = {}) {
  double e = 0;
  for (int z = 0; z < size[2]; ++z) {
    for (int y = 0; y < size[1]; ++y) {
      for (int x = 0; x < size[0]; ++x) {
        for (const imports::Bond& b : in.bonds) {
          const auto at = [&](int c, std::size_t axis) {
            return ((c + b.pair.offset[axis]) % size[axis] + size[axis]) % size[axis];
          };
          const std::array<int, 3> here{x, y, z}, there{at(x, 0), at(y, 1), at(z, 2)};
          if (b.ions && *b.ions != std::pair(ion(b.pair.from, here), ion(b.pair.to, there))) {
            continue;
          }
          const imports::Vector s = spin(b.pair.from, here), t = spin(b.pair.to, there);
          const double dot = s[0] * t[0] + s[1] * t[1] + s[2] * t[2];
          e += in.factor * (bilinear(s, b.matrix, t) - b.biquadratic * dot * dot);
        }
      }
    }
  }
  return e;
}

} // namespace neel::testing
