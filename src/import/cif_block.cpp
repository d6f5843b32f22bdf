// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// gemmi reads the grammar.

#include "import/cif_block.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"

#include <fmt/format.h>

#include <gemmi/cif.hpp>
#include <gemmi/numb.hpp>

#include <algorithm>
#include <cmath>

namespace neel::imports {

namespace {

/// Tags with _ for each point: dictionaries have them both ways.
std::string plain_tag(std::string tag) {
  std::replace(tag.begin(), tag.end(), '.', '_');
  return lower_case(tag);
}

std::map<std::string, CifItem> items_of(const gemmi::cif::Block& block) {
  std::map<std::string, CifItem> items;
  for (const gemmi::cif::Item& item : block.items) {
    if (item.type == gemmi::cif::ItemType::Pair) {
      items[plain_tag(item.pair[0])] = {item.line_number, {item.pair[1]}};
    } else if (item.type == gemmi::cif::ItemType::Loop) {
      const std::size_t width = item.loop.tags.size();
      for (std::size_t k = 0; k < item.loop.values.size(); ++k) {
        CifItem& column = items[plain_tag(item.loop.tags[k % width])];
        column.line = item.line_number;
        column.values.push_back(item.loop.values[k]);
      }
    }
  }
  return items;
}

/// "fe.cif:3:1: parse error" and "fe.cif:3 in data_a: duplicate tag" as files and lines stand elsewhere.
std::string plain_error(const std::string& said, const std::string& path) {
  const std::size_t colon = said.find(": ");
  const std::size_t digits = said.find_first_not_of("0123456789", path.size() + 1);
  if (!said.starts_with(path + ":") || colon == std::string::npos || digits == std::string::npos) {
    return path + ": " + said;
  }
  return said.substr(0, digits) + said.substr(colon);
}

} // namespace

CifBlock::CifBlock(const std::string& path, std::vector<std::string>& lost) : path_(path) {
  const std::string text = files::read_text(path);
  gemmi::cif::Document document;
  try {
    document = gemmi::cif::read_memory(text.data(), text.size(), path.c_str());
  } catch (const std::exception& e) {
    throw InputError(plain_error(e.what(), path));
  }
  std::string taken;
  for (const gemmi::cif::Block& block : document.blocks) {
    std::map<std::string, CifItem> items = items_of(block);
    if (!items.contains("_cell_length_a")) {
      continue;
    }
    if (items_.empty()) {
      items_ = std::move(items);
      taken = block.name;
    } else {
      lost.push_back(
          fmt::format("the block data_{}: the first that has a cell, data_{}, was taken", block.name, taken));
    }
  }
  if (items_.empty()) {
    fail("has no block with a cell (_cell_length_a)");
  }
}

void CifBlock::fail(const std::string& what) const { throw InputError(path_ + ": " + what); }

void CifBlock::fail(const CifItem& item, const std::string& what) const {
  throw InputError(fmt::format("{}:{}: {}", path_, item.line, what));
}

const CifItem* CifBlock::find(const std::vector<std::string>& tags) const {
  for (const std::string& tag : tags) {
    const auto at = items_.find(tag);
    if (at != items_.end()) {
      return &at->second;
    }
  }
  return nullptr;
}

std::string CifBlock::text(const std::vector<std::string>& tags) const {
  const CifItem* const item = find(tags);
  return item == nullptr ? "" : unquoted(item->values.front());
}

std::string CifBlock::unquoted(const std::string& value) { return gemmi::cif::as_string(value); }

bool CifBlock::is_null(const std::string& value) { return gemmi::cif::is_null(value); }

std::optional<double> CifBlock::number(const std::string& value) {
  const double x = gemmi::cif::as_number(value);
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

double CifBlock::number(const CifItem& item, std::size_t k, const std::string& what) const {
  const std::optional<double> x = number(item.values[k]);
  if (!x) {
    fail(item, fmt::format("{} is a number, found {}", what, item.values[k].substr(0, 40)));
  }
  return *x;
}

} // namespace neel::imports
