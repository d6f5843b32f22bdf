// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a result file says of itself, be it of a run or of a scan: its runs, groups and points, what they differ in, and
// how its energy depends on that.

#include "analysis/file_table.hpp"
#include "analysis/run_data.hpp"
#include "input/scan.hpp"

namespace neel::analysis {

/// Where the values of a coordinate are, and the derivative of the energy by it.
struct Source {
  std::string dataset; ///< of /results; empty: `constant`
  double constant = 0;
  std::vector<std::string> moments; ///< whose sum with weights is the derivative; none where it is not known
  std::vector<double> weights;      ///< the same in all runs, or one set behind another
};

/// What a file is read for: reweighting, which needs an order parameter; or the overlaps of replicas.
enum class Question { order, overlaps };

class ResultHead {
public:
  /// Throws as read_runs() does.
  explicit ResultHead(const std::string& path, Question question = Question::order);

  /// The file without its states.
  RunData data;
  std::vector<Source> sources; ///< of data.coordinates
  std::string point_axis;      ///< name of the axis of the points; empty if each run has one point
  std::size_t runs = 1, groups = 1;
  std::vector<double> sites; ///< of each run: how many its averages are over
  bool is_scan() const { return !scan_.empty(); }

  Where where(std::size_t run, std::size_t group, std::size_t point) const;
  std::vector<std::int64_t> size_of(std::size_t run) const;
  std::uint64_t seed_of(std::size_t run) const;
  /// The file's name without its ending, with the size as the run of that size has it.
  std::string name_of(std::size_t run) const;
  const std::string& order_of(std::size_t run, std::size_t group) const;
  bool disorder_of(std::size_t run, std::size_t group) const;
  std::vector<double> weights_of(const Source& source, std::size_t run) const;

  [[noreturn]] void refuse(const std::string& why) const;
  void require(bool sound, const std::string& place) const;
  const files::Hdf5Reader& file() const { return file_; }
  const std::vector<input::ScanAxis>& scan() const { return scan_; }

private:
  void read_format();
  void read_input();
  void read_what_is_needed(const input::Value& input);
  void read_axes();
  void check_groups();
  void read_size();
  void read_sites();
  void add_coordinate(const std::string& name, const std::string& key);
  void read_coordinates();
  void read_parameter(const std::string& name);
  /// Of the whole number along each axis of the scan, that of one.
  std::size_t index(std::size_t run, std::size_t axis) const;

  files::Hdf5Reader file_;
  Question question_;
  std::uint64_t seed_ = 1; ///< of the first run
  std::vector<input::ScanAxis> scan_;
  std::vector<std::string> scan_axes_; ///< their names in the file
  std::string group_axis_;             ///< empty where there is one group
  std::vector<std::string> orders_;    ///< of each group; in a scan of each group of each run; or one for all
  std::vector<bool> disorder_;         ///< likewise
};

} // namespace neel::analysis
