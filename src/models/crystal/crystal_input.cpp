// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_input.hpp"

#include "models/crystal/placement.hpp"
#include "models/material.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

namespace neel::models {

using crystal::Vector;
using input::exact;

bool CrystalInput::disordered() const {
  return std::any_of(fractions.begin(), fractions.end(), [](const std::vector<double>& f) {
    return std::none_of(f.begin(), f.end(), [](double p) { return p == 1; });
  });
}

namespace {

class CrystalReader {
public:
  CrystalReader(input::Reader& in, const std::vector<std::string>& ions, const std::vector<double>& fractions)
      : in_(in), ions_(ions), otherwise_(fractions) {
    if (otherwise_.empty()) {
      otherwise_.assign(ions.size(), 0.0);
      otherwise_[0] = 1;
    }
  }

  CrystalInput read(input::RunInput& run) {
    declare();
    if (in_.when(in_.has("lattice.kind"))) {
      read_named(run);
    }
    if (in_.when(in_.has("lattice.cell") || in_.has("lattice.basis"))) {
      read_own();
    }
    crystal::Crystal& c = input_.crystal;
    c.cells.size = run.lattice.size;
    c.cells.periodic = run.lattice.periodic;
    c.cells.basis = static_cast<int>(c.basis.size());
    if (c.cells.sites() > input::most_sites) {
      in_.error("lattice.size", "more than 2^31 sites in one system, the most that 32-bit site numbers allow");
    }
    run.lattice.cell = c.cell;
    run.lattice.basis.clear();
    for (const crystal::BasisSite& b : c.basis) {
      run.lattice.basis.push_back(b.position);
    }
    if (in_.when(in_.has("lattice.symmetry"))) {
      read_symmetry();
    }
    return std::move(input_);
  }

private:
  static constexpr std::size_t most_basis = 1024;

  void declare() {
    in_.declare(
        {"lattice.basis",
         "the sites of a cell, a list. An element has `name`, `position` (in units of the cell's vectors), `ion` "
         "or `ions = {Fe = 0.7, Cr = 0.3}` where not those of [material] (the first), and `axis` where its "
         "anisotropy has one of its own; `frame`, three vectors, are the axes x, y and z of its `cubic`, `tensor` and "
         "`stevens`"},
        "a list of tables");
  }

  static std::vector<std::string> known_lattices() {
    std::vector<std::string> names = crystal::named_lattices();
    names.emplace_back("graph");
    return names;
  }

  /// A film of these is one of several, so it has to be said which.
  void check_lengths(input::RunInput& run) {
    const std::size_t lengths = in_.numbers("lattice.size").size();
    if (lengths >= 3 || input_.kind == "graph" || crystal::is_flat_lattice(input_.kind)) {
      return;
    }
    if (input_.crystal.basis.size() > 1) {
      in_.error(
          "lattice.size",
          fmt::format("{} has three dimensions: expected three lengths, found {}; a film of one cell is size = [8, "
                      "8, 1] with boundary = [\"periodic\", \"periodic\", \"open\"]",
                      input_.kind, lengths));
    } else if (!is_own_lattice(in_)) {
      run.lattice.note += fmt::format("note: lattice.size has {}, and \"cubic\" three dimensions: a {}\n",
                                      lengths == 1 ? "one length" : "two lengths", lengths == 1 ? "chain" : "film");
    }
  }

  void read_named(input::RunInput& run) {
    const std::string kind = in_.choice(
        {"lattice.kind", "a crystal that has a name, in its usual cell: bcc has 2 sites in a cube, fcc 4, "
                         "diamond 8, pyrochlore 16; honeycomb 2 and kagome 3 in a rhombus. They are called A, B, "
                         "C, ..., as the log lists them. `cell` and `basis` make any other; a \"graph\" has "
                         "`lattice.size` sites, and the bonds of "
                         "`couplings.file`"},
        known_lattices(), "none");
    const double constant =
        in_.number({"lattice.constant", "length of the cell's edges, the unit of bonds' distances"}, 1.0);
    if (!(constant > 0)) {
      in_.error("lattice.constant", "is a length above zero");
    }
    if (!in_.sound("lattice.kind")) {
      return;
    }
    input_.kind = kind;
    input_.crystal = crystal::named_lattice(kind == "graph" ? "cubic" : kind, constant);
    check_lengths(run);
    input_.fractions.assign(input_.crystal.basis.size(), otherwise_);
    input_.axis.resize(input_.crystal.basis.size());
    input_.frame.resize(input_.crystal.basis.size());
    if (in_.has("lattice.cell") || in_.has("lattice.basis")) {
      in_.error("lattice.kind", "names a cell and a basis; leave out `cell` and `basis`, or `kind`");
    }
  }

  void read_own() {
    in_.declare({"lattice.cell", "the three vectors of a cell"}, "three lists of three numbers");
    for (std::size_t a = 0; a < 3; ++a) {
      input_.crystal.cell[a] = three("lattice.cell." + std::to_string(a + 1));
    }
    const auto& cell = input_.crystal.cell;
    const double volume = cell[0][0] * (cell[1][1] * cell[2][2] - cell[1][2] * cell[2][1]) -
                          cell[0][1] * (cell[1][0] * cell[2][2] - cell[1][2] * cell[2][0]) +
                          cell[0][2] * (cell[1][0] * cell[2][1] - cell[1][1] * cell[2][0]);
    if (!(std::abs(volume) > 1e-12)) {
      in_.error("lattice.cell", "the three vectors lie in one plane");
    }
    read_basis();
    if (in_.errors() == 0) {
      in_.resolve("lattice.cell", "[" + list(cell[0]) + ", " + list(cell[1]) + ", " + list(cell[2]) + "]");
      resolve_basis();
    }
  }

  Vector three(const std::string& key) {
    const std::vector<double> v = in_.numbers(key);
    if (v.size() != 3) {
      in_.error(key, "expected three numbers, found " + std::to_string(v.size()));
      return {};
    }
    return {v[0], v[1], v[2]};
  }
  static std::string list(const Vector& v) { return exact(std::vector<double>(v.begin(), v.end())); }

  void read_basis() {
    const input::Value* const node = in_.node("lattice.basis");
    const auto* const entries = node == nullptr ? nullptr : node->as<input::Value::List>();
    if (entries == nullptr || entries->empty() || entries->size() > most_basis) {
      in_.error("lattice.basis", "expected a list of 1 to 1024 sites, each with `name` and `position`");
      return;
    }
    input_.crystal.basis.clear();
    std::set<std::string> known;
    for (std::size_t k = 1; k <= entries->size(); ++k) {
      const std::string key = "lattice.basis." + std::to_string(k);
      const std::string name = in_.text(key + ".name");
      const std::string why = known.insert(name).second ? input::name_objection(name) : "it stands there twice";
      if (!why.empty()) {
        in_.error(key + ".name", input::quoted(name) + " is no name for a site: " + why);
      }
      input_.crystal.basis.push_back({name, three(key + ".position")});
      input_.fractions.push_back(read_ions(key));
      std::optional<Vector> axis;
      if (in_.has(key + ".axis")) {
        axis = three(key + ".axis");
      }
      input_.axis.push_back(axis);
      input_.frame.push_back(in_.has(key + ".frame") ? std::optional(read_frame(in_, key + ".frame")) : std::nullopt);
    }
  }

  std::vector<double> read_ions(const std::string& key) {
    const auto number = [&](const std::string& name, const std::string& where) -> std::size_t {
      const auto at = std::find(ions_.begin(), ions_.end(), name);
      if (at == ions_.end()) {
        in_.error(where, "there is no ion " + input::quoted(name) + in_.hint(name, ions_));
        return 0;
      }
      return static_cast<std::size_t>(at - ions_.begin());
    };
    std::vector<double> f(ions_.size(), 0.0);
    if (in_.has(key + ".ion")) {
      f[number(in_.text(key + ".ion"), key + ".ion")] = 1;
      return f;
    }
    if (!in_.has(key + ".ions")) {
      return otherwise_;
    }
    double sum = 0;
    for (const std::string& name : in_.keys(key + ".ions")) {
      const double part = in_.number(key + ".ions." + name);
      f[number(name, key + ".ions")] = part;
      sum += part;
      if (part < 0 || part > 1) {
        in_.error(key + ".ions", "fractions lie between 0 and 1");
      }
    }
    if (std::abs(sum - 1) > 1e-9) {
      in_.error(key + ".ions", "fractions add up to 1, found " + exact(sum));
    }
    return f;
  }

  /// Operations map sites onto sites with the same ions.
  void read_symmetry() {
    const std::vector<std::string> texts = in_.texts(
        {"lattice.symmetry",
         "operations of the crystal's space group, in units of the cell's vectors: those that generate it "
         "will do, as in [\"-x,-y,-z\", \"x+1/2,1/2-y,z\"]. They map the basis with its ions onto itself, and "
         "carry couplings from bond to bond where couplings.bonds has `orbit`"},
        std::vector<std::string>{"none"});
    if (texts == std::vector<std::string>{"none"}) {
      return;
    }
    std::vector<crystal::Operation> generators;
    for (const std::string& text : texts) {
      if (const auto operation = crystal::parse_operation(text)) {
        generators.push_back(*operation);
      } else {
        in_.error("lattice.symmetry", input::quoted(text) + " is no operation such as \"-x,1/2+y,z\"");
      }
    }
    if (in_.errors() > 0) {
      return;
    }
    std::map<std::vector<double>, int> known;
    std::vector<int> kinds;
    for (const std::vector<double>& f : input_.fractions) {
      kinds.push_back(known.try_emplace(f, static_cast<int>(known.size())).first->second);
    }
    try {
      input_.symmetry = std::make_shared<const crystal::Symmetry>(input_.crystal, kinds, generators);
    } catch (const std::invalid_argument& e) {
      in_.error("lattice.symmetry", e.what());
    }
  }

  void resolve_basis() {
    std::string text;
    for (std::size_t b = 0; b < input_.crystal.basis.size(); ++b) {
      const crystal::BasisSite& site = input_.crystal.basis[b];
      std::string ions;
      for (std::size_t a = 0; a < ions_.size(); ++a) {
        if (input_.fractions[b][a] > 0) {
          ions += (ions.empty() ? "" : ", ") + input::key_name(ions_[a]) + " = " + exact(input_.fractions[b][a]);
        }
      }
      const std::optional<Vector>& axis = input_.axis[b];
      const std::optional<crystal::Matrix>& f = input_.frame[b];
      text += (text.empty() ? "[" : ", ") + std::string("{name = ") + input::quoted(site.name) +
              ", position = " + list(site.position) + ", ions = {" + ions + "}" +
              (axis ? ", axis = " + list(*axis) : "") +
              (f ? ", frame = [" + list((*f)[0]) + ", " + list((*f)[1]) + ", " + list((*f)[2]) + "]" : "") + "}";
    }
    in_.resolve("lattice.basis", text + "]");
  }

  input::Reader& in_;
  const std::vector<std::string>& ions_;
  std::vector<double> otherwise_;
  CrystalInput input_;
};

} // namespace

CrystalInput read_crystal(input::Reader& in, input::RunInput& run, const std::vector<std::string>& ions,
                          const std::vector<double>& fractions) {
  CrystalInput crystal = CrystalReader(in, ions, fractions).read(run);
  read_placement(in, crystal, ions);
  return crystal;
}

} // namespace neel::models
