// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What `neel tc` is asked: an input without temperatures, the order that mean field expects of it, and the lattices
// that it fits.

#include "models/crystal/expected_order.hpp"

namespace neel::tc {

using Size = std::array<int, 3>;

/// How a transition is looked for; or why there is none.
enum class Kind { crossing, kosterlitz_thouless, mermin_wagner, one_dimension, nothing_ordered };

class Question {
public:
  /// Throws InputError where this is no question for `neel tc`.
  explicit Question(input::Reader in);

  const models::ExpectedOrder& expected() const { return expected_; }
  Kind kind() const { return kind_; }
  /// Notes for the log, a line each.
  const std::string& notes() const { return notes_; }
  /// The smallest lattice; others are multiples of it.
  Size smallest() const { return smallest_; }
  /// Length along the axes of several cells; of the smallest lattice the first of them.
  int length(int multiple) const;
  Size size(int multiple) const;
  /// "16" or "16 x 16 x 32".
  std::string text(int multiple) const;
  std::int64_t sites(int multiple) const;
  /// The input with these keys set, "schedule.sweeps=100".
  input::Reader with(const std::vector<std::string>& assignments) const;
  /// Keys that all runs have set.
  const std::vector<std::string>& common() const { return common_; }
  std::uint64_t seed() const { return seed_; }
  std::uint64_t disorder_seed() const { return disorder_seed_; }

private:
  void check(input::Reader& in) const;
  void set_common();
  std::vector<std::string> trial(Size size) const;
  std::optional<models::ExpectedOrder> expected_of(Size size) const;
  Size shape(int n) const;
  void find_order();
  void find_smallest(int unit);
  Kind find_kind() const;

  input::Reader in_;
  std::vector<std::string> common_;
  bool given_ = false;                         ///< the input has a size
  std::array<bool, 3> long_{true, true, true}; ///< axes of several cells
  Size smallest_{1, 1, 1};
  std::uint64_t seed_ = 1, disorder_seed_ = 1;
  models::ExpectedOrder expected_;
  Kind kind_ = Kind::crossing;
  std::string notes_;
  mutable std::string why_not_; ///< the last lattice that the input does not fit
};

/// "[8, 8, 8]".
std::string list_of(Size size);

} // namespace neel::tc
