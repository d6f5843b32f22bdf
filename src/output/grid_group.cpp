// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/grid_group.hpp"

#include "errors/errors.hpp"
#include "output/result_parts.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace neel::output {

namespace {

using Sizes = std::vector<std::size_t>;

std::size_t count(const Sizes& sizes) {
  std::size_t n = 1;
  for (const std::size_t s : sizes) {
    n *= s;
  }
  return n;
}

template <class T>
std::vector<T> read(const files::Hdf5Reader& file, const std::string& path, Sizes& sizes) {
  if constexpr (std::is_same_v<T, double>) {
    return file.doubles(path, sizes);
  } else {
    return file.integers(path, sizes);
  }
}

/// Copies an array of shape `from` into the corner of one of shape `to`.
template <class T>
void copy_corner(std::span<const T> source, const Sizes& from, std::span<T> target, const Sizes& to) {
  if (from.empty()) {
    target[0] = source[0];
    return;
  }
  const std::size_t row = from.back(), rows = source.size() / std::max<std::size_t>(row, 1);
  for (std::size_t r = 0; r < rows; ++r) {
    std::size_t at = 0, stride = to.back(), rest = r;
    for (std::size_t a = from.size() - 1; a-- > 0;) {
      at += rest % from[a] * stride;
      rest /= from[a];
      stride *= to[a];
    }
    std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(r * row), row,
                target.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

/// One group of all runs, such as /results.
class Group {
public:
  Group(std::string name, const std::vector<std::string>& parts, const std::vector<models::Coordinate>& axes)
      : name_(std::move(name)), parts_(parts), axes_(axes), first_(parts.front() + ".h5", false) {
    std::map<std::string, std::size_t> runs_with;
    for (const std::string& part : parts_) {
      const files::Hdf5Reader run(part + ".h5", false);
      for (const std::string& member : run.has(name_) ? run.members(name_) : std::vector<std::string>{}) {
        ++runs_with[member];
      }
    }
    for (const std::string& member : first_.members(name_)) {
      const bool everywhere = runs_with[member] == parts_.size();
      const bool scanned =
          std::any_of(axes.begin(), axes.end(), [&](const models::Coordinate& a) { return a.name == member; });
      if (everywhere && !scanned) {
        (first_.has(path(member), "CLASS") ? scales_ : variables_).push_back(member);
      }
    }
  }

  void write(files::Hdf5Writer& file) {
    file.group(name_);
    for (const models::Coordinate& a : axes_) {
      file.scale(path(a.name), a.values, a.units, a.long_name);
      own_.push_back({a.name, a.values.size()});
    }
    for (const std::string& scale : scales_) {
      if (first_.holds_integers(path(scale))) {
        write_scale<std::int64_t>(file, scale);
      } else {
        write_scale<double>(file, scale);
      }
    }
    for (const std::string& variable : variables_) {
      if (first_.holds_integers(path(variable))) {
        write_variable<std::int64_t>(file, variable);
      } else {
        write_variable<double>(file, variable);
      }
    }
  }

private:
  std::string path(const std::string& member) const { return name_ + "/" + member; }

  /// A scale: the longest, where the others are the beginning of it; else the numbers of its values, which become a variable.
  template <class T>
  void write_scale(files::Hdf5Writer& file, const std::string& scale) {
    std::vector<T> longest;
    std::vector<std::vector<T>> all;
    for (const std::string& part : parts_) {
      Sizes sizes;
      all.push_back(read<T>(files::Hdf5Reader(part + ".h5", false), path(scale), sizes));
      longest = all.back().size() > longest.size() ? all.back() : longest;
    }
    const bool same = std::all_of(all.begin(), all.end(), [&](const auto& values) {
      return std::equal(values.begin(), values.end(), longest.begin());
    });
    const std::string long_name = first_.text_attribute(path(scale), "long_name");
    axis_[scale] = same ? scale : scale + "_number";
    if constexpr (std::is_same_v<T, double>) {
      if (same) {
        file.scale(path(scale), longest, first_.text_attribute(path(scale), "units"), long_name);
        return;
      }
    } else if (same) {
      file.scale(path(scale), longest, long_name);
      return;
    }
    file.scale(path(axis_[scale]), count_up(longest.size()), "number: " + long_name);
    variables_.push_back(scale);
  }

  template <class T>
  void write_variable(files::Hdf5Writer& file, const std::string& variable) {
    const std::string at = path(variable);
    std::vector<Sizes> sizes(parts_.size());
    std::vector<std::vector<T>> values;
    Sizes most;
    for (std::size_t r = 0; r < parts_.size(); ++r) {
      values.push_back(read<T>(files::Hdf5Reader(parts_[r] + ".h5", false), at, sizes[r]));
      most = r == 0 ? sizes[r] : most;
      if (most.size() != sizes[r].size()) {
        throw FileError(at + " has another shape in one run of the scan than in another");
      }
      for (std::size_t a = 0; a < most.size(); ++a) {
        most[a] = std::max(most[a], sizes[r][a]);
      }
    }
    T nothing{};
    if constexpr (std::is_same_v<T, double>) {
      nothing = std::nan("");
    }
    std::vector<T> all(parts_.size() * count(most), nothing);
    for (std::size_t r = 0; r < parts_.size(); ++r) {
      copy_corner<T>(values[r], sizes[r], std::span(all).subspan(r * count(most), count(most)), most);
    }
    std::vector<files::Axis> axes = own_;
    const std::vector<std::string> names =
        axis_.contains(variable) ? std::vector<std::string>{variable} : first_.axes(at);
    for (std::size_t a = 0; a < names.size(); ++a) {
      if (axis_.contains(names[a])) { // else it is scanned, and has one value in each run
        axes.push_back({axis_[names[a]], most[a]});
      } else if (most[a] != 1) {
        throw FileError(at + " has several values of " + names[a] + " in one run, which the scan has, too");
      }
    }
    const std::string long_name = first_.text_attribute(at, "long_name");
    if constexpr (std::is_same_v<T, double>) {
      file.array(at, all, axes, first_.text_attribute(at, "units"), long_name);
    } else {
      file.array(at, all, axes, long_name);
    }
  }

  std::string name_;
  const std::vector<std::string>& parts_; ///< opened one by one: there may be more than files can be open
  const std::vector<models::Coordinate>& axes_;
  files::Hdf5Reader first_;
  std::vector<std::string> scales_, variables_;
  std::vector<files::Axis> own_;
  std::map<std::string, std::string> axis_; ///< of each scale
};

} // namespace

void write_grid_group(files::Hdf5Writer& file, const std::string& name, const std::vector<std::string>& parts,
                      const std::vector<models::Coordinate>& axes) {
  Group(name, parts, axes).write(file);
}

} // namespace neel::output
