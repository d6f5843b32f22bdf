// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "tc/question.hpp"

#include "crystal/crystal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::tc {

namespace {

constexpr int longest_period = 8; ///< in cells, of orders that lattices are made to fit
constexpr double equal = 1e-6;    ///< temperatures of mean field
const std::vector<int> periods{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24};

std::string text_at(input::Reader& in, const std::string& key) {
  const input::Value* const v = in.node(key);
  const auto* const text = v == nullptr ? nullptr : v->as<std::string>();
  return text == nullptr ? "" : *text;
}

std::vector<std::int64_t> whole_numbers(const input::Value* v) {
  std::vector<std::int64_t> all;
  const auto* const list = v == nullptr ? nullptr : v->as<input::Value::List>();
  for (std::size_t k = 0; list != nullptr && k < list->size(); ++k) {
    const auto* const n = (*list)[k].as<std::int64_t>();
    all.push_back(n == nullptr ? 0 : *n);
  }
  return all;
}

} // namespace

std::string list_of(Size size) { return fmt::format("[{}, {}, {}]", size[0], size[1], size[2]); }

Question::Question(input::Reader in) : in_(std::move(in)) {
  check(in_);
  const std::string kind = text_at(in_, "lattice.kind");
  if (crystal::is_flat_lattice(kind)) {
    long_[2] = false;
  }
  if (const input::Value* const size = in_.node("lattice.size")) {
    const std::vector<std::int64_t> lengths = whole_numbers(size);
    given_ = true;
    for (std::size_t a = 0; a < 3; ++a) {
      smallest_[a] = a < lengths.size() ? static_cast<int>(std::clamp<std::int64_t>(lengths[a], 1, 1'000'000)) : 1;
      long_[a] = smallest_[a] > 1;
    }
  } else if (kind.empty() && !in_.has("lattice.cell")) {
    throw InputError("lattice.kind: missing; neel tc needs lattice.kind (\"cubic\", \"square\", \"bcc\", ...), "
                     "lattice.cell with [[lattice.basis]], or the size of the smallest lattice");
  }
  if (const input::Value* const boundary = in_.node("lattice.boundary")) {
    const auto* const words = boundary->as<input::Value::List>();
    for (std::size_t a = 0; words != nullptr && a < std::min<std::size_t>(3, words->size()); ++a) {
      const auto* const word = (*words)[a].as<std::string>();
      long_[a] = long_[a] && (given_ || word == nullptr || *word != "open");
    }
  }
  seed_ = static_cast<std::uint64_t>(in_.integer("algorithm.seed", 0, INT64_MAX / 2, 1));
  disorder_seed_ = static_cast<std::uint64_t>(in_.integer("material.disorder_seed", 0, INT64_MAX / 2, 1));
  set_common();
  find_order();
  kind_ = find_kind();
  if (kind_ == Kind::kosterlitz_thouless) {
    common_.emplace_back("measure.stiffness=true");
    if (std::any_of(expected_.q.begin(), expected_.q.end(),
                    [](double q) { return std::abs(2 * q - std::round(2 * q)) > equal; })) {
      notes_ += "note: spins turn from site to site; a transition of their chirality is not looked for\n";
    }
  }
}

void Question::check(input::Reader& in) const {
  const std::string model = text_at(in, "model.name");
  if (model == "edwards-anderson" || in.has("couplings.disorder") || in.has("couplings.file")) {
    throw InputError(
        "neel tc is for couplings that repeat from cell to cell; T_c of a spin glass: docs/spin-glasses.md "
        "and docs/edwards-anderson.md");
  }
  const auto& known = models::models_on_crystals;
  if (!model.empty() && std::find(known.begin(), known.end(), model) == known.end()) {
    throw InputError("neel tc is for the models ising, xy and heisenberg, found model.name = \"" + model + "\"");
  }
  if (in.has("scan")) {
    throw InputError(
        "scan: neel tc chooses sizes and temperatures by itself; leave the table out, and give other keys one value");
  }
  if (in.has("constraint")) {
    throw InputError("constraint: neel tc looks for the transition of free spins; leave the table out");
  }
  for (const char* key : {"dipoles", "couplings.four_spin"}) {
    if (in.has(key)) {
      throw InputError(std::string(key) +
                       ": neel tc takes order, lattices and temperatures from the bonds alone; leave the table out, "
                       "or temper several sizes with neel run, and compare them with neel analyze (docs/tempering.md)");
    }
  }
  if (in.has("schedule.field")) {
    const input::Value* const v = in.node("schedule.field");
    const auto* const real = v->as<double>();
    const auto* const whole = v->as<std::int64_t>();
    if (!((real != nullptr && *real == 0) || (whole != nullptr && *whole == 0))) {
      throw InputError("schedule.field: neel tc looks for the transition without a field; leave the key out");
    }
  }
}

/// What the input says of its own runs goes; what a crossing needs is measured.
void Question::set_common() {
  for (const char* table : {"schedule", "pt", "measure", "output", "parallel"}) {
    if (in_.has(table)) {
      in_.drop(table);
      notes_ += fmt::format("note: [{}] of the input is left out; neel tc sets it\n", table);
    }
  }
  for (const char* key : {"algorithm.systems", "algorithm.first_system"}) {
    in_.drop(key);
  }
  common_ = {"schedule.kind=temper", "measure.correlation_length=true", "output.configurations=none"};
  const std::string model = text_at(in_, "model.name");
  if (!in_.has("algorithm.update")) { // the one place where moves are chosen
    common_.emplace_back(model == "ising" ? "algorithm.update=[\"heatbath\"]"
                         : model == "xy"  ? "algorithm.update=[\"metropolis\", \"overrelax:4\"]"
                                          : "algorithm.update=[\"heatbath\", \"overrelax:3\"]");
  }
}

input::Reader Question::with(const std::vector<std::string>& assignments) const {
  input::Reader in = in_;
  for (const std::vector<std::string>* all : {&common_, &assignments}) {
    for (const std::string& one : *all) {
      in.set(one);
    }
  }
  return in;
}

std::vector<std::string> Question::trial(Size size) const {
  return {"lattice.size=" + list_of(size), "schedule.T=[2.0, 1.0]", "schedule.thermalize=1", "schedule.sweeps=100"};
}

/// Nothing where the lattice is too small for the bonds.
std::optional<models::ExpectedOrder> Question::expected_of(Size size) const {
  try {
    return models::expected_order(with(trial(size)));
  } catch (const InputError& e) {
    why_not_ = e.what();
    return {};
  }
}

Size Question::shape(int n) const {
  Size size{1, 1, 1};
  for (std::size_t a = 0; a < 3; ++a) {
    size[a] = long_[a] ? n : 1;
  }
  return size;
}

/// The order of the highest temperature of mean field on lattices of any period, and the least period that has it.
void Question::find_order() {
  std::vector<std::pair<int, models::ExpectedOrder>> known;
  double highest = 0;
  for (const int n : periods) {
    if (std::optional<models::ExpectedOrder> e = expected_of(shape(n))) {
      highest = std::max(highest, e->temperature);
      known.emplace_back(n, std::move(*e));
    }
  }
  if (known.empty()) {
    throw InputError(why_not_);
  }
  const auto fits = [&](double tolerance) {
    return std::find_if(known.begin(), known.end(),
                        [&](const auto& k) { return k.second.temperature >= highest * (1 - tolerance); });
  };
  auto period = fits(equal);
  int unit = period->first; // a multiple of it, where it is too short for the bonds
  if (unit > longest_period) {
    constexpr double nearly = 3e-3;
    notes_ += fmt::format("note: in mean field the order has no short period (best of up to 24 cells: {});\n",
                          period->second.text);
    period = fits(nearly);
    unit = period->first;
    notes_ += fmt::format("  multiples of {} cells fit it to {:.1g} %: T_c is that of such lattices\n", unit,
                          100 * (1 - period->second.temperature / highest));
  }
  expected_ = period->second;
  for (int n = 1; n <= unit; ++n) { // a size that is too short for the bonds has a period of its own
    const bool whole = std::all_of(expected_.q.begin(), expected_.q.end(),
                                   [n](double q) { return std::abs(q * n - std::round(q * n)) < 1e-9; });
    if (whole) {
      unit = n;
      break;
    }
  }
  if (given_) {
    const std::optional<models::ExpectedOrder> own = expected_of(smallest_);
    if (!own) {
      throw InputError(why_not_);
    }
    if (own->temperature < highest * (1 - equal) && unit <= longest_period) {
      throw InputError(
          fmt::format("lattice.size: the order of mean field, {}, does not fit a lattice of {} cells; lengths that do "
                      "are multiples of {}",
                      expected_.text, text(1), unit));
    }
    expected_ = *own;
  } else {
    find_smallest(unit);
  }
}

/// Of even lengths, for few colours; large enough for the bonds, and for a transition to show.
void Question::find_smallest(int unit) {
  constexpr std::int64_t fewest[] = {1, 8, 16, 60}; // by dimension
  constexpr int shortest = 4;                       // of two cells xi/L means nothing
  const int even = std::lcm(2, unit);
  for (int n = (shortest + even - 1) / even * even; n < 1000; n += even) {
    smallest_ = shape(n);
    if (sites(1) >= fewest[expected_.dimension]) {
      if (const std::optional<models::ExpectedOrder> e = expected_of(smallest_)) {
        expected_ = *e;
        return;
      }
    }
  }
  throw InputError(why_not_);
}

Kind Question::find_kind() const {
  const models::ExpectedOrder& e = expected_;
  if (e.temperature == 0 || e.dimension == 0) {
    return Kind::nothing_ordered;
  }
  if (e.dimension == 1) {
    return Kind::one_dimension;
  }
  if (e.dimension == 2 && e.easy_plane) {
    throw InputError(
        "material.anisotropy: spins in a plane of two dimensions have a Kosterlitz-Thouless transition, which neel tc "
        "finds for the model xy alone");
  }
  if (e.dimension == 2 && e.rotations) {
    return e.components == 2 ? Kind::kosterlitz_thouless : Kind::mermin_wagner;
  }
  return Kind::crossing;
}

int Question::length(int multiple) const {
  for (std::size_t a = 0; a < 3; ++a) {
    if (long_[a]) {
      return smallest_[a] * multiple;
    }
  }
  return 1;
}

Size Question::size(int multiple) const {
  Size s = smallest_;
  for (std::size_t a = 0; a < 3; ++a) {
    s[a] *= long_[a] ? multiple : 1;
  }
  return s;
}

std::string Question::text(int multiple) const {
  const Size s = size(multiple);
  std::string text;
  bool alike = true;
  for (std::size_t a = 0; a < 3; ++a) {
    text += long_[a] ? (text.empty() ? "" : " x ") + std::to_string(s[a]) : "";
    alike = alike && (!long_[a] || s[a] == length(multiple));
  }
  return alike ? std::to_string(length(multiple)) : text;
}

std::int64_t Question::sites(int multiple) const {
  const Size s = size(multiple);
  return std::int64_t{s[0]} * s[1] * s[2] * expected_.basis;
}

} // namespace neel::tc
