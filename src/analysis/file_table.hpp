// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A dataset of a result file whose numbers are asked for by the names of its axes: a scan has more of them than a run.

#include "errors/errors.hpp"
#include "files/hdf5.hpp"

#include <map>

namespace neel::analysis {

/// Indices along some axes.
using Where = std::map<std::string, std::size_t>;

/// T: double or std::int64_t.
template <class T>
class FileTable {
public:
  /// `file_path`: for messages.
  FileTable(const files::Hdf5Reader& file, const std::string& file_path, const std::string& path)
      : place_(file_path + ": damaged at " + path) {
    if constexpr (std::is_same_v<T, double>) {
      values_ = file.doubles(path, sizes_);
    } else {
      values_ = file.integers(path, sizes_);
    }
    axes_ = file.has(path, "CLASS") ? std::vector{path.substr(path.rfind('/') + 1)} : file.axes(path);
  }

  const std::vector<std::size_t>& sizes() const { return sizes_; }
  const std::vector<std::string>& axes() const { return axes_; }

  /// So many numbers that follow each other from here on; the first along axes that are not named.
  std::span<const T> from(const Where& where, std::size_t count) const {
    std::size_t first = 0;
    bool inside = sizes_.size() == axes_.size();
    for (std::size_t a = 0; inside && a < axes_.size(); ++a) {
      const auto found = where.find(axes_[a]);
      const std::size_t at = found == where.end() ? 0 : found->second;
      inside = at < sizes_[a];
      first = first * sizes_[a] + at;
    }
    if (!inside || count > values_.size() - first) {
      throw FileError("cannot read " + place_);
    }
    return std::span(values_).subspan(first, count);
  }
  T at(const Where& where) const { return from(where, 1)[0]; }

private:
  std::string place_;
  std::vector<std::size_t> sizes_;
  std::vector<std::string> axes_;
  std::vector<T> values_;
};

} // namespace neel::analysis
