// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/bond_table.hpp"

#include "crystal/matrix.hpp"
#include "errors/errors.hpp"
#include "files/text_file.hpp"
#include "import/cell.hpp"
#include "import/directed.hpp"
#include "input/reader.hpp"
#include "input/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::imports {

namespace {

const std::vector<std::string> keywords{"unit", "factor", "cell", "ion", "site", "size", "boundary", "from"};
const std::vector<std::string> tensor{"Jxx", "Jxy", "Jxz", "Jyx", "Jyy", "Jyz", "Jzx", "Jzy", "Jzz"};
const std::vector<std::string> vector_columns{"Dx", "Dy", "Dz"};

class TableReader {
public:
  TableReader(const std::string& path, bool average) : file_(path, "#"), average_(average) {}

  Imported read() {
    const std::string expected = "a line of columns, from to dx dy dz J, and bonds";
    const Line* columns = nullptr;
    while (columns == nullptr) {
      const Line& line = file_.next(expected);
      columns = line.words.front() == "from" ? &line : nullptr;
      if (columns == nullptr) {
        take(line);
      }
    }
    check_head(*columns);
    read_columns(*columns);
    while (!file_.at_end()) {
      read_bond(file_.next(""));
    }
    in_.bonds = couplings_.bonds(Directions::either, average_, in_.notes);
    in_.source = fmt::format("the table of bonds {} ({})", file_.name(), counted(bonds_, "line"));
    in_.convention = {
        fmt::format("E = {} x the sum over bonds, each once, of J S.S' + D.(S x S'), S at `from`: that is "
                    "couplings.factor, and the couplings below are those of the table.",
                    input::exact(in_.factor))};
    return std::move(in_);
  }

private:
  std::string word(const Line& line, std::size_t k, const std::string& expected) const {
    if (k >= line.words.size()) {
      file_.fail(line, "expected " + expected + " behind " + line.words.front());
    }
    return line.words[k];
  }

  void take(const Line& line) {
    const std::string& key = line.words.front();
    if (key == "unit") {
      const std::string unit = word(line, 1, "meV, mRy, K or reduced");
      if (unit != "meV" && unit != "mRy" && unit != "K" && unit != "reduced") {
        file_.fail(line, "the unit \"" + unit.substr(0, 40) + "\" is not one of meV, mRy, K, reduced");
      }
      in_.unit = unit == "reduced" ? "" : unit;
      unit_known_ = true;
    } else if (key == "factor") {
      in_.factor = file_.number(line, 1, "a number behind factor");
      if (in_.factor == 0) {
        file_.fail(line, "expected a factor that is not zero");
      }
    } else if (key == "cell") {
      read_cell(line);
    } else if (key == "ion") {
      read_ion(line);
    } else if (key == "site") {
      read_site(line);
    } else if (key == "size") {
      std::string text;
      for (std::size_t k = 1; k < line.words.size(); ++k) {
        text += " " + line.words[k];
      }
      in_.size = parse_size(text, file_.place(line) + ": size");
    } else if (key == "boundary") {
      in_.periodic = {false, false, false};
      for (std::size_t a = 0; a < 3; ++a) {
        const std::string b = word(line, 1 + a, "three of periodic and open");
        if (b != "periodic" && b != "open") {
          file_.fail(line, "expected three of periodic and open behind boundary");
        }
        (*in_.periodic)[a] = b == "periodic";
      }
    } else {
      const auto near = input::nearest(key, keywords);
      file_.fail(line, "\"" + key.substr(0, 40) + "\" is none of unit, factor, cell, ion, site, size, boundary, from" +
                           (near ? "; did you mean " + *near + "?" : ""));
    }
  }

  void read_cell(const Line& first) {
    std::vector<double> all;
    const Line* line = &first;
    for (std::size_t k = 1; all.size() < 9; ++k) {
      if (k >= line->words.size()) {
        line = &file_.next("the nine numbers of cell");
        k = 0;
      }
      all.push_back(file_.number(*line, k, "the nine numbers of cell"));
    }
    in_.cell = {{{all[0], all[1], all[2]}, {all[3], all[4], all[5]}, {all[6], all[7], all[8]}}};
    if (!inverse(in_.cell)) {
      file_.fail(first, "the three vectors of the cell lie in one plane");
    }
    in_.cell_from = file_.mark(first);
  }

  void check_name(const Line& line, const std::string& name) const {
    if (const std::string why = input::name_objection(name); !why.empty()) {
      file_.fail(line, input::quoted(name.substr(0, 40)) + " is no name: " + why);
    }
  }

  std::optional<std::size_t> ion_number(const std::string& name) const {
    const auto at = std::find_if(in_.ions.begin(), in_.ions.end(), [&](const Ion& i) { return i.name == name; });
    return at == in_.ions.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - in_.ions.begin()));
  }

  /// ion Fe moment 2.2 anisotropy 0.01 axis 0 0 1 cubic 0.002.
  void read_ion(const Line& line) {
    const std::string name = word(line, 1, "a name");
    check_name(line, name);
    if (ion_number(name)) {
      file_.fail(line, "the ion " + name + " stands there twice, or behind a site that has it");
    }
    Ion ion{name, 1, 0, 0, "", ""};
    std::optional<Vector> axis;
    for (std::size_t k = 2; k < line.words.size(); k += 2) {
      const std::string& key = line.words[k];
      const std::string expected = "a number behind " + key;
      if (key == "moment") {
        ion.moment = file_.number(line, k + 1, expected);
        ion.moment_from = file_.mark(line);
        in_.moments = true;
        if (ion.moment < 0) {
          file_.fail(line, "expected a moment of zero or more");
        }
      } else if (key == "anisotropy" || key == "cubic") {
        (key == "cubic" ? ion.cubic : ion.anisotropy) = file_.number(line, k + 1, expected);
        ion.anisotropy_from = file_.mark(line);
      } else if (key == "axis") {
        axis = three_numbers(file_, line, k + 1, "three numbers behind axis");
        k += 2;
        if (*axis == Vector{}) {
          file_.fail(line, "expected an axis, found three zeros");
        }
      } else {
        file_.fail(line, "\"" + key.substr(0, 40) + "\" is none of moment, anisotropy, axis, cubic");
      }
    }
    if (ion.anisotropy != 0 && !axis) {
      file_.fail(line, "an anisotropy needs an axis, three numbers");
    }
    in_.ions.push_back(ion);
    axes_.push_back(ion.anisotropy != 0 ? axis : std::nullopt);
  }

  /// site A 0 0 0 Fe.
  void read_site(const Line& line) {
    const std::string expected = "site NAME and three coordinates";
    const std::string name = word(line, 1, "a name"), ion = line.words.size() > 5 ? line.words[5] : name;
    check_name(line, name);
    check_name(line, ion);
    if (find_site(name)) {
      file_.fail(line, "the site " + name + " stands there twice");
    }
    const std::size_t number = ion_number(ion).value_or(in_.ions.size());
    if (number == in_.ions.size()) {
      in_.ions.push_back({ion, 1, 0, 0, "", ""});
      axes_.emplace_back();
    }
    in_.sites.push_back({name, three_numbers(file_, line, 2, expected), number, axes_[number], file_.mark(line)});
  }

  std::optional<int> find_site(const std::string& name) const {
    const auto at = std::find_if(in_.sites.begin(), in_.sites.end(), [&](const Site& s) { return s.name == name; });
    return at == in_.sites.end() ? std::nullopt : std::optional(static_cast<int>(at - in_.sites.begin()));
  }

  void check_head(const Line& columns) const {
    const char* const missing = !unit_known_            ? "unit (meV, mRy, K or reduced)"
                                : in_.cell_from.empty() ? "cell (nine numbers)"
                                : in_.sites.empty()     ? "site (name and three coordinates)"
                                                        : nullptr;
    if (missing != nullptr) {
      file_.fail(columns, std::string("before the columns, a line is missing that begins with ") + missing);
    }
  }

  void read_columns(const Line& line) {
    const std::vector<std::string> first{"from", "to", "dx", "dy", "dz"};
    if (line.words.size() < 6 || !std::equal(first.begin(), first.end(), line.words.begin())) {
      file_.fail(line, "expected the columns from to dx dy dz and couplings");
    }
    columns_.assign(line.words.begin() + 5, line.words.end());
    for (const std::string& name : columns_) {
      const bool known = name == "J" || name == "B" || column_of(name, tensor) || column_of(name, vector_columns);
      if (!known || std::count(columns_.begin(), columns_.end(), name) > 1) {
        file_.fail(line, "the column \"" + name.substr(0, 40) +
                             (known ? "\" stands there twice" : "\" is none of J, Dx, Dy, Dz, B, Jxx, Jxy, ..., Jzz"));
      }
    }
    const std::size_t elements = count(tensor), components = count(vector_columns);
    if ((elements != 0 && elements != 9) || (components != 0 && components != 3)) {
      file_.fail(line, elements % 9 != 0 ? "of the nine columns Jxx ... Jzz some are missing"
                                         : "of the columns Dx, Dy, Dz some are missing");
    }
    if (elements != 0 && (components != 0 || std::count(columns_.begin(), columns_.end(), "J") > 0)) {
      file_.fail(line, "Jxx ... Jzz hold J and D already, and stand without them");
    }
  }

  static std::optional<std::size_t> column_of(const std::string& name, const std::vector<std::string>& among) {
    const auto at = std::find(among.begin(), among.end(), name);
    return at == among.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - among.begin()));
  }
  std::size_t count(const std::vector<std::string>& among) const {
    return static_cast<std::size_t>(
        std::count_if(columns_.begin(), columns_.end(), [&](const std::string& c) { return column_of(c, among); }));
  }

  int site(const Line& line, std::size_t k) const {
    const std::optional<int> s = find_site(line.words[k]);
    if (!s) {
      file_.fail(line, "there is no site \"" + line.words[k].substr(0, 40) + "\"");
    }
    return *s;
  }

  void read_bond(const Line& line) {
    const std::size_t wanted = 5 + columns_.size();
    if (line.words.size() != wanted) {
      file_.fail(line, fmt::format("expected {} columns, found {}", wanted, line.words.size()));
    }
    Directed c;
    c.from = site(line, 0);
    c.to = site(line, 1);
    for (std::size_t a = 0; a < 3; ++a) {
      const std::int64_t o = file_.integer(line, 2 + a, "three offsets, whole numbers");
      if (std::abs(o) > 1000) {
        file_.fail(line, "expected offsets of 1000 cells at most");
      }
      c.offset[a] = static_cast<int>(o);
    }
    Vector d{};
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const std::string& name = columns_[k];
      const double x = file_.number(line, 5 + k, "a number for " + name);
      if (const auto element = column_of(name, tensor)) {
        c.matrix[*element / 3][*element % 3] = x;
      } else if (const auto component = column_of(name, vector_columns)) {
        d[*component] = x;
      } else if (name == "J") {
        c.matrix = sum(c.matrix, isotropic_matrix(x));
      } else {
        c.biquadratic = x;
      }
    }
    c.matrix = sum(c.matrix, crystal::matrix_of_dm(d));
    c.place = file_.place(line);
    c.line = line.number;
    couplings_.add(c, "");
    ++bonds_;
  }

  TextFile file_;
  bool average_, unit_known_ = false;
  Imported in_;
  std::vector<std::optional<Vector>> axes_; ///< of each ion
  std::vector<std::string> columns_;        ///< behind dz
  DirectedCouplings couplings_;
  std::size_t bonds_ = 0;
};

} // namespace

Imported read_bond_table(const std::string& path, bool average) { return TableReader(path, average).read(); }

} // namespace neel::imports
