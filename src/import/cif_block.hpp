// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The block of a CIF that has the crystal, item by item.

#include "import/imported.hpp"

#include <map>

namespace neel::imports {

/// A column of a loop, or a single value.
struct CifItem {
  int line = 0;
  std::vector<std::string> values; ///< as they stand there, with quotes
};

class CifBlock {
public:
  /// The first block that has a cell. Throws InputError; `lost` has the others.
  CifBlock(const std::string& path, std::vector<std::string>& lost);

  /// By the first of these tags that is there; tags in small letters, with _ for each point.
  const CifItem* find(const std::vector<std::string>& tags) const;
  /// Its first value without quotes, or nothing.
  std::string text(const std::vector<std::string>& tags) const;
  static std::string unquoted(const std::string& value);
  /// "?" or ".".
  static bool is_null(const std::string& value);
  /// "5.352(3)" is 5.352; `what` is named where it is no number.
  double number(const CifItem& item, std::size_t k, const std::string& what) const;
  static std::optional<double> number(const std::string& value);

  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail(const CifItem& item, const std::string& what) const;

private:
  std::string path_;
  std::map<std::string, CifItem> items_;
};

} // namespace neel::imports
