// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The runs of a scan as one file.

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/hdf5.hpp"
#include "output/grid_table.hpp"
#include "output/hamiltonian.hpp"
#include "output/result_parts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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

/// What an attribute of /results says of all runs; empty where they do not have it, or differ.
std::string common_text(const std::vector<std::string>& parts, const char* name) {
  std::set<std::string> texts;
  for (const std::string& part : parts) {
    const files::Hdf5Reader run(part + ".h5", false); // its checksum was looked at before
    texts.insert(run.has("/results", name) ? run.text_attribute("/results", name) : "");
  }
  return texts.size() == 1 ? *texts.begin() : "";
}

/// The order parameter of all runs; where they differ, those of each one's groups, one behind another. Empty where a
/// run has none.
std::string order_parameters(const std::vector<std::string>& parts, std::size_t groups) {
  std::string all;
  for (const std::string& part : parts) {
    const files::Hdf5Reader run(part + ".h5", false);
    if (!run.has("/results", "order_parameter")) {
      return {};
    }
    const std::string own = run.text_attribute("/results", "order_parameter");
    for (std::size_t g = 0; g < (own.find(',') == std::string::npos ? groups : 1); ++g) {
      all += (all.empty() ? "" : ",") + own;
    }
  }
  const std::string common = common_text(parts, "order_parameter");
  return common.empty() ? all : common;
}

/// Of each group of each run: are its systems disorder samples? Empty where a run does not say.
std::vector<std::int64_t> disorder_of(const std::vector<std::string>& parts) {
  std::vector<std::int64_t> all;
  for (const std::string& part : parts) {
    const files::Hdf5Reader run(part + ".h5", false);
    if (!run.has("/results", "disordered")) {
      return {};
    }
    const std::vector<std::int64_t> own = run.integers_attribute("/results", "disordered");
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

/// How many sites the averages of each run are over. Empty where a run does not say.
std::vector<double> sites_of(const std::vector<std::string>& parts) {
  std::vector<double> all;
  for (const std::string& part : parts) {
    const files::Hdf5Reader run(part + ".h5", false);
    if (!run.has("/results", "sites")) {
      return {};
    }
    all.push_back(run.number_attribute("/results", "sites"));
  }
  return all;
}

/// What `neel analyze` needs beside the numbers.
void write_what_is_needed(files::Hdf5Writer& file, const std::vector<std::string>& parts) {
  const std::vector<std::int64_t> disorder = disorder_of(parts);
  if (!disorder.empty()) {
    file.attribute("/results", "disordered", disorder);
  }
  const std::size_t groups = std::max<std::size_t>(1, disorder.size() / parts.size());
  if (const std::string order = order_parameters(parts, groups); !order.empty()) {
    file.attribute("/results", "order_parameter", order);
  }
  if (const std::string factor = common_text(parts, "susceptibility"); !factor.empty()) {
    file.attribute("/results", "susceptibility", factor);
  }
  if (const std::vector<double> sites = sites_of(parts); !sites.empty()) {
    file.attribute("/results", "sites", sites);
  }
}

void write_grid_results(const std::vector<models::Coordinate>& axes, const std::vector<std::string>& keys,
                        const std::vector<std::string>& parts, const std::string& input, const std::string& path) {
  std::string hashes;
  std::vector<std::string> files;
  double seconds = 0;
  std::int64_t interruptions = 0;
  for (const std::string& part : parts) {
    const Summary s = read_summary(part + ".h5");
    hashes += s.final_hash + "\n";
    files.push_back(part + ".h5");
    seconds += s.seconds;
    interruptions += s.interruptions;
  }
  const files::Hdf5Reader first(parts.front() + ".h5");
  files::Hdf5Writer file(path);
  write_head(file, input);
  file.copy(first, "/lattice");
  for (const std::string& group : first.members("/")) {
    if (group == "hamiltonian") {
      write_scan_hamiltonian(file, files, keys);
    } else if (group != "config" && group != "lattice" && group != "timing") {
      Group("/" + group, parts, axes).write(file);
    }
  }
  file.attribute("/results", "model", first.text_attribute("/results", "model"));
  write_what_is_needed(file, parts);
  file.attribute("/results", "complete", std::int64_t{1});
  file.attribute("/results", "final_configuration_hash", files::checksum(hashes)); // of those of the runs
  file.group("/timing");
  for (const char* name : {"version", "revision", "backend", "started"}) {
    file.attribute("/timing", name, first.text_attribute("/timing", name));
  }
  file.attribute("/timing", "threads", first.integer_attribute("/timing", "threads"));
  file.attribute("/timing", "seconds", seconds);
  file.attribute("/timing", "updates_per_ns", first.number_attribute("/timing", "updates_per_ns"));
  file.attribute("/timing", "interruptions", interruptions);
  file.commit();
}

/// Axes that a variable of the runs is called like are called by their whole key.
void name_apart(std::vector<models::Coordinate>& axes, const std::vector<std::string>& keys,
                const files::Hdf5Reader& run) {
  for (std::size_t a = 0; a < axes.size(); ++a) {
    bool taken = false;
    for (const std::string& group : run.members("/")) {
      taken = taken || (group != "config" && group != "lattice" && group != "hamiltonian" &&
                        run.has("/" + group + "/" + axes[a].name));
    }
    if (taken && keys[a] != "schedule.T" && keys[a] != "schedule.field") {
      axes[a].name = keys[a];
      std::replace(axes[a].name.begin(), axes[a].name.end(), '.', '_');
    }
  }
}

} // namespace

void write_grid(std::vector<models::Coordinate> axes, const std::vector<std::string>& keys,
                const std::vector<std::string>& parts, const std::vector<std::string>& inputs, const std::string& input,
                const std::string& base) {
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (const Summary s = read_summary(parts[k] + ".h5");
        !s.complete || !input::differences(s.input, inputs[k]).empty()) {
      throw FileError(parts[k] + ".h5 is not the finished run of this scan any more; has another process written it?");
    }
  }
  name_apart(axes, keys, files::Hdf5Reader(parts.front() + ".h5"));
  write_grid_table(axes, parts, input, base + ".tsv");
  write_grid_results(axes, keys, parts, input, base + ".h5"); // last: it says that all is there
}

} // namespace neel::output
