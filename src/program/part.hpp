// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One of the parts that a study is worked on in by processes that know nothing of each other: array jobs.

#include "program/commands.hpp"

#include <compare>
#include <cstdint>
#include <set>
#include <string_view>

namespace neel::program {

/// Part `number` of `of`, counted from 1.
struct Part {
  std::int64_t number = 1, of = 1;

  auto operator<=>(const Part&) const = default;
  bool has_run(std::size_t k) const { return static_cast<std::int64_t>(k) % of == number - 1; }
};

/// --part K/N; nothing where it is not given. Throws InputError.
std::optional<Part> read_part(const RunOptions& options);
/// "K/N".
std::string to_text(Part part);
/// The name of a part of the run of this name, NAME.part-K-of-N. No other run may have such a name (is_part_name).
std::string part_base(const std::string& base, Part part);
bool is_part_name(std::string_view name);
/// The parts that have files beside those of the run of this name; `logs`: also those that have nothing but a log.
std::set<Part> find_parts(const std::string& base, bool logs);

} // namespace neel::program
