// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/grid_table.hpp"

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/durable.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace neel::output {

namespace {

/// A NAME.tsv.
struct Table {
  std::vector<std::string> comments, names;
  std::vector<std::vector<std::string>> rows;
};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, '\t');) {
    cells.push_back(cell);
  }
  return cells;
}

Table read_table(const std::string& path) {
  Table table;
  std::istringstream in(files::read_text(path));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) {
      table.comments.push_back(line);
    } else if (table.names.empty()) {
      table.names = split(line);
    } else {
      table.rows.push_back(split(line));
    }
  }
  if (table.names.empty() || table.comments.size() < 2) {
    throw FileError("cannot read " + path + ": it is not a table of a run");
  }
  return table;
}

template <class T>
void add_new(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& m : more) {
    if (std::find(all.begin(), all.end(), m) == all.end()) {
      all.push_back(m);
    }
  }
}

} // namespace

void write_grid_table(const std::vector<models::Coordinate>& axes, const std::vector<std::string>& parts,
                      const std::string& input, const std::string& path) {
  Table all;
  std::vector<Table> tables;
  for (const models::Coordinate& a : axes) {
    all.names.push_back(a.name);
    all.comments.push_back("#   " + a.name + " [" + a.units + "] " + a.long_name);
  }
  for (const std::string& part : parts) {
    tables.push_back(read_table(part + ".tsv"));
    Table& t = tables.back();
    add_new(all.comments, {t.comments.begin() + 2, t.comments.end()});
    add_new(all.names, t.names);
  }
  const std::string& first = tables.front().comments.front();
  std::string text =
      first.substr(0, first.rfind(' ') + 1) + files::checksum(input) + "\n" + tables.front().comments.at(1) + "\n";
  for (const std::string& comment : all.comments) {
    text += comment + "\n";
  }
  for (const std::string& name : all.names) {
    text += (&name == &all.names.front() ? "" : "\t") + name;
  }
  text += "\n";
  for (std::size_t p = 0; p < tables.size(); ++p) {
    std::map<std::string, std::string> row;
    std::size_t below = parts.size();
    for (const models::Coordinate& a : axes) {
      const std::vector<double>& values = a.values;
      below /= values.size();
      row[a.name] = input::exact(values[p / below % values.size()]);
    }
    for (const std::vector<std::string>& cells : tables[p].rows) {
      for (std::size_t c = 0; c < cells.size(); ++c) {
        row[tables[p].names.at(c)] = cells[c];
      }
      for (const std::string& name : all.names) {
        const auto found = row.find(name);
        text += (&name == &all.names.front() ? "" : "\t") + (found == row.end() ? "nan" : found->second);
      }
      text += "\n";
    }
  }
  files::write_text(path, text);
}

} // namespace neel::output
