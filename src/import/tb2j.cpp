// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/tb2j.hpp"

#include "crystal/matrix.hpp"
#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "import/cell.hpp"
#include "import/tb2j_crystal.hpp"

#include <algorithm>
#include <cmath>

namespace neel::imports {

namespace {

class Tb2jReader {
public:
  Tb2jReader(const std::string& path, bool average)
      : file_(with_blanks(files::read_text(path), "()[]"), path, ""), average_(average) {}

  Imported read() {
    while (!file_.at_end()) {
      take(file_.next(""));
    }
    finish_term();
    if (crystal_.in.cell_from.empty() || crystal_.atoms.empty() || crystal_.couplings.empty()) {
      throw InputError(file_.name() + ": is no exchange.out of TB2J, which has sections Cell, Atoms and Exchange");
    }
    return crystal_.finish(file_.name(), average_);
  }

private:
  Vector three(const Line& line, std::size_t from) const { return three_numbers(file_, line, from, "three numbers"); }
  static bool is_rule(const Line& line) { return line.words.front().find_first_not_of("=-") == std::string::npos; }
  Tb2jAtom* find(const std::string& name) {
    const auto at =
        std::find_if(crystal_.atoms.begin(), crystal_.atoms.end(), [&](const Tb2jAtom& a) { return a.name == name; });
    return at == crystal_.atoms.end() ? nullptr : &*at;
  }

  void take(const Line& line) {
    const std::string& word = line.words.front();
    if (word == "Cell" && line.words.size() > 1 && line.words[1].starts_with("Angstrom")) {
      for (Vector& v : crystal_.in.cell) {
        v = three(file_.next("the cell's vectors"), 0);
      }
      crystal_.in.cell_from = file_.mark(line) + ", in angstrom";
      back_ = inverse(crystal_.in.cell);
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
      crystal_.atoms.push_back(a);
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
      d.from = crystal_.site_of(*find(w[first]));
      d.to = crystal_.site_of(*find(w[second]));
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
    } else if (has("Jprime:") != w.end() && crystal_.in.lost.empty()) {
      crystal_.in.lost.emplace_back("Jprime and B, biquadratic couplings that TB2J calls a test");
    }
  }

  /// A coupling of an atom with itself is a constant.
  void finish_term() {
    if (term_ && (term_->from != term_->to || term_->offset != std::array{0, 0, 0})) {
      crystal_.couplings.add(*term_, "");
    }
    term_.reset();
  }

  TextFile file_;
  bool average_, exchange_ = false;
  std::optional<Matrix> back_;
  std::optional<Directed> term_;
  Tb2jCrystal crystal_;
};

} // namespace

Imported read_tb2j(const std::string& path, bool average) { return Tb2jReader(path, average).read(); }

} // namespace neel::imports
