// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// exchange.xml of TB2J: elements and attributes whose values are numbers or units, without entities. With blanks for < > = " they are
// words: <ijR>1 2 0 0 0</ijR> is "ijR 1 2 0 0 0 /ijR".

#include "import/tb2j.hpp"

#include "crystal/matrix.hpp"
#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "import/cell.hpp"
#include "import/tb2j_crystal.hpp"
#include "import/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace neel::imports {

namespace {

class Tb2jXmlReader {
public:
  Tb2jXmlReader(const std::string& path, bool average)
      : file_(with_blanks(files::read_text(path), "<>=\""), path, ""), average_(average) {}

  Imported read() {
    for (const Line& line : file_.lines()) {
      line_ = &line;
      std::for_each(line.words.begin(), line.words.end(), [&](const std::string& w) { take(w); });
    }
    if (!back_ || atoms_.empty() || terms_.empty()) {
      throw InputError(file_.name() + ": is no exchange.xml of TB2J, with a unit_cell, atoms and a spin_exchange_list");
    }
    for (const auto& [spin, atom] : atoms_) {
      crystal_.atoms.push_back(atom);
      const auto at = tensors_.find(spin);
      crystal_.atoms.back().tensor = at == tensors_.end() ? std::nullopt : std::optional(at->second);
      number_[spin] = crystal_.atoms.size() - 1;
    }
    for (auto& [key, term] : terms_) {
      term.from = site_of(std::get<0>(key), term.place);
      term.to = site_of(std::get<1>(key), term.place);
      if (term.from != term.to || term.offset != std::array{0, 0, 0}) { // else a constant
        crystal_.couplings.add(term, "");
      }
    }
    std::string masses;
    for (std::size_t k = 0; k < masses_.size(); ++k) {
      masses += fmt::format("{}M{} {:g}", k == 0 ? "" : ", ", k + 1, masses_[k]);
    }
    crystal_.in.notes.push_back("instead of elements the file has masses of atoms: " + masses);
    return crystal_.finish(file_.name(), average_);
  }

private:
  void take(const std::string& word) {
    if (!skipped_until_.empty()) {
      skipped_until_ = word == skipped_until_ ? "" : skipped_until_;
    } else if (word == "description" || word == "!--") {
      skipped_until_ = word == "!--" ? "--" : "/description";
    } else if (const std::optional<double> x = to_number(word)) {
      numbers_.push_back(*x);
    } else {
      if (before_ == "units" && word != "eV" && word != "bohrradius") {
        file_.fail(*line_, "the unit \"" + word.substr(0, 40) + "\" is not one of eV, bohrradius");
      }
      if (word.starts_with('/') || !numbers_.empty()) {
        end(word.size() > 1 && word.starts_with('/') ? word.substr(1) : before_);
      }
      before_ = word;
      numbers_.clear();
    }
  }

  /// The end of an element, or of an attribute.
  void end(const std::string& name) {
    if (name == "unit_cell") {
      crystal_.in.cell = times(angstrom_per_bohr, matrix(name));
      crystal_.in.cell_from = "unit_cell, " + file_.mark(*line_) + ", in angstrom";
      back_ = inverse(crystal_.in.cell);
      if (!back_) {
        file_.fail(*line_, "the three vectors of the cell lie in one plane");
      }
    } else if (name == "position") {
      atom_.position = expect(name, 3);
    } else if (name == "spinat") {
      const Vector m = expect(name, 3);
      atom_.moment = std::hypot(m[0], m[1], m[2]);
    } else if (name == "mass") {
      expect(name, 1);
      const auto at = std::find(masses_.begin(), masses_.end(), numbers_[0]);
      atom_.name = "M" + std::to_string(at - masses_.begin() + 1);
      masses_.insert(at, at == masses_.end() ? 1 : 0, numbers_[0]);
    } else if (name == "index_spin") {
      expect(name, 1);
      spin_ = static_cast<int>(numbers_[0]);
    } else if (name == "atom") {
      end_atom();
    } else if (name == "ijR" || name == "data" || name == "i" || name == "amplitude" || name == "direction") {
      values_[name] = numbers_;
    } else if (name.starts_with("spin_") && name.ends_with("_term")) {
      end_term(name);
      values_.clear();
    }
  }

  void end_atom() {
    if (!back_) {
      file_.fail(*line_, "expected the unit_cell before the atoms");
    }
    atom_.position = product(times(angstrom_per_bohr, {atom_.position, {}, {}})[0], *back_);
    for (double& x : atom_.position) {
      x = std::round(x * 1e5) / 1e5; // as many digits as the file has
    }
    atom_.from = file_.mark(*line_);
    if (spin_ > 0 && !atoms_.emplace(spin_, atom_).second) {
      file_.fail(*line_, fmt::format("there is an atom with index_spin {} above", spin_));
    }
    atom_ = {};
    spin_ = 0;
  }

  void end_term(const std::string& name) {
    if (name == "spin_uniaxial_SIA_term" || name == "spin_sia_tensor_term") {
      Matrix& k_total = tensors_[static_cast<int>(use("i", 1)[0])];
      if (name == "spin_sia_tensor_term") {
        use("data", 9);
        k_total = sum(k_total, times(1000, matrix("data")));
        return;
      }
      const double k = 1000 * use("amplitude", 1)[0];
      const Vector n = use("direction", 3);
      const double squares = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
      for (std::size_t a = 0; a < 3 && squares > 0; ++a) {
        for (std::size_t b = 0; b < 3; ++b) {
          k_total[a][b] += k * n[a] * n[b] / squares;
        }
      }
      return;
    }
    use("ijR", 5);
    std::array<int, 5> key{};
    std::transform(numbers_.begin(), numbers_.end(), key.begin(),
                   [](double x) { return static_cast<int>(std::clamp(x, -1000.0, 1000.0)); });
    Directed& term = terms_[{key[0], key[1], {key[2], key[3], key[4]}}];
    term.offset = {key[2], key[3], key[4]};
    term.place = file_.place(*line_);
    term.line = line_->number;
    Matrix m{};
    if (name == "spin_bilinear_term") {
      use("data", 9);
      m = matrix("data");
    } else if (const Vector d = use("data", 3); name == "spin_exchange_term") {
      m = {{{d[0], 0, 0}, {0, d[1], 0}, {0, 0, d[2]}}};
    } else if (name == "spin_DMI_term") {
      m = crystal::matrix_of_dm(d);
    } else {
      file_.fail(*line_, name + " is not imported");
    }
    term.matrix = sum(term.matrix, times(1000, m));
  }

  /// The numbers of a term's element.
  Vector use(const std::string& name, std::size_t count) {
    numbers_ = values_[name];
    return expect(name, count);
  }
  Vector expect(const std::string& name, std::size_t count) const {
    if (numbers_.size() != count) {
      file_.fail(*line_, fmt::format("expected {} in {}, found {}", counted(count, "number"), name, numbers_.size()));
    }
    Vector v{};
    std::copy_n(numbers_.begin(), std::min<std::size_t>(count, 3), v.begin());
    return v;
  }
  Matrix matrix(const std::string& name) const {
    expect(name, 9);
    const std::vector<double>& n = numbers_;
    return {{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}}};
  }

  int site_of(int spin, const std::string& place) {
    const auto at = number_.find(spin);
    if (at == number_.end()) {
      throw InputError(fmt::format("{}: there is no atom with index_spin {}", place, spin));
    }
    return crystal_.site_of(crystal_.atoms[at->second]);
  }

  TextFile file_;
  bool average_;
  const Line* line_ = nullptr;
  std::string before_, skipped_until_; ///< the word before; the end of a comment
  std::vector<double> numbers_;        ///< since that word
  Tb2jAtom atom_;
  int spin_ = 0;
  std::map<int, Tb2jAtom> atoms_; ///< by index_spin, from 1 on
  std::map<int, std::size_t> number_;
  std::map<std::string, std::vector<double>> values_; ///< of the term's elements
  std::map<int, Matrix> tensors_;
  std::map<std::tuple<int, int, std::array<int, 3>>, Directed> terms_;
  std::vector<double> masses_;
  std::optional<Matrix> back_;
  Tb2jCrystal crystal_;
};

} // namespace

Imported read_tb2j_xml(const std::string& path, bool average) { return Tb2jXmlReader(path, average).read(); }

} // namespace neel::imports
