// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Material files of Vampire: lines "material[1]:atomic-spin-moment = 2.2 !muB".

#include "files/text_file.hpp"
#include "import/units.hpp"
#include "import/vampire.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace neel::imports {

namespace {

/// A line in its parts: material[1]:exchange-matrix[2] = 1e-21, 1e-21, 2e-21 !J.
struct Entry {
  std::size_t material = 0, other = 0; ///< counted from 1; 0: none
  std::string key, unit;
  std::vector<std::string> values;
};

std::string without(std::string text, const char* characters) {
  std::erase_if(text, [&](char c) { return std::string_view(characters).find(c) != std::string_view::npos; });
  return text;
}

class MaterialReader {
public:
  explicit MaterialReader(const std::string& path) : file_(path, "#") { found_.file = path; }

  VampireMaterials read() {
    const std::string first = "material:num-materials = NUMBER";
    const Entry head = split(file_.next(first), first);
    const Line& line = file_.lines().front();
    const std::int64_t count = head.values.empty() ? 0 : to_integer(head.values.front()).value_or(0);
    if (head.key != "num-materials" || count < 1 || count > 100) {
      file_.fail(line, "expected " + first + ", from 1 to 100, as the first line");
    }
    for (std::int64_t k = 1; k <= count; ++k) {
      found_.materials.push_back({});
      found_.materials.back().name = "material" + std::to_string(k);
    }
    while (!file_.at_end()) {
      const Line& next = file_.next("");
      take(next, split(next, "material[NUMBER]:KEYWORD = VALUE"));
    }
    return std::move(found_);
  }

private:
  Entry split(const Line& line, const std::string& expected) const {
    std::string text;
    for (const std::string& word : line.words) { // commas have become spaces
      text += (text.empty() ? "" : " ") + word;
    }
    Entry e;
    const std::size_t bang = text.find('!'), equals = std::min(text.find('='), text.size()), colon = text.find(':');
    if (bang != std::string::npos) {
      e.unit = without(text.substr(bang + 1), " ");
      text.resize(bang);
    }
    if (colon == std::string::npos || colon > equals || !text.starts_with("material")) {
      file_.fail(line, "expected " + expected);
    }
    e.material = index(line, text.substr(0, colon), "material");
    e.key = without(text.substr(colon + 1, std::min(equals, text.size()) - colon - 1), " ");
    if (const std::size_t bracket = e.key.find('['); bracket != std::string::npos) {
      e.other = index(line, e.key, e.key.substr(0, bracket));
      e.key.resize(bracket);
    }
    const std::string value = equals < text.size() ? text.substr(equals + 1) : "";
    for (std::size_t from = 0; (from = value.find_first_not_of(' ', from)) != std::string::npos;) {
      const std::size_t to = std::min(value.find(' ', from), value.size());
      e.values.push_back(without(value.substr(from, to - from), "\""));
      from = to;
    }
    return e;
  }

  /// 2 of "material[2]"; 0 where there are no brackets.
  std::size_t index(const Line& line, const std::string& text, const std::string& name) const {
    const std::string clean = without(text, " ");
    if (clean == name) {
      return 0;
    }
    const bool closed = clean.size() > name.size() + 2 && clean[name.size()] == '[' && clean.back() == ']';
    const auto number =
        closed ? to_integer(clean.substr(name.size() + 1, clean.size() - name.size() - 2)) : std::nullopt;
    if (!number || *number < 1 || *number > 100) {
      file_.fail(line, "expected " + name + "[NUMBER] with a number from 1 to 100");
    }
    return static_cast<std::size_t>(*number);
  }

  double value(const Line& line, const Entry& e, std::size_t k) const {
    const auto number = k < e.values.size() ? to_number(e.values[k]) : std::nullopt;
    if (!number) {
      file_.fail(line, "expected a number for " + e.key);
    }
    return *number;
  }

  double energy(const Line& line, const Entry& e, std::size_t k) const {
    const std::optional<double> mev = mev_of_vampire(value(line, e, k), e.unit);
    if (!mev) {
      file_.fail(line, "the unit !" + e.unit + " is none of J, J/atom, zJ, erg, eV, meV, Ryd, mRyd, Ht");
    }
    return *mev;
  }

  double moment(const Line& line, const Entry& e) const {
    const std::optional<double> unit = magnetons_of_vampire(e.unit);
    const double m = unit ? value(line, e, 0) * *unit : 0;
    if (!(m > 0 && m < 1e4)) {
      file_.fail(line, "expected a moment above zero, as in 2.2 !muB (J/T without a unit)");
    }
    return m;
  }

  Vector direction(const Line& line, const Entry& e) const {
    const Vector v{value(line, e, 0), value(line, e, 1), value(line, e, 2)};
    if (v == Vector{}) {
      file_.fail(line, "expected a direction, found three zeros");
    }
    return v;
  }

  void take(const Line& line, const Entry& e) {
    if (e.material == 0 || e.material > found_.materials.size()) {
      if (e.material > found_.materials.size()) {
        found_.lost.push_back(file_.mark(line) + ": a material beyond num-materials, which Vampire leaves out, too");
        return;
      }
      file_.fail(line, "expected material[NUMBER]:" + e.key);
    }
    VampireMaterial& m = found_.materials[e.material - 1];
    if (e.key == "material-name" && !e.values.empty()) {
      m.name = e.values.front();
    } else if (e.key == "atomic-spin-moment") {
      m.moment = moment(line, e);
      m.moment_from = file_.mark(line);
    } else if (e.key == "uniaxial-anisotropy-constant" || e.key == "second-order-uniaxial-anisotropy-constant") {
      m.anisotropy = energy(line, e, 0);
      note_anisotropy(m, m.anisotropy, line);
    } else if (e.key == "cubic-anisotropy-constant" || e.key == "fourth-order-cubic-anisotropy-constant") {
      m.cubic = energy(line, e, 0);
      note_anisotropy(m, m.cubic, line);
    } else if (double VampireMaterial::* const value = of_higher_order(e.key); value != nullptr) {
      m.*value = energy(line, e, 0);
      note_anisotropy(m, m.*value, line);
    } else if (e.key == "second-order-triaxial-anisotropy-vector" && e.values.size() == 3) {
      m.triaxial = {energy(line, e, 0), energy(line, e, 1), energy(line, e, 2)};
      note_anisotropy(m, m.triaxial == Vector{} ? 0 : 1, line);
    } else if (e.key == "uniaxial-anisotropy-direction" && !(e.values.size() == 1 && !to_number(e.values.front()))) {
      m.axis = direction(line, e);
    } else if (e.key == "exchange-matrix" && e.other > 0 && (e.values.size() == 1 || e.values.size() == 3)) {
      const std::size_t last = e.values.size() - 1;
      m.exchange[e.other - 1] = {energy(line, e, 0), energy(line, e, last / 2), energy(line, e, last)};
    } else if (e.key != "material-element" && e.key != "unit-cell-category") {
      lose(line, e);
    }
  }

  static double VampireMaterial::* of_higher_order(const std::string& key) {
    return key == "fourth-order-uniaxial-anisotropy-constant"  ? &VampireMaterial::fourth
           : key == "sixth-order-uniaxial-anisotropy-constant" ? &VampireMaterial::sixth
           : key == "sixth-order-cubic-anisotropy-constant"    ? &VampireMaterial::sixth_cubic
                                                               : nullptr;
  }

  void note_anisotropy(VampireMaterial& m, double value, const Line& line) const {
    m.anisotropy_from += value == 0 ? "" : (m.anisotropy_from.empty() ? "" : ", ") + file_.mark(line);
  }

  /// Each keyword once.
  void lose(const Line& line, const Entry& e) {
    const bool zero = !e.values.empty() && std::all_of(e.values.begin(), e.values.end(),
                                                       [](const std::string& v) { return to_number(v) == 0.0; });
    if (!zero && lost_.insert(e.key).second) {
      found_.lost.push_back(file_.mark(line) + ": " + e.key);
    }
  }

  TextFile file_;
  VampireMaterials found_;
  std::set<std::string> lost_;
};

} // namespace

VampireMaterials read_vampire_materials(const std::string& path) { return MaterialReader(path).read(); }

} // namespace neel::imports
