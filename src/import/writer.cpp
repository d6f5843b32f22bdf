// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/writer.hpp"

#include "crystal/matrix.hpp"
#include "files/print.hpp"
#include "files/text_file.hpp"
#include "import/directed.hpp"
#include "import/orbits.hpp"
#include "input/reader.hpp"
#include "input/units.hpp"
#include "input/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace neel::imports {

namespace {

using input::exact;

constexpr const char* lengths = "thermalize = 1000\nsweeps = 4000\nmeasure_every = 10\n"; ///< of a run
constexpr int most_ranges = 5; ///< of lines that a comment names
/// "13-28, 30".
std::string ranges(const std::set<std::size_t>& numbers) {
  std::string t;
  int count = 0;
  for (auto at = numbers.begin(); at != numbers.end();) {
    if (count++ == most_ranges) {
      return t + ", ...";
    }
    const std::size_t first = *at;
    std::size_t last = first;
    for (++at; at != numbers.end() && *at == last + 1; ++at) {
      last = *at;
    }
    t += (t.empty() ? "" : ", ") + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
  }
  return t;
}

std::string list(const Vector& v) { return exact(std::vector<double>(v.begin(), v.end())); }

class Writer {
public:
  Writer(const Imported& in, const std::vector<Group>& groups) : in_(in), groups_(groups) {}

  std::string text(const std::string& command) {
    head(command);
    t_ += fmt::format("\n[model]\nname = \"heisenberg\"\nunits = \"{}\"\n", units());
    lattice();
    material();
    t_ += fmt::format("\n[couplings]\nfactor = {} # see above\n", exact(in_.factor));
    t_ += orbits_text(in_);
    couplings();
    schedule();
    return std::move(t_);
  }

private:
  void comment(const std::string& text) { t_ += files::wrapped(text, "# ", "# "); }
  void item(const std::string& text) { t_ += files::wrapped(text, "# - ", "#   "); }

  std::string units() const { return in_.unit.empty() ? "reduced" : (in_.unit == "K" ? "K" : "meV"); }
  /// A number of the source with its unit, so that it means the same in another unit of the run.
  std::string energy(double value) const {
    return in_.unit.empty() ? exact(value) : input::quoted(exact(value) + " " + in_.unit);
  }
  std::string energies(const Vector& v) const {
    return "[" + energy(v[0]) + ", " + energy(v[1]) + ", " + energy(v[2]) + "]";
  }

  void head(const std::string& command) {
    comment("Made by: " + command);
    comment("From: " + in_.source);
    for (const std::string& sentence : in_.convention) {
      comment(sentence);
    }
    comment(
        "Neel has E = sum over bonds, each once, of J S.S' + D.(S x S') + S.M S', times couplings.factor, S at `from`; "
        "then - K (S.k)^2 on each site.");
    for (const auto& [title, items] : {std::pair("Not carried over:", &in_.lost), std::pair("To know:", &in_.notes)}) {
      if (!items->empty()) {
        t_ += std::string("#\n# ") + title + "\n";
      }
      for (const std::string& i : *items) {
        item(i);
      }
    }
  }

  void lattice() {
    t_ += "\n[lattice]\n";
    comment("cell: " + in_.cell_from);
    t_ += "cell = [" + list(in_.cell[0]) + ", " + list(in_.cell[1]) + ", " + list(in_.cell[2]) + "]\nbasis = [\n";
    for (const Site& s : in_.sites) {
      const bool own = own_axes() && s.axis.has_value();
      t_ += fmt::format("  {{name = {}, position = {}, {}{}}}, # {}\n", input::quoted(s.name), list(s.position),
                        ions_text(in_, s), own ? ", axis = " + list(s.axis.value_or(Vector{})) : "", s.from);
    }
    const std::array<int, 3> size = in_.size.value_or(std::array{1, 1, 1});
    const std::array<bool, 3> periodic = in_.periodic.value_or(std::array{false, false, false});
    std::string boundary;
    for (std::size_t a = 0; a < 3; ++a) {
      boundary += std::string(a == 0 ? "" : ", ") + (periodic[a] ? "\"periodic\"" : "\"open\"");
    }
    t_ += fmt::format("]\nsize = [{}, {}, {}] # cells\nboundary = [{}]\n", size[0], size[1], size[2], boundary);
    t_ += symmetry_text(in_);
  }

  /// Have sites other axes of anisotropy than the first that has one?
  bool own_axes() const {
    const auto has = [](const Site& s) { return s.axis.has_value(); };
    const auto first = std::find_if(in_.sites.begin(), in_.sites.end(), has);
    return std::any_of(in_.sites.begin(), in_.sites.end(),
                       [&](const Site& s) { return s.axis && *s.axis != *first->axis; });
  }

  void per_ion(const char* key, double Ion::* value, bool with_unit) {
    std::string t;
    for (const Ion& ion : in_.ions) {
      t += (t.empty() ? "" : ", ") + input::key_name(ion.name) + " = " +
           (with_unit ? energy(ion.*value) : exact(ion.*value));
    }
    t_ += std::string(key) + " = {" + t + "}\n";
  }

  template <class Has>
  bool any_ion(const Has& has) const {
    return std::any_of(in_.ions.begin(), in_.ions.end(), has);
  }

  /// K4, K6, A and B.
  void sixth_orders() {
    if (any_ion([](const Ion& i) { return i.sixth_order(); })) {
      comment("- K4 (S.k)^4 - K6 (S.k)^6 + S.A S + sum of B O(S), O Stevens functions:");
    }
    if (any_ion([](const Ion& i) { return i.fourth != 0 || i.sixth != 0; })) {
      per_ion("anisotropy_4", &Ion::fourth, true);
      per_ion("anisotropy_6", &Ion::sixth, true);
    }
    for (const Ion& i : in_.ions) {
      if (const Matrix& a = i.tensor; a != Matrix{}) {
        t_ += fmt::format("tensor.{} = [{}, {}, {}]\n", input::key_name(i.name), energies(a[0]), energies(a[1]),
                          energies(a[2]));
      }
      for (const auto& [name, b] : i.stevens) {
        t_ += fmt::format("stevens.{}.{} = {}\n", input::key_name(i.name), name, energy(b));
      }
    }
  }

  void material() {
    std::string names;
    for (const Ion& ion : in_.ions) {
      names += (names.empty() ? "" : ", ") + input::quoted(ion.name);
    }
    t_ += "\n[material]\nions = [" + names + "]\n";
    for (const Ion& ion : in_.ions) {
      if (!ion.moment_from.empty() || !ion.anisotropy_from.empty()) {
        comment(ion.name + ": " + (ion.moment_from.empty() ? "" : "moment " + ion.moment_from) +
                (ion.anisotropy_from.empty() ? "" : ", anisotropy " + ion.anisotropy_from));
      }
    }
    if (in_.moments) {
      per_ion("moment", &Ion::moment, false);
      t_ += "moment_unit = \"1 mu_B\"\n";
    } else if (std::any_of(in_.ions.begin(), in_.ions.end(), [](const Ion& i) { return i.moment != 1; })) {
      per_ion("moment", &Ion::moment, false);
    }
    if (any_ion([](const Ion& i) { return i.anisotropy != 0 || i.fourth != 0 || i.sixth != 0; })) {
      per_ion("anisotropy", &Ion::anisotropy, true);
      const auto first =
          std::find_if(in_.sites.begin(), in_.sites.end(), [](const Site& s) { return s.axis.has_value(); });
      const bool one = !own_axes() && first != in_.sites.end();
      t_ += one ? "axes.anisotropy = " + list(first->axis.value_or(Vector{})) + "\n" : "";
    }
    if (any_ion([](const Ion& i) { return i.cubic != 0; })) {
      per_ion("cubic", &Ion::cubic, true);
    }
    sixth_orders();
    if (in_.field) {
      t_ += "axes.field = " + list(*in_.field) + " # " + in_.field_from + "\n";
    }
  }

  /// The lines that a group comes from: "fe.ucf:13-28".
  std::string places(const Group& g) const {
    std::map<std::string, std::set<std::size_t>> lines;
    for (const std::size_t b : g.bonds) {
      for (const std::string& place : in_.bonds[b].from) {
        const std::size_t colon = place.rfind(':');
        lines[file_name(place.substr(0, colon))].insert(std::stoul(place.substr(colon + 1)));
      }
    }
    std::string t;
    for (const auto& [file, numbers] : lines) {
      t += (t.empty() ? "" : "; ") + file + ":" + ranges(numbers);
    }
    return t;
  }

  /// `one_way`: ions of J alone would be meant either way round.
  std::string coupling(const Bond& bond, bool one_way) const {
    const Matrix& m = bond.matrix;
    const Vector d = crystal::dm_of_matrix(m);
    std::string t;
    if (one_way || sum(isotropic_matrix(m[0][0]), crystal::matrix_of_dm(d)) != m) {
      t = "matrix = [" + energies(m[0]) + ",\n          " + energies(m[1]) + ",\n          " + energies(m[2]) + "]\n";
    } else {
      t = m[0][0] != 0 || (d == Vector{} && bond.biquadratic == 0) ? "J = " + energy(m[0][0]) + "\n" : "";
      t += d == Vector{} ? "" : "dm = " + energies(d) + "\n";
    }
    return t + (bond.biquadratic != 0 ? "biquadratic = " + energy(bond.biquadratic) + "\n" : "");
  }

  void couplings() {
    double length = -1;
    for (const Group& g : groups_) {
      const Bond& bond = in_.bonds[g.bonds.front()];
      if (g.shell > 0) {
        std::set<std::tuple<int, int, std::array<int, 3>>> pairs; // two ions of an alloy are there either way round
        for (const std::size_t b : g.bonds) {
          const crystal::Pair& p = in_.bonds[b].pair;
          pairs.emplace(p.from, p.to, p.offset);
        }
        t_ += "\n" + files::wrapped(fmt::format("{} a cell, of length {:.6g}: {}", counted(pairs.size(), "bond"),
                                                g.distance, places(g)),
                                    "# ", "# ");
        t_ += fmt::format("[[couplings.bonds]]\nshell = {}\n", g.shell);
      } else {
        if (std::abs(g.distance - length) > 1e-5 * g.distance) {
          t_ += fmt::format("\n# single bonds of length {:.6g}\n", g.distance);
          length = g.distance;
        }
        const auto name = [&](int s) { return input::quoted(in_.sites[static_cast<std::size_t>(s)].name); };
        const crystal::Pair& p = bond.pair;
        t_ += fmt::format("[[couplings.bonds]] # {}\nfrom = {}\nto = {}\noffset = [{}, {}, {}]\n", places(g),
                          name(p.from), name(p.to), p.offset[0], p.offset[1], p.offset[2]);
      }
      if (g.ions) {
        t_ += fmt::format("ions = [{}, {}]\n", input::quoted(in_.ions[g.ions->first].name),
                          input::quoted(in_.ions[g.ions->second].name));
      }
      t_ += coupling(bond, g.one_way);
    }
  }

  void schedule() {
    if (!in_.orbits.empty()) {
      t_ += "\n[schedule]\n";
      comment("A guess, as the couplings: `neel run INPUT.toml --dry-run` has the mean-field T_c, memory and time.");
      t_ += "kind = \"anneal\"\nT = {from = \"600 K\", to = \"10 K\", points = 30}\n";
      t_ += lengths;
      return;
    }
    const double per_unit = in_.unit == "meV"   ? input::kelvin_per_mev
                            : in_.unit == "mRy" ? input::mev_per_mry * input::kelvin_per_mev
                                                : 1;
    const double top = 1.2 * highest_mean_field(in_) * per_unit, ten = std::pow(10.0, std::floor(std::log10(top)) - 1);
    const double from = std::ceil(top / ten) * ten, to = from / 20;
    const char* const kelvin = in_.unit.empty() ? "" : " K";
    const auto shown = [&](double t) {
      const std::string number = fmt::format("{:.6g}", t);
      return in_.unit.empty() ? number : input::quoted(number + kelvin);
    };
    t_ += "\n[schedule]\n";
    comment(
        "A proposal, from above the mean-field T_c on. `neel run INPUT.toml --dry-run` tells that, memory and time.");
    t_ += fmt::format("kind = \"anneal\"\nT = {{from = {}, to = {}, points = 20}}\n", shown(from), shown(to));
    if (in_.field) {
      const Vector& h = *in_.field;
      t_ +=
          "field = \"" + exact(std::sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2])) + " T\" # " + in_.field_from + "\n";
    }
    t_ += lengths;
  }

  const Imported& in_;
  const std::vector<Group>& groups_;
  std::string t_;
};

} // namespace

std::string input_text(const Imported& in, const std::vector<Group>& groups, const std::string& command) {
  return Writer(in, groups).text(command);
}

} // namespace neel::imports
