// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Unit cell files of Vampire: lengths and shape of the cell, a list of atoms, a list of interactions in both directions, and
// maybe one of biquadratic interactions.

#include "files/text_file.hpp"
#include "import/cell.hpp"
#include "import/directed.hpp"
#include "import/names.hpp"
#include "import/units.hpp"
#include "import/vampire.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace neel::imports {

namespace {

/// How many numbers an interaction has, and whether these are multiples of the materials' exchange.
struct Kind {
  std::string name;
  std::size_t numbers;
  bool normalised;
};

class CellReader {
public:
  CellReader(const std::string& path, const VampireMaterials& materials, bool average)
      : file_(path, "#"), materials_(materials), average_(average) {}

  Imported read() {
    read_cell();
    read_atoms();
    DirectedCouplings couplings;
    const std::size_t bilinear = read_interactions(couplings, false);
    if (!file_.at_end()) {
      read_interactions(couplings_of_squares_, true);
    }
    if (!file_.at_end()) {
      file_.fail(file_.next(""), fmt::format("expected the end of the file after {} interactions", bilinear));
    }
    in_.bonds = merged(couplings.bonds(Directions::both, average_, in_.notes),
                       couplings_of_squares_.bonds(Directions::both, average_, in_.notes));
    describe(bilinear);
    return std::move(in_);
  }

private:
  void read_cell() {
    const std::string lengths = "the lengths of the unit cell, three numbers in angstrom",
                      shape = "a vector of the unit cell, three numbers";
    const Line& first = file_.next(lengths);
    const Vector length = three_numbers(file_, first, 0, lengths);
    for (const double l : length) {
      if (!(l > 0)) {
        file_.fail(first, "expected lengths above zero");
      }
    }
    Matrix rows{};
    bool units = true;
    std::size_t last = 0;
    for (Vector& row : rows) {
      const Line& line = file_.next(shape);
      row = three_numbers(file_, line, 0, shape);
      last = line.number;
      units = units && std::abs(std::hypot(row[0], row[1], row[2]) - 1) < 1e-4;
    }
    bool differ = false;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        in_.cell[a][b] = rows[a][b] * (units ? length[a] : length[b]);
        differ = differ || (rows[a][b] != 0 && length[a] != length[b]);
      }
    }
    in_.cell_from = fmt::format("{}-{}, in angstrom", file_.mark(first), last);
    if (differ) {
      in_.notes.push_back(units
                              ? "the unit cell's vectors have length 1, and are multiplied by its lengths one by one"
                              : "the unit cell's vectors are multiplied by its lengths component by component, as TB2J "
                                "means them; no energy depends on it");
    }
  }

  void read_atoms() {
    const std::string head = "the number of atoms", atom = "an atom: number, three coordinates, and its material";
    const Line& line = file_.next(head);
    const std::int64_t count = file_.integer(line, 0, head);
    if (count < 1 || count > 1024) {
      file_.fail(line, fmt::format("expected 1 to 1024 atoms, found {}", count));
    }
    std::vector<Ion> ions;
    for (std::int64_t k = 0; k < count; ++k) {
      const Line& next = file_.next(fmt::format("atom {} of {}", k + 1, count));
      if (file_.integer(next, 0, atom) != k) {
        file_.fail(next, fmt::format("expected atom {}: atoms are numbered from 0 on, in order", k));
      }
      const std::int64_t material = next.words.size() > 4 ? file_.integer(next, 4, atom) : 0;
      if (material < 0 ||
          (!materials_.file.empty() && material >= static_cast<std::int64_t>(materials_.materials.size()))) {
        file_.fail(next, fmt::format("there is no material {}; {} has {}, counted from 0 here", material,
                                     materials_.file, materials_.materials.size()));
      }
      material_.push_back(static_cast<std::size_t>(material));
      in_.sites.push_back({"", three_numbers(file_, next, 1, atom), 0, {}, file_.mark(next)});
      ions.push_back(ion_of(material_.back(), in_.sites.back()));
    }
    share_ions(in_, ions);
    in_.moments = !materials_.file.empty();
  }

  Ion ion_of(std::size_t material, Site& site) const {
    if (materials_.file.empty()) {
      return {"M" + std::to_string(material + 1), 1, 0, 0, "", ""};
    }
    const VampireMaterial& m = materials_.materials[material];
    const bool axis = m.anisotropy != 0 || m.fourth != 0 || m.sixth != 0;
    site.axis = axis ? std::optional(m.axis.value_or(Vector{0, 0, 1})) : std::nullopt;
    Ion ion{plain_name(m.name),
            m.moment,
            m.anisotropy - 30 * m.fourth / 12 + 105 * m.sixth / 24,
            m.cubic,
            m.moment_from.empty() ? "what Vampire takes where nothing is said" : m.moment_from,
            m.anisotropy_from};
    ion.fourth = 35 * m.fourth / 12 - 315 * m.sixth / 24;
    ion.sixth = 231 * m.sixth / 24;
    for (std::size_t a = 0; a < 3; ++a) {
      ion.tensor[a][a] = m.triaxial[a] == 0 ? 0 : -m.triaxial[a];
    }
    if (const double c = m.sixth_cubic; c != 0) { // x^2 y^2 z^2 less 1/105
      ion.stevens = {{"B40", -c / 440}, {"B44", -5 * c / 440}, {"B60", c / 1848}, {"B64", -21 * c / 1848}};
    }
    return ion;
  }

  Kind read_kind(const Line& line) const {
    const std::string expected = "isotropic, vectorial, tensorial, or normalised-... of these";
    if (line.words.size() < 2) {
      file_.fail(line, "expected the type of exchange behind the number of interactions: " + expected);
    }
    std::string word = lower_case(line.words[1]);
    const bool normalised = word.starts_with("normalised-") || word.starts_with("normalized-");
    word.erase(0, normalised ? 11 : 0);
    const std::pair<const char*, std::size_t> known[] = {{"isotropic", 1}, {"vectorial", 3}, {"tensorial", 9},
                                                         {"0", 1},         {"1", 3},         {"2", 9}}; // of old files
    for (const auto& [name, numbers] : known) {
      if (word == name) {
        if (normalised && materials_.file.empty()) {
          file_.fail(line, "normalised exchange is multiplied by the exchange-matrix of the materials: give these by "
                           "--materials FILE");
        }
        return {word, numbers, normalised};
      }
    }
    file_.fail(line, "the type of exchange \"" + line.words[1].substr(0, 40) + "\" is not one of " + expected);
  }

  std::size_t read_interactions(DirectedCouplings& couplings, bool squares) {
    const std::string head = "the number of interactions and their type";
    const Line& line = file_.next(head);
    if (squares && line.words.size() != 2) {
      file_.fail(line, "expected the end of the file, or the number of biquadratic interactions and `isotropic`");
    }
    const std::int64_t count = file_.integer(line, 0, head);
    const Kind kind = read_kind(line);
    if (count < 0 || count > 10'000'000 || (squares && kind.numbers != 1)) {
      file_.fail(line, squares ? "expected isotropic biquadratic interactions" : "expected a number of interactions");
    }
    for (std::int64_t k = 0; k < count; ++k) {
      read_interaction(couplings, kind, squares, fmt::format("interaction {} of {}", k + 1, count));
    }
    return static_cast<std::size_t>(count);
  }

  void read_interaction(DirectedCouplings& couplings, const Kind& kind, bool squares, const std::string& which) {
    const std::string expected =
        fmt::format("an interaction: number, two atoms, three offsets of the cell, and {} energ{} in joules",
                    kind.numbers, kind.numbers == 1 ? "y" : "ies");
    const Line& line = file_.next(which);
    Directed c;
    file_.integer(line, 0, expected);
    c.from = atom(line, 1, expected);
    c.to = atom(line, 2, expected);
    for (std::size_t a = 0; a < 3; ++a) {
      const std::int64_t o = file_.integer(line, 3 + a, expected);
      if (std::abs(o) > 1000) {
        file_.fail(line, "expected offsets of 1000 cells at most");
      }
      c.offset[a] = static_cast<int>(o);
    }
    const Vector scale = material_exchange(c, kind);
    const auto energy = [&](std::size_t k, std::size_t axis) {
      const double x = file_.number(line, 6 + k, expected);
      return kind.normalised ? x * scale[axis] : mev_of_joules(x);
    };
    for (std::size_t a = 0; a < 3; ++a) {
      if (kind.numbers < 9) {
        c.matrix[a][a] = energy(kind.numbers == 1 ? 0 : a, a);
      }
      for (std::size_t b = 0; b < 3 && kind.numbers == 9; ++b) {
        const double x = energy(3 * a + b, a);
        c.matrix[a][b] = kind.normalised && a != b ? 0 : x;
        dropped_ = dropped_ || (x != 0 && c.matrix[a][b] == 0);
      }
    }
    if (squares) {
      c.biquadratic = -c.matrix[0][0]; // E = -J (S.S')^2 there; -factor B (S.S')^2 with a factor of -1 here
      c.matrix = {};
    }
    c.place = file_.place(line);
    c.line = line.number;
    couplings.add(c, ", and Vampire would count both");
  }

  int atom(const Line& line, std::size_t word, const std::string& expected) const {
    const std::int64_t k = file_.integer(line, word, expected);
    if (k < 0 || k >= static_cast<std::int64_t>(in_.sites.size())) {
      file_.fail(line, fmt::format("there is no atom {}; they are numbered from 0 to {}", k, in_.sites.size() - 1));
    }
    return static_cast<int>(k);
  }

  /// What normalised exchange is multiplied by.
  Vector material_exchange(const Directed& c, const Kind& kind) const {
    if (!kind.normalised) {
      return {};
    }
    const auto& exchange = materials_.materials[material_[static_cast<std::size_t>(c.from)]].exchange;
    const auto at = exchange.find(material_[static_cast<std::size_t>(c.to)]);
    return at == exchange.end() ? Vector{} : at->second;
  }

  void describe(std::size_t interactions) {
    in_.source = fmt::format("Vampire's unit cell file {} ({}, {}){}", file_.name(), counted(in_.sites.size(), "atom"),
                             counted(interactions, "interaction"),
                             materials_.file.empty() ? "" : " and the materials of " + materials_.file);
    in_.unit = "meV";
    in_.factor = -1;
    in_.convention = {
        "Vampire has E = -1/2 sum_i sum_j S_i.J_ij S_j - sum_i K (S_i.k)^2, in joules, with each bond in both "
        "directions: "
        "one bond has -S.J S'.",
        "So couplings.factor is -1, and the couplings below are those of the file in meV (1 meV = 1.602176634e-22 J)."};
    in_.lost.insert(in_.lost.end(), materials_.lost.begin(), materials_.lost.end());
    if (materials_.file.empty()) {
      in_.lost.emplace_back("moments and anisotropies, which stand in a file of materials (--materials FILE)");
    }
    if (dropped_) {
      in_.notes.emplace_back("off-diagonal elements of normalised tensors are left out, as Vampire does");
    }
    for (const VampireMaterial& m : materials_.materials) {
      if (m.cubic != 0) {
        in_.notes.emplace_back("cubic anisotropy: -C/2 (x^4 + y^4 + z^4) is C (x^2 y^2 + y^2 z^2 + z^2 x^2) - C/2; the "
                               "constant is left out");
        break;
      }
    }
    if (std::any_of(in_.ions.begin(), in_.ions.end(), [](const Ion& i) { return i.sixth_order(); })) {
      in_.notes.emplace_back(
          "anisotropies of fourth and sixth order: with c = S.k, -K/12 (35 c^4 - 30 c^2) and -K/24 (231 c^6 - 315 c^4 "
          "+ "
          "105 c^2) are written by powers of c; x^2 y^2 z^2 by Stevens functions, its mean 1/105 left out");
    }
  }

  TextFile file_;
  const VampireMaterials& materials_;
  bool average_;
  Imported in_;
  std::vector<std::size_t> material_; ///< of each atom
  DirectedCouplings couplings_of_squares_;
  bool dropped_ = false;
};

} // namespace

Imported read_vampire(const std::string& path, const VampireMaterials& materials, bool average) {
  return CellReader(path, materials, average).read();
}

} // namespace neel::imports
