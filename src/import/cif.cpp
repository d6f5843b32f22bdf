// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Crystallographic information files (Hall, Allen and Brown, Acta Cryst. A 47, 655 (1991)), with the names of magnetic ones. gemmi
// has the operations of space groups by name.

#include "errors/errors.hpp"
#include "import/cell.hpp"
#include "import/cif_block.hpp"
#include "import/elements.hpp"
#include "import/structure.hpp"

#include <fmt/format.h>

#include <gemmi/symmetry.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::imports {

namespace {

/// Cosines and sines of crystals without roundings.
double tidy(double x) {
  for (const double known : {0.0, 0.5, 1.0, std::sqrt(0.75)}) {
    if (std::abs(std::abs(x) - known) < 1e-12) {
      return std::copysign(known, known == 0 ? 1 : x);
    }
  }
  return x;
}

class CifReader {
public:
  explicit CifReader(const std::string& path) : path_(path), block_(path, s_.lost) {}

  Structure read() {
    s_.file = path_;
    read_cell();
    read_operations();
    read_atoms();
    read_moments();
    s_.source = fmt::format("the {} {}{}", magnetic_ ? "magnetic CIF" : "CIF", file_name(path_),
                            name_.empty() ? "" : ", space group " + name_);
    return std::move(s_);
  }

private:
  void read_cell() {
    std::array<double, 6> c{};
    const std::array<const char*, 6> tags{"_cell_length_a",    "_cell_length_b",   "_cell_length_c",
                                          "_cell_angle_alpha", "_cell_angle_beta", "_cell_angle_gamma"};
    for (std::size_t k = 0; k < 6; ++k) {
      const CifItem* const item = block_.find({tags[k]});
      if (item == nullptr) {
        block_.fail(std::string("has no ") + tags[k]);
      }
      c[k] = block_.number(*item, 0, tags[k]);
      if (!(c[k] > 0) || (k >= 3 && c[k] >= 180)) {
        block_.fail(*item, fmt::format("{} is {}, found {:g}", tags[k], k < 3 ? "above 0" : "between 0 and 180", c[k]));
      }
    }
    const auto cosine = [&](std::size_t k) { return tidy(std::cos(c[k] * std::numbers::pi / 180)); };
    const double ca = cosine(3), cb = cosine(4), cg = cosine(5), sg = tidy(std::sqrt(1 - cg * cg));
    const double x = cb, y = (ca - cb * cg) / sg, rest = 1 - x * x - y * y;
    if (!(rest > 1e-6)) {
      block_.fail("the angles of the cell span no volume");
    }
    s_.cell = {{{c[0], 0, 0}, {c[1] * cg, c[1] * sg, 0}, {c[2] * x, c[2] * y, c[2] * std::sqrt(rest)}}};
    for (Vector& v : s_.cell) {
      v = rounded(v);
    }
    s_.cell_from = file_name(path_) + ", a along x, b in the plane of x and y, in angstrom";
  }

  static crystal::Operation of_gemmi(const gemmi::Op& op) {
    crystal::Operation o;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        o.rotation[a][b] = op.rot[a][b] / gemmi::Op::DEN;
      }
      o.shift[a] = static_cast<double>(op.tran[a]) / gemmi::Op::DEN;
      o.shift[a] -= std::floor(o.shift[a]);
    }
    return o;
  }

  /// "x,y,z,+1" of a magnetic one without its last part, which turns time.
  void take(const CifItem& item) {
    for (const std::string& quoted : item.values) {
      std::string xyz = CifBlock::unquoted(quoted);
      if (std::count(xyz.begin(), xyz.end(), ',') == 3) {
        xyz.resize(xyz.rfind(','));
      }
      const auto o = crystal::parse_operation(xyz);
      if (!o) {
        block_.fail(item, "expected operations such as -x,1/2+y,z, found " + quoted.substr(0, 60));
      }
      s_.operations.push_back(*o);
    }
  }

  void read_operations() {
    const CifItem* const magnetic =
        block_.find({"_space_group_symop_magn_operation_xyz", "_space_group_symop_magn_xyz"});
    magnetic_ = magnetic != nullptr;
    const CifItem* const list =
        magnetic_ ? magnetic : block_.find({"_space_group_symop_operation_xyz", "_symmetry_equiv_pos_as_xyz"});
    if (list != nullptr) {
      take(*list);
    }
    if (const CifItem* const centring =
            block_.find({"_space_group_symop_magn_centering_xyz", "_space_group_symop_magn_ssg_centering_algebraic"});
        magnetic_ && centring != nullptr) {
      take(*centring);
    }
    name_ =
        magnetic_
            ? block_.text({"_space_group_magn_name_bns", "_space_group_magn_number_bns"})
            : block_.text({"_space_group_name_h-m_alt", "_symmetry_space_group_name_h-m", "_space_group_name_h-m_ref"});
    if (magnetic_) {
      s_.notes.emplace_back(
          "the operations are those of the magnetic group, time reversal left out: the crystal above its "
          "transition can have more, and fewer orbits of bonds");
      return;
    }
    std::vector<crystal::Operation> named;
    if (const gemmi::SpaceGroup* const group = named_group()) {
      for (const gemmi::Op op : group->operations()) {
        named.push_back(of_gemmi(op));
      }
    }
    if (list == nullptr && named.empty()) {
      block_.fail("has neither symmetry operations nor the name of a space group that is known" +
                  (name_.empty() ? "" : ", but " + name_));
    }
    if (list == nullptr) {
      s_.operations = named;
      s_.notes.push_back("the file has no symmetry operations: they are those of " + name_);
    } else if (!named.empty() && !same_group(crystal::generated(s_.operations), named)) {
      s_.notes.push_back("the symmetry operations of the file were taken, which are not those of " + name_ +
                         " in its usual setting");
    }
  }

  const gemmi::SpaceGroup* named_group() {
    const std::string hall = block_.text({"_space_group_name_hall", "_symmetry_space_group_name_hall"});
    for (const gemmi::SpaceGroup& g : gemmi::spacegroup_tables::main) {
      if (!hall.empty() && lower_case(hall) == lower_case(g.hall)) {
        name_ = name_.empty() ? g.xhm() : name_;
        return &g;
      }
    }
    std::string name = name_;
    name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
    const auto angle = [&](const char* tag) { return block_.number(*block_.find({tag}), 0, tag); };
    const double alpha = angle("_cell_angle_alpha"), gamma = angle("_cell_angle_gamma");
    if (const gemmi::SpaceGroup* const group = gemmi::find_spacegroup_by_name(name, alpha, gamma)) {
      return group;
    }
    const std::string number = block_.text({"_space_group_it_number", "_symmetry_int_tables_number"});
    const gemmi::SpaceGroup* const group =
        name_.empty() && !number.empty() ? gemmi::find_spacegroup_by_name(number, alpha, gamma) : nullptr;
    name_ = group != nullptr ? group->xhm() : name_;
    return group;
  }

  static bool same_group(const std::vector<crystal::Operation>& a, const std::vector<crystal::Operation>& b) {
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const crystal::Operation& o) {
             return std::any_of(b.begin(), b.end(),
                                [&](const crystal::Operation& p) { return crystal::same_operation(o, p); });
           });
  }

  void read_atoms() {
    const CifItem* const labels = block_.find({"_atom_site_label"});
    const CifItem* const symbols = block_.find({"_atom_site_type_symbol"});
    const CifItem* const occupancies = block_.find({"_atom_site_occupancy"});
    std::array<const CifItem*, 3> at{block_.find({"_atom_site_fract_x"}), block_.find({"_atom_site_fract_y"}),
                                     block_.find({"_atom_site_fract_z"})};
    if ((labels == nullptr && symbols == nullptr) || std::find(at.begin(), at.end(), nullptr) != at.end()) {
      block_.fail("has no list of atoms with _atom_site_label and _atom_site_fract_x, _y, _z");
    }
    for (const CifItem* column : {labels, symbols, occupancies, at[1], at[2]}) {
      if (column != nullptr && column->values.size() != at[0]->values.size()) {
        block_.fail(*column, "the columns of _atom_site_ are not equally long");
      }
    }
    for (std::size_t k = 0; k < at[0]->values.size(); ++k) {
      const CifItem& named = symbols == nullptr ? *labels : *symbols;
      const std::string symbol = CifBlock::unquoted(named.values[k]);
      Atom a;
      a.label = labels == nullptr ? symbol : CifBlock::unquoted(labels->values[k]);
      a.element = element_of(symbol);
      if (a.element.empty()) {
        block_.fail(named, "atom " + a.label + " names no element");
      }
      a.charge = symbols == nullptr ? std::nullopt : charge_of(symbol);
      if (const auto known = oxidation(symbol); !a.charge && known) {
        a.charge = known;
      }
      bool placed = true;
      for (std::size_t x = 0; x < 3; ++x) {
        placed = placed && !CifBlock::is_null(at[x]->values[k]);
      }
      if (!placed) {
        s_.lost.push_back("atom " + a.label + ", which has no position");
        continue;
      }
      for (std::size_t x = 0; x < 3; ++x) {
        a.position[x] = block_.number(*at[x], k, "a coordinate of atom " + a.label);
      }
      if (occupancies != nullptr && !CifBlock::is_null(occupancies->values[k])) {
        a.occupancy = block_.number(*occupancies, k, "the occupancy of atom " + a.label);
        if (!(a.occupancy > 0 && a.occupancy <= 1.001)) {
          block_.fail(*occupancies,
                      fmt::format("the occupancy of atom {} lies between 0 and 1, found {:g}", a.label, a.occupancy));
        }
      }
      s_.atoms.push_back(a);
    }
  }

  /// By the list of the file's kinds of atoms.
  std::optional<int> oxidation(const std::string& symbol) const {
    const CifItem *const symbols = block_.find({"_atom_type_symbol"}), *const numbers =
                                                                           block_.find({"_atom_type_oxidation_number"});
    for (std::size_t k = 0;
         symbols != nullptr && numbers != nullptr && k < std::min(symbols->values.size(), numbers->values.size());
         ++k) {
      const std::optional<double> x = CifBlock::number(numbers->values[k]);
      if (CifBlock::unquoted(symbols->values[k]) == symbol && x) {
        return static_cast<int>(std::lround(*x));
      }
    }
    return {};
  }

  /// Their sizes; along the cell's vectors, or Cartesian.
  void read_moments() {
    const CifItem* const labels = block_.find({"_atom_site_moment_label"});
    if (labels == nullptr) {
      return;
    }
    Matrix axes = s_.cell;
    for (Vector& v : axes) {
      const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      v = {v[0] / length, v[1] / length, v[2] / length};
    }
    std::string kind = "_atom_site_moment_crystalaxis_";
    if (block_.find({kind + "x"}) == nullptr) {
      kind = "_atom_site_moment_cartn_";
      axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    }
    const std::array<const CifItem*, 3> of{block_.find({kind + "x"}), block_.find({kind + "y"}),
                                           block_.find({kind + "z"})};
    const auto fits = [&](const CifItem* c) { return c != nullptr && c->values.size() == labels->values.size(); };
    if (!std::all_of(of.begin(), of.end(), fits)) {
      s_.lost.emplace_back("the moments, which have no components along the crystal's or Cartesian axes");
      return;
    }
    for (std::size_t k = 0; k < labels->values.size(); ++k) {
      const std::string label = CifBlock::unquoted(labels->values[k]);
      Vector m{};
      for (std::size_t x = 0; x < 3; ++x) {
        m[x] = block_.number(*of[x], k, "a moment of atom " + label);
      }
      const Vector r = product(m, axes);
      for (Atom& a : s_.atoms) {
        if (a.label == label) {
          a.moment = std::round(std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) * 1e4) / 1e4;
        }
      }
    }
    s_.lost.emplace_back("the directions of the moments: runs find their own order");
  }

  std::string path_, name_;
  bool magnetic_ = false;
  Structure s_;
  CifBlock block_;
};

} // namespace

Structure read_cif(const std::string& path) { return CifReader(path).read(); }

} // namespace neel::imports
