// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/tb2j.hpp"

#include "crystal/matrix.hpp"
#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "import/cell.hpp"
#include "import/directed.hpp"
#include "import/elements.hpp"
#include "import/names.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <map>

namespace neel::imports {

namespace {

/// The text with blanks for brackets, so that all numbers are words.
std::string without_brackets(std::string text) {
  for (char& c : text) {
    c = std::string("()[]").find(c) != std::string::npos ? ' ' : c;
  }
  return text;
}

struct Tb2jAtom {
  std::string name, from;
  Vector position{};
  double moment = 0;
  std::optional<Matrix> tensor; ///< K of -S.K S
  int site = -1;                ///< none where no coupling is on it
};

class Tb2jReader {
public:
  Tb2jReader(const std::string& path, bool average)
      : file_(without_brackets(files::read_text(path)), path, ""), average_(average) {}

  Imported read() {
    while (!file_.at_end()) {
      take(file_.next(""));
    }
    finish_term();
    if (in_.cell_from.empty() || atoms_.empty() || couplings_.empty()) {
      throw InputError(file_.name() + ": is no exchange.out of TB2J, which has sections Cell, Atoms and Exchange");
    }
    in_.bonds = couplings_.bonds(Directions::both, average_, in_.notes);
    in_.source = "exchange.out of TB2J, " + file_.name();
    in_.files = {file_.name()};
    in_.unit = "meV";
    in_.factor = -2;
    in_.moments = true;
    in_.convention = {
        "TB2J has E = - sum over i of S.K S - sum over i and j, each bond in both directions, of J S.S' + S.J_ani S' "
        "+ D.(S x S'): couplings.factor = -2 makes each bond count once."};
    add_sites();
    return std::move(in_);
  }

private:
  static constexpr const char* three_numbers = "three numbers";

  Vector three(const Line& line, std::size_t from) const {
    return {file_.number(line, from, three_numbers), file_.number(line, from + 1, three_numbers),
            file_.number(line, from + 2, three_numbers)};
  }
  static bool is_rule(const Line& line) { return line.words.front().find_first_not_of("=-") == std::string::npos; }
  Tb2jAtom* find(const std::string& name) {
    const auto at = std::find_if(atoms_.begin(), atoms_.end(), [&](const Tb2jAtom& a) { return a.name == name; });
    return at == atoms_.end() ? nullptr : &*at;
  }

  void take(const Line& line) {
    const std::string& word = line.words.front();
    if (word == "Cell" && line.words.size() > 1 && line.words[1].starts_with("Angstrom")) {
      for (Vector& v : in_.cell) {
        v = three(file_.next("the cell's vectors"), 0);
      }
      in_.cell_from = file_.mark(line) + ", in angstrom";
      back_ = inverse(in_.cell);
      if (!back_) {
        file_.fail(line, "the three vectors of the cell lie in one plane");
      }
    } else if (word == "Atoms:") {
      read_atoms(line);
    } else if (word == "Single") {
      read_anisotropy();
    } else if (word == "Exchange:") {
      exchange_ = true;
    } else if (exchange_) {
      read_exchange(line);
    }
  }

  void read_atoms(const Line& head) {
    if (!back_) {
      file_.fail(head, "expected the section Cell before the atoms");
    }
    while (file_.peek() != nullptr && !is_rule(*file_.peek())) {
      const Line& line = file_.next("");
      if (line.words.size() < 6 || !to_number(line.words[1])) { // titles, and sums
        continue;
      }
      Tb2jAtom a{line.words[0], file_.mark(line), product(three(line, 1), *back_), 0, {}, -1};
      for (double& x : a.position) {
        x = std::round(x * 1e7) / 1e7;
      }
      const double m = file_.number(line, 5, "a moment");
      const Vector v = line.words.size() > 7 ? three(line, 5) : Vector{m, 0, 0};
      a.moment = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      if (find(a.name) != nullptr) {
        file_.fail(line, "the atom " + a.name + " stands there twice");
      }
      atoms_.push_back(a);
    }
  }

  /// K and its direction, or the whole tensor, whose second and third rows have no name.
  void read_anisotropy() {
    while (file_.peek() != nullptr) {
      const Line& line = *file_.peek();
      Tb2jAtom* const atom = find(line.words.front());
      if (line.words.front().starts_with("=") || line.words.front() == "Exchange:") {
        return;
      }
      file_.next("");
      if (atom == nullptr) {
        continue;
      }
      Matrix k{};
      if (line.words.size() == 5) {
        const double size = file_.number(line, 1, "the anisotropy");
        const Vector n = three(line, 2);
        const double squares = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        for (std::size_t a = 0; a < 3; ++a) {
          for (std::size_t b = 0; b < 3; ++b) {
            k[a][b] = squares > 0 ? size * n[a] * n[b] / squares : 0;
          }
        }
      } else {
        k[0] = three(line, 1);
        k[1] = three(file_.next("the second row of the tensor"), 0);
        k[2] = three(file_.next("the third row of the tensor"), 0);
      }
      atom->tensor = k;
    }
  }

  void read_exchange(const Line& line) {
    const std::vector<std::string>& w = line.words;
    const bool numbered = w.size() == 12; // older files number the atoms, too
    const std::size_t first = numbered ? 1 : 0, second = numbered ? 3 : 1, rest = second + 1;
    if ((w.size() == 10 || numbered) && find(w[first]) != nullptr && find(w[second]) != nullptr) {
      finish_term();
      Directed d;
      d.from = site_of(*find(w[first]));
      d.to = site_of(*find(w[second]));
      for (std::size_t a = 0; a < 3; ++a) {
        d.offset[a] =
            static_cast<int>(std::clamp<std::int64_t>(file_.integer(line, rest + a, "three cells"), -1000, 1000));
      }
      d.matrix = isotropic_matrix(file_.number(line, rest + 3, "J"));
      d.place = file_.place(line);
      d.line = line.number;
      term_ = d;
      return;
    }
    const auto has = [&](const char* end) {
      return std::find_if(w.begin(), w.end(), [&](const std::string& x) { return x.ends_with(end); });
    };
    if (const auto at = has("DMI:"); term_ && at != w.end()) {
      term_->matrix =
          sum(term_->matrix, crystal::matrix_of_dm(three(line, static_cast<std::size_t>(at - w.begin()) + 1)));
    } else if (term_ && has("J_ani:") != w.end()) {
      Matrix m{};
      for (Vector& row : m) {
        row = three(file_.next("three rows of J_ani"), 0);
      }
      term_->matrix = sum(term_->matrix, m);
    } else if (has("Jprime:") != w.end() && in_.lost.empty()) {
      in_.lost.emplace_back("Jprime and B, biquadratic couplings that TB2J calls a test");
    }
  }

  /// A coupling of an atom with itself is a constant.
  void finish_term() {
    if (term_ && (term_->from != term_->to || term_->offset != std::array{0, 0, 0})) {
      couplings_.add(*term_, "");
    }
    term_.reset();
  }

  int site_of(Tb2jAtom& a) {
    if (a.site < 0) {
      a.site = static_cast<int>(ions_.size());
      Ion ion{element_of(a.name).empty() ? plain_name(a.name) : element_of(a.name), a.moment, 0, 0, a.from, ""};
      in_.sites.push_back({"", a.position, 0, {}, a.name + ", " + a.from, {}});
      ions_.push_back(ion);
    }
    return a.site;
  }

  void add_sites() {
    for (const Tb2jAtom& a : atoms_) {
      if (a.tensor && a.site >= 0) {
        set_anisotropy(a, *a.tensor);
      }
    }
    share_ions(in_, ions_);
  }

  /// K of a tensor that has one axis, whose trace is a constant; else A.
  void set_anisotropy(const Tb2jAtom& a, const Matrix& whole) {
    constexpr double equal = 1e-3; // of the largest difference
    Eigen::Matrix3d k;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const auto x = static_cast<std::size_t>(i), y = static_cast<std::size_t>(j);
        k(i, j) = (whole[x][y] + whole[y][x]) / 2;
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solved(k);
    const Eigen::Vector3d& values = solved.eigenvalues(); // in rising order
    const double spread = values[2] - values[0];
    if (!(spread > 1e-9)) {
      return;
    }
    const bool easy = values[1] - values[0] <= equal * spread, hard = values[2] - values[1] <= equal * spread;
    const auto site = static_cast<std::size_t>(a.site);
    ions_[site].anisotropy_from = file_name(file_.name());
    if (!easy && !hard) {
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          ions_[site].tensor[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = k(i, j) == 0 ? 0 : -k(i, j);
        }
      }
      return;
    }
    const Eigen::Vector3d n = solved.eigenvectors().col(easy ? 2 : 0);
    const double sign = n[2] < -1e-9 || (std::abs(n[2]) <= 1e-9 && n[0] + n[1] < 0) ? -1 : 1;
    in_.sites[site].axis = rounded({sign * n[0], sign * n[1], sign * n[2]});
    ions_[site].anisotropy = (easy ? spread : -spread);
  }

  TextFile file_;
  bool average_, exchange_ = false;
  std::optional<Matrix> back_;
  std::vector<Tb2jAtom> atoms_;
  std::optional<Directed> term_;
  DirectedCouplings couplings_;
  std::vector<Ion> ions_; ///< of each site
  Imported in_;
};

} // namespace

Imported read_tb2j(const std::string& path, bool average) { return Tb2jReader(path, average).read(); }

} // namespace neel::imports
