// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// inpsd.dat: a keyword a line, whatever stands behind its values is no part of it.

#include "errors/errors.hpp"
#include "import/cell.hpp"
#include "import/uppasd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace neel::imports {

namespace {

/// Keywords of terms that Neel has not, or that are not read here.
const std::pair<const char*, const char*> terms[] = {{"do_dip", "dipole interaction"},
                                                     {"bq", "biquadratic exchange"},
                                                     {"pd", "pseudo-dipolar exchange"},
                                                     {"sa", "symmetric anisotropic exchange"},
                                                     {"biqdm", "biquadratic DM exchange"},
                                                     {"chir", "three-site chiral exchange"},
                                                     {"fourx", "four-spin exchange"},
                                                     {"ring", "ring exchange"},
                                                     {"do_lsf", "longitudinal fluctuations"},
                                                     {"exc_inter", "exchange that depends on the configuration"},
                                                     {"mult_axis", "second axis of anisotropy"},
                                                     {"ind_mom_flag", "induced moments"},
                                                     {"do_fixed_mom", "fixed moments"},
                                                     {"ea_model", "random exchange"},
                                                     {"random_anisotropy", "random anisotropy"},
                                                     {"map_multiple", "several bonds between two atoms"},
                                                     {"locfield", "fields of single sites"}};

class SettingsReader {
public:
  explicit SettingsReader(const std::string& path) : file_(path, "#!") { s_.file = path; }

  UppasdSettings read() {
    while (!file_.at_end()) {
      const Line& line = file_.next("");
      if (std::string("%*=").find(line.words.front().front()) == std::string::npos) {
        take(line, lower_case(line.words.front()));
      }
    }
    if (s_.positions.empty() || s_.moments.empty() || s_.exchange.empty()) {
      throw InputError(s_.file + ": expected the keywords posfile, momfile and exchange; there is no " +
                       (s_.positions.empty() ? "posfile" : (s_.moments.empty() ? "momfile" : "exchange")));
    }
    return std::move(s_);
  }

private:
  std::string word(const Line& line) const {
    if (line.words.size() < 2) {
      file_.fail(line, "expected a value behind " + line.words.front());
    }
    return line.words[1];
  }

  /// A file of the same folder.
  std::string path(const Line& line) const {
    std::string name = word(line);
    std::erase_if(name, [](char c) { return c == '"' || c == '\''; });
    const std::filesystem::path p(name);
    return p.is_absolute() ? name : (std::filesystem::path(s_.file).parent_path() / p.lexically_normal()).string();
  }

  Vector three(const Line& line) const {
    return three_numbers(file_, line, 1, "three numbers behind " + line.words.front());
  }

  int choice(const Line& line, int most) const {
    const std::string expected = fmt::format("a number from 0 to {} behind {}", most, line.words.front());
    const std::int64_t k = file_.integer(line, 1, expected);
    if (k < 0 || k > most) {
      file_.fail(line, "expected " + expected);
    }
    return static_cast<int>(k);
  }

  void take(const Line& line, const std::string& key) {
    if (key == "cell") {
      read_cell(line);
    } else if (key == "ncell") {
      const Vector n = three(line);
      s_.size = {0, 0, 0};
      for (std::size_t a = 0; a < 3; ++a) {
        if (n[a] != std::floor(n[a]) || n[a] < 1 || n[a] > 1e6) {
          file_.fail(line, "expected three whole numbers from 1 to 1000000 behind ncell");
        }
        (*s_.size)[a] = static_cast<int>(n[a]);
      }
    } else if (key == "bc") {
      for (std::size_t a = 0; a < 3; ++a) {
        const std::string b = a + 1 < line.words.size() ? line.words[a + 1] : "";
        if (b != "P" && b != "p" && b != "0") {
          file_.fail(line, "expected three of P and 0 behind BC");
        }
        s_.periodic[a] = b != "0";
      }
    } else if (key == "posfile") {
      s_.positions = path(line);
    } else if (key == "momfile") {
      s_.moments = path(line);
    } else if (key == "exchange") {
      s_.exchange = path(line);
    } else if (key == "dm") {
      s_.dm = path(line);
    } else if (key == "anisotropy") {
      s_.anisotropy = path(line);
    } else if (!take_how(line, key)) {
      lose(line, key);
    }
  }

  /// Keywords on how files are to be read.
  bool take_how(const Line& line, const std::string& key) {
    if (key == "posfiletype") {
      const std::string type = word(line);
      if (type != "C" && type != "D") {
        file_.fail(line, "expected C or D behind posfiletype");
      }
      s_.direct = type == "D";
    } else if (key == "maptype") {
      const int type = choice(line, 3);
      s_.whole_cells = type >= 2;
    } else if (key == "sym") {
      s_.symmetry = choice(line, 5);
      if (s_.symmetry == 5) {
        file_.fail(line, "Sym 5, symmetries of each type, is not imported; Sym 0 to 4 are");
      }
    } else if (key == "do_jtensor") {
      s_.tensor = choice(line, 1) == 1;
    } else if (key == "aunits") {
      s_.reduced = lower_case(word(line)) == "y";
    } else if (key == "jij_scale") {
      s_.exchange_scale = file_.number(line, 1, "a number behind jij_scale");
    } else if (key == "dm_scale") {
      s_.dm_scale = file_.number(line, 1, "a number behind dm_scale");
    } else if (key == "hfield") {
      const Vector h = three(line);
      s_.field = h == Vector{} ? std::nullopt : std::optional(h);
      s_.field_from = file_.mark(line);
    } else if (key == "do_ralloy") {
      s_.alloy = choice(line, 1) == 1;
    } else {
      return false;
    }
    return true;
  }

  /// Nine numbers, over as many lines as it takes.
  void read_cell(const Line& first) {
    const std::string expected = "the nine numbers of cell";
    std::vector<double> all;
    const Line* line = &first;
    for (std::size_t k = 1; all.size() < 9; ++k) {
      if (k >= line->words.size()) {
        const Line* const next = file_.peek();
        if (all.empty() && first.words.size() == 1 && (next == nullptr || !to_number(next->words.front()))) {
          s_.tb2j = true;
          return;
        }
        line = &file_.next(expected);
        k = 0;
      }
      all.push_back(file_.number(*line, k, expected));
    }
    s_.cell = Matrix{{{all[0], all[1], all[2]}, {all[3], all[4], all[5]}, {all[6], all[7], all[8]}}};
    if (!inverse(*s_.cell)) {
      file_.fail(first, "the three vectors of the cell lie in one plane");
    }
    s_.cell_from = file_.mark(first) + ", in units of alat";
  }

  void lose(const Line& line, const std::string& key) {
    for (const auto& [name, meaning] : terms) {
      const std::string value = line.words.size() > 1 ? lower_case(line.words[1]) : "";
      if (key == name && value != "0" && value != "n" && value != "f" && value != ".false.") {
        s_.lost.push_back(fmt::format("{}: {} ({})", file_.mark(line), meaning, name));
      }
    }
  }

  TextFile file_;
  UppasdSettings s_;
};

} // namespace

UppasdSettings read_uppasd_settings(const std::string& path) { return SettingsReader(path).read(); }

} // namespace neel::imports
