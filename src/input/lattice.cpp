// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/lattice.hpp"

#include <fmt/format.h>

namespace neel::input {

namespace {

const std::array<const char*, 3> axis_name{"x", "y", "z"};

/// Returns the number of lengths.
std::size_t read_size(Reader& in, const ModelTraits& model, LatticeInput& lattice) {
  const bool half_lattices = model.most_sites > most_sites;
  in.declare(
      {"lattice.size", std::string("lengths along x, y and z; at most ") +
                           (half_lattices ? "2^34 sites per system, 2^31 of crystals" : "2^31 sites per system")},
      "one to three whole numbers");
  const std::vector<double> size = in.numbers("lattice.size");
  if (size.size() > 3) {
    in.error("lattice.size", "expected one to three lengths, found " + std::to_string(size.size()));
    return size.size();
  }
  std::int64_t sites = 1;
  for (std::size_t a = 0; a < size.size(); ++a) {
    if (size[a] < 1 || size[a] > 1'000'000 || size[a] != static_cast<int>(size[a])) {
      in.error("lattice.size", "expected whole numbers from 1 to 1000000, found " + exact(size[a]));
      return size.size();
    }
    lattice.size[a] = static_cast<int>(size[a]);
    const int counted = a == 0 && half_lattices ? (lattice.size[a] + 7) / 8 * 8 : lattice.size[a];
    sites = sites > model.most_sites ? sites : sites * counted;
  }
  in.resolve("lattice.size", "[" + joined(lattice.size) + "]");
  if (half_lattices && sites / (std::int64_t{lattice.size[0] + 7} / 8 * 8) >= std::int64_t{1} << 30) {
    in.error("lattice.size", "2^30 rows along x or more in one system; let x be a longer axis");
  } else if (sites > model.most_sites) {
    in.error("lattice.size", half_lattices
                                 ? "more than 2^34 sites in one system (rows along x counting as if filled up to a "
                                   "multiple of 8), the most that random numbers are counted for"
                                 : "more than 2^31 sites in one system, the most that 32-bit site numbers allow");
  }
  return size.size();
}

void read_boundary(Reader& in, const ModelTraits& model, std::size_t lengths, LatticeInput& lattice) {
  const Value* const given = in.node("lattice.boundary");
  std::vector<std::string> boundary = in.texts(
      {"lattice.boundary", std::string("\"open\" or \"periodic\" for all axes, or a list with one for each length") +
                               (model.any_length ? "" : "; periodic lengths are even")},
      std::vector<std::string>{"periodic"});
  if (given == nullptr || given->as<std::string>() != nullptr) {
    boundary.resize(lengths, boundary.front());
  }
  while (boundary.size() > lengths && boundary.size() <= 3 && boundary.back() == "open") {
    boundary.pop_back(); // of an axis without a length, as resolved inputs have it
  }
  while (boundary.size() < lengths && lattice.size[boundary.size()] == 1) {
    boundary.emplace_back("open"); // as resolved inputs have a length for it
  }
  if (boundary.size() != lengths) {
    in.error("lattice.boundary", "expected one word, or a list with one for each of the " + std::to_string(lengths) +
                                     " lengths in lattice.size, found a list of " + std::to_string(boundary.size()));
    return;
  }
  boundary.resize(3, "open"); // axes without a length have one site and no bond
  for (std::size_t a = 0; a < 3; ++a) {
    if (boundary[a] != "open" && boundary[a] != "periodic") {
      in.error("lattice.boundary", "\"" + boundary[a] + "\" is not one of open, periodic");
      return;
    }
    lattice.periodic[a] = boundary[a] == "periodic" && (lattice.size[a] > 1 || model.images[a]);
    if (lattice.size[a] == 1 && boundary[a] == "periodic" && (given != nullptr || lattice.periodic[a])) {
      lattice.note +=
          fmt::format("note: one cell along {}, {}\n", axis_name[a],
                      lattice.periodic[a] ? "periodic: bonds along it lead to images of the same cell"
                                          : "without bonds along it: a film, though the input says periodic");
    }
    if (lattice.periodic[a] && lattice.size[a] % 2 != 0 && !model.any_length) {
      in.error("lattice.size", std::string("the ") + axis_name[a] +
                                   " axis is periodic, so its length must be even, not " +
                                   std::to_string(lattice.size[a]) +
                                   " (red/black sublattices would not close); use an even length or an open boundary");
    }
  }
  const auto word = [](bool periodic) { return quoted(periodic ? "periodic" : "open"); };
  in.resolve("lattice.boundary", "[" + joined(lattice.periodic, word) + "]");
}

} // namespace

void read_lattice(Reader& in, const ModelTraits& model, LatticeInput& lattice) {
  const std::size_t lengths = read_size(in, model, lattice);
  if (in.when(in.sound("lattice.size"))) {
    read_boundary(in, model, lengths, lattice);
  } else {
    in.has("lattice.boundary");
  }
}

} // namespace neel::input
