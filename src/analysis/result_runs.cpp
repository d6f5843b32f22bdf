// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Each run of a result file: its place, size, seed, name and order parameter.

#include "analysis/result_head.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace neel::analysis {

namespace {

std::int64_t whole_number(const input::Value& v) {
  const auto* whole = v.as<std::int64_t>();
  const auto* real = v.as<double>();
  return whole != nullptr ? *whole : real != nullptr && std::abs(*real) < 1e9 ? std::llround(*real) : 0;
}

} // namespace

std::size_t ResultHead::index(std::size_t run, std::size_t axis) const {
  for (std::size_t a = scan_.size() - 1; a > axis; --a) {
    run /= scan_[a].values.size();
  }
  return run % scan_[axis].values.size();
}

Where ResultHead::where(std::size_t run, std::size_t group, std::size_t point) const {
  Where w;
  for (std::size_t a = 0; a < scan_.size(); ++a) {
    w[scan_axes_[a]] = index(run, a);
  }
  if (!group_axis_.empty()) {
    w[group_axis_] = group;
  }
  if (!point_axis.empty()) {
    w[point_axis] = point;
  }
  return w;
}

std::vector<std::int64_t> ResultHead::size_of(std::size_t run) const {
  for (std::size_t a = 0; a < scan_.size(); ++a) {
    if (scan_[a].key != "lattice.size") {
      continue;
    }
    const input::Value& value = scan_[a].values[index(run, a)];
    const auto* list = value.as<input::Value::List>();
    std::vector<std::int64_t> size;
    for (const input::Value& length : list == nullptr ? input::Value::List{value} : *list) {
      size.push_back(whole_number(length));
    }
    size.resize(std::max<std::size_t>(3, size.size()), 1);
    return size;
  }
  return data.size;
}

/// As the program chooses it.
std::uint64_t ResultHead::seed_of(std::size_t run) const {
  std::vector<std::size_t> at;
  for (std::size_t a = 0; a < scan_.size(); ++a) {
    at.push_back(index(run, a));
    if (scan_[a].key == "algorithm.seed") {
      return static_cast<std::uint64_t>(whole_number(scan_[a].values[at.back()]));
    }
  }
  return seed_ + static_cast<std::uint64_t>(input::seed_offset(at));
}

std::string ResultHead::name_of(std::size_t run) const {
  std::string name = std::filesystem::path(data.path).stem().string();
  for (std::size_t a = 0; a < scan_.size(); ++a) {
    if (scan_[a].key == "lattice.size") {
      name += "_" + scan_[a].name + input::to_name(scan_[a].values[index(run, a)]);
    }
  }
  return name;
}

const std::string& ResultHead::order_of(std::size_t run, std::size_t group) const {
  return orders_[orders_.size() == 1 ? 0 : orders_.size() == groups ? group : run * groups + group];
}

bool ResultHead::disorder_of(std::size_t run, std::size_t group) const {
  return disorder_[disorder_.size() == groups ? group : run * groups + group];
}

std::vector<double> ResultHead::weights_of(const Source& source, std::size_t run) const {
  const std::size_t n = source.moments.size(), first = source.weights.size() == n ? 0 : run * n;
  const auto begin = source.weights.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}

} // namespace neel::analysis
