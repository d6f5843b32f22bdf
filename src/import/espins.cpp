// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/espins.hpp"

#include "crystal/matrix.hpp"
#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "import/cell.hpp"
#include "import/directed.hpp"
#include "import/names.hpp"
#include "import/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::imports {

namespace {

/// What stands between `begin NAME` and `end NAME`.
struct EspinsBlock {
  Line head;
  std::vector<Line> lines;
  double energy = 1000; ///< of its unit, in meV; eV where there is none
  Matrix vectors{};     ///< turns its vectors into cartesian ones, in angstrom
};

Vector scaled(double factor, const Vector& v) { return {factor * v[0], factor * v[1], factor * v[2]}; }

class EspinsReader {
public:
  EspinsReader(const std::string& path, bool average)
      : file_(with_blanks(files::read_text(path), "=:"), path, "!#"), average_(average) {}

  Imported read() {
    split();
    read_atoms();
    if (is_on("ham_singleion")) {
      const double unit = axes("singleion_axes").energy;
      of_atoms("singleion_axes", [&](const Line& line, std::size_t s, const Vector& axis, double delta) {
        ions_[s].anisotropy = -delta * unit * ions_[s].moment * ions_[s].moment;
        ions_[s].anisotropy_from = file_.mark(line);
        in_.sites[s].axis = axis;
      });
    }
    if (is_on("ham_field")) {
      of_atoms("field_axes", [&](const Line& line, std::size_t s, const Vector& axis, double tesla) {
        read_field(line, s, scaled(-tesla, axis));
      });
    }
    in_.bonds = merged(merged(read_bonds("jij"), read_bonds("bij")), read_bonds("dij"));
    share_ions(in_, ions_);
    describe();
    return std::move(in_);
  }

private:
  static constexpr const char* any_three = "three numbers";

  void split() {
    while (!file_.at_end()) {
      const Line& line = file_.next("");
      const std::string word = lower_case(line.words.front());
      if (word == "begin" && line.words.size() > 1) {
        read_block(line, lower_case(line.words[1]));
      } else {
        keywords_[word] = line;
      }
    }
    for (const char* keyword : {"spin_glass", "ham_jij_matrix", "ham_singleion_matrix"}) {
      if (is_on(keyword)) {
        file_.fail(keywords_.at(keyword), std::string(keyword) + " is not imported");
      }
    }
  }

  /// Its first line can have units.
  void read_block(const Line& head, const std::string& name) {
    EspinsBlock& block = blocks_[name];
    block.head = head;
    double length = 1;
    const std::string end = "end " + name;
    for (const Line* line = &file_.next(end); lower_case(line->words.front()) != "end"; line = &file_.next(end)) {
      bool units = block.lines.empty();
      for (const std::string& w : line->words) {
        const std::string word = lower_case(w);
        length = word == "bohr" ? angstrom_per_bohr : length;
        block.energy = word == "ryd" ? 1000 * input::mev_per_mry : block.energy;
        units = units && (word == "bohr" || word == "ang" || word == "ryd" || word == "ev");
      }
      if (!units) {
        block.lines.push_back(*line);
      }
    }
    block.vectors = isotropic_matrix(length);
    if (name == "unit_cell_cart" && block.lines.size() == 3) {
      for (std::size_t a = 0; a < 3; ++a) {
        in_.cell[a] = scaled(length, three_numbers(file_, block.lines[a], 0, any_three));
      }
      in_.cell_from = file_.mark(head) + ", in angstrom";
    }
  }

  bool is_on(const std::string& keyword) const { // T, true or .true.
    const auto at = keywords_.find(keyword);
    return at != keywords_.end() && at->second.words.size() > 1 &&
           lower_case(at->second.words[1]).find('t') != std::string::npos;
  }

  EspinsBlock block(const std::string& name) const {
    const auto at = blocks_.find(name);
    if (at == blocks_.end()) {
      throw InputError(file_.name() + ": there is no block " + name +
                       (name.ends_with("parameters") ? ", which `mc.x -inp2` writes" : ""));
    }
    return at->second;
  }
  /// NAME_frac or NAME_cart.
  EspinsBlock axes(const std::string& name) const {
    EspinsBlock b = block(name + (blocks_.contains(name + "_frac") ? "_frac" : "_cart"));
    b.vectors = blocks_.contains(name + "_frac") ? in_.cell : b.vectors;
    return b;
  }

  void read_atoms() {
    const std::optional<Matrix> back = inverse(in_.cell);
    if (!back) {
      throw InputError(file_.name() + ": expected a block unit_cell_cart with three vectors that span a volume");
    }
    back_ = *back;
    const EspinsBlock atoms = axes("atoms");
    for (const Line& line : atoms.lines) {
      const double moment = file_.number(line, 4, "an atom: name, three coordinates, and its moment");
      if (moment == 0) {
        file_.fail(line, "a moment of zero; ESpinS takes none");
      }
      const Vector r = product(three_numbers(file_, line, 1, any_three), atoms.vectors);
      in_.sites.push_back({"", rounded(product(r, back_)), 0, {}, file_.mark(line), {}});
      ions_.push_back({plain_name(line.words.front()), std::abs(moment), 0, 0, file_.mark(line), ""});
    }
    in_.moments = true;
  }

  /// A unit vector and a number for each atom, in their order.
  template <class Take>
  void of_atoms(const std::string& name, const Take& take) {
    const EspinsBlock all = axes(name);
    for (std::size_t s = 0; s < in_.sites.size(); ++s) {
      if (s >= all.lines.size() || plain_name(all.lines[s].words.front()) != ions_[s].name) {
        file_.fail(all.head, "expected a line for each atom, in the order of the atoms");
      }
      const Line& line = all.lines[s];
      const Vector axis = product(three_numbers(file_, line, 1, any_three), all.vectors);
      take(line, s, direction(line, axis), file_.number(line, 4, "a name, three components, and a number"));
    }
  }

  Vector direction(const Line& line, const Vector& v) const {
    if (v == Vector{}) {
      file_.fail(line, "expected a direction, found three zeros");
    }
    return rounded(scaled(1 / std::hypot(v[0], v[1], v[2]), v));
  }

  void read_field(const Line& line, std::size_t site, const Vector& field) {
    if (site > 0 && field != in_.field.value_or(Vector{})) {
      file_.fail(line, "not the field of the atoms above: Neel has one field for all");
    }
    in_.field = field == Vector{} ? std::nullopt : std::optional(field);
    in_.field_from = file_.mark(line);
  }

  /// The atom at a place, f1 or c1 with three numbers, and its cell.
  std::pair<int, std::array<int, 3>> atom_at(const Line& line, std::size_t word, const EspinsBlock& b) const {
    Vector f = three_numbers(file_, line, word + 1, any_three);
    if (lower_case(line.words[word]).starts_with('c')) {
      f = product(product(f, b.vectors), back_);
    }
    constexpr double near = 1e-4; // as in ESpinS
    for (std::size_t s = 0; s < in_.sites.size(); ++s) {
      std::array<int, 3> cell{};
      bool here = true;
      for (std::size_t a = 0; a < 3; ++a) {
        const double cells = std::clamp(f[a] - in_.sites[s].position[a], -1000.0, 1000.0);
        cell[a] = static_cast<int>(std::lround(cells));
        here = here && std::abs(cells - cell[a]) <= near;
      }
      if (here) {
        return {static_cast<int>(s), cell};
      }
    }
    file_.fail(line, "there is no atom at " + line.words[word]);
  }

  std::vector<Bond> read_bonds(const std::string& what) {
    if (what != "jij" && !is_on("ham_" + what)) {
      return {};
    }
    const EspinsBlock all = block(what + "_parameters");
    const std::string expected = "two places and a coupling, f1=..:f2=..:" + what + "=..";
    const EspinsBlock vectors = what == "dij" ? axes("dij_vectors") : EspinsBlock{};
    if (what == "dij" && vectors.lines.size() != all.lines.size()) {
      file_.fail(vectors.head, "expected a vector for each line of dij_parameters");
    }
    DirectedCouplings couplings;
    for (std::size_t k = 0; k < all.lines.size(); ++k) {
      const Line& line = all.lines[k];
      const double value = all.energy * file_.number(line, 9, expected);
      if (lower_case(line.words[8]) != what) {
        file_.fail(line, "expected " + expected);
      }
      const auto [from, start] = atom_at(line, 0, all);
      const auto [to, end] = atom_at(line, 4, all);
      Directed c{from,       to, {end[0] - start[0], end[1] - start[1], end[2] - start[2]}, {}, 0, file_.place(line),
                 line.number};
      if (what == "dij") {
        const Line& v = vectors.lines[k];
        const Vector d = direction(v, product(three_numbers(file_, v, 0, any_three), vectors.vectors));
        c.matrix = crystal::matrix_of_dm(scaled(-value, d));
      } else {
        c.matrix = what == "jij" ? isotropic_matrix(value) : c.matrix;
        const double moments =
            ions_[static_cast<std::size_t>(from)].moment * ions_[static_cast<std::size_t>(to)].moment;
        c.biquadratic = what == "bij" ? value * moments : 0;
      }
      couplings.add(c, ", and ESpinS would count both");
    }
    return couplings.bonds(Directions::both, average_, in_.notes);
  }

  void describe() {
    in_.source = fmt::format("ESpinS's {} ({})", file_.name(), counted(in_.sites.size(), "atom"));
    in_.files = {file_.name()};
    in_.unit = "meV";
    in_.factor = -1;
    in_.convention = {
        "ESpinS has E = 1/2 sum over i and j, each bond in both directions, of -J s.s' + B m m' (s.s')^2 + D.(s x s'), "
        "with unit vectors s and moments m; then Delta m^2 (s.z)^2 + mu_B m H.s.",
        "So couplings.factor is -1, J is that of the file in meV, B is times m m', D is -D, K is -Delta m^2, and the "
        "field is -H."};
    if (const auto size = keywords_.find("supercell_size"); size != keywords_.end()) {
      const std::vector<std::string> n(size->second.words.begin() + 1, size->second.words.end());
      in_.size = parse_size(fmt::format("{}", fmt::join(n, " ")), file_.place(size->second));
    }
    const auto at = keywords_.find("boundary");
    const bool open = at != keywords_.end() && at->second.words.size() > 1 && lower_case(at->second.words[1]) == "open";
    in_.periodic = std::array{!open, !open, !open};
    in_.lost.push_back(file_name(file_.name()) + ": temperatures, steps, measurements and all else on how to run");
  }

  TextFile file_;
  bool average_;
  std::map<std::string, Line> keywords_;
  std::map<std::string, EspinsBlock> blocks_;
  Matrix back_{};         ///< the cell's inverse
  std::vector<Ion> ions_; ///< of each site
  Imported in_;
};

} // namespace

Imported read_espins(const std::string& path, bool average) { return EspinsReader(path, average).read(); }

} // namespace neel::imports
