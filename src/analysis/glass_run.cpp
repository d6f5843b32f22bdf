// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/glass_run.hpp"

#include "analysis/result_head.hpp"
#include "errors/errors.hpp"
#include "input/run_input.hpp"

#include <neel/statistics/correlation_length.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::analysis {

namespace {

/// Samples of a coded system share random numbers: 32 in each of its words.
std::size_t share_numbers(const input::Value& input) {
  const input::Value* const kind = input::find(input, "coding.kind");
  const input::Value* const words = input::find(input, "coding.words");
  const auto* const name = kind == nullptr ? nullptr : kind->as<std::string>();
  const auto* const w = words == nullptr ? nullptr : words->as<std::int64_t>();
  const bool many = name != nullptr && *name == "asynchronous" && w != nullptr && *w > 0 && *w <= 1024;
  return many ? 32 * static_cast<std::size_t>(*w) : 1;
}

/// Means of draws, weighted with what was measured in each.
double mean(std::span<const double> draws, std::span<const std::int64_t> counts) {
  double sum = 0, n = 0;
  for (std::size_t d = 0; d < draws.size(); ++d) {
    if (counts[d] > 0) {
      sum += static_cast<double>(counts[d]) * draws[d];
      n += static_cast<double>(counts[d]);
    }
  }
  return sum / n;
}

class GlassFile {
public:
  explicit GlassFile(const std::string& path)
      : head_(path, Question::overlaps), counts_(head_.file(), path, "/samples/measurements"),
        energy_(head_.file(), path, "/samples/energy") {
    check_scan();
    correlated_ = share_numbers(stored_input(head_.data.input, path));
    draws_ = energy_.sizes().back();
    points_ = head_.point_axis.empty() ? 1 : energy_.sizes()[energy_.sizes().size() - 3];
    head_.require(draws_ > 0 && counts_.sizes().back() == draws_, "/samples");
    if (points_ == 0) {
      head_.refuse("no point of it is done yet");
    }
  }

  std::vector<GlassRun> read() {
    std::vector<GlassRun> all;
    for (std::size_t run = 0; run < head_.runs; ++run) {
      all.push_back(read_run(run));
    }
    return all;
  }

private:
  void check_scan() const;
  GlassRun read_run(std::size_t run);
  void read_points(GlassRun& g, std::size_t run);
  void read_moments(GlassRun& g, std::size_t run) const;
  void read_length(GlassRun& g, std::size_t run) const;
  void read_correlation(GlassRun& g, std::size_t run) const;
  void read_coldest(GlassRun& g, std::size_t run) const;
  std::vector<double> moment(const std::string& name, std::size_t run, std::size_t width = 1) const;
  std::span<const std::int64_t> counts(std::size_t run, std::size_t point) const {
    return counts_.from(head_.where(run, 0, point), draws_);
  }

  ResultHead head_;
  FileTable<std::int64_t> counts_;
  FileTable<double> energy_;
  std::size_t points_ = 1, draws_ = 0, chains_ = 0, correlated_ = 1; ///< chains_: of the run being read
  std::vector<std::size_t> order_;                                   ///< its points, as they rise
};

void GlassFile::check_scan() const {
  for (const input::ScanAxis& axis : head_.scan()) {
    if (axis.key != "lattice.size") {
      head_.refuse("it scans " + axis.key + "; analyse its runs, whose names begin with its own");
    }
  }
  if (head_.groups > 1) {
    head_.refuse("its systems differ in their composition; run these one by one");
  }
}

GlassRun GlassFile::read_run(std::size_t run) {
  GlassRun g;
  g.head = head_.data;
  g.head.size = head_.size_of(run);
  g.head.name = head_.name_of(run);
  g.quench = head_.point_axis == "t";
  const std::size_t all = energy_.sizes()[energy_.sizes().size() - 2];
  const std::span<const double> energies = energy_.from(head_.where(run, 0, 0), all * draws_);
  for (chains_ = all; chains_ > 0 && std::isnan(energies[(chains_ - 1) * draws_]);) {
    --chains_; // a scan's runs may have fewer than others
  }
  const bool alike = !head_.disorder_of(run, 0);
  const std::size_t sets = chains_ % correlated_ == 0 ? chains_ / correlated_ : chains_;
  g.samples = alike ? sets : chains_;
  if (g.samples < jackknife_blocks) {
    head_.refuse("it has " + std::to_string(g.samples) + (alike ? " independent systems" : " samples") +
                 ", and errors, which come from their spread, need " + std::to_string(jackknife_blocks) +
                 "; run more (algorithm.systems)");
  }
  read_points(g, run);
  read_moments(g, run);
  if (g.quench) {
    read_correlation(g, run);
  } else {
    read_coldest(g, run);
    g.gaussian = gaussian_bonds(head_.file(), stored_input(head_.data.input, head_.data.path),
                                head_.sites[run] / static_cast<double>(g.head.cells()));
  }
  return g;
}

/// Those with measurements.
void GlassFile::read_points(GlassRun& g, std::size_t run) {
  const std::string axis = g.quench ? "t" : "T";
  const FileTable<double> temperatures(head_.file(), head_.data.path, "/results/T");
  std::vector<double> value;
  order_.clear();
  for (std::size_t p = 0; p < points_; ++p) {
    const double t = temperatures.at(head_.where(run, 0, p));
    g.temperature = t;
    value.push_back(t);
    const auto own = counts(run, p);
    if (std::any_of(own.begin(), own.end(), [](std::int64_t n) { return n > 0; })) {
      head_.require(std::isfinite(t) && t > 0, "/results/T");
      order_.push_back(p);
    }
  }
  if (g.quench) {
    const std::string path = "/results/t";
    value = head_.file().holds_integers(path) ? [&] {
      const std::vector<std::int64_t> whole = head_.file().integers(path);
      return std::vector<double>(whole.begin(), whole.end());
    }()
                                              : head_.file().doubles(path);
    head_.require(value.size() == points_, path);
  }
  head_.require(!order_.empty(), "/samples/measurements");
  std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return value[a] < value[b]; });
  for (const std::size_t p : order_) {
    if (!g.points.empty() && g.points.back() == value[p]) {
      head_.refuse("it came to " + axis + " = " + input::exact(value[p]) + " twice; run it at each value once");
    }
    g.points.push_back(value[p]);
  }
}

/// Means (point, sample, component) of a moment with so many components.
std::vector<double> GlassFile::moment(const std::string& name, std::size_t run, std::size_t width) const {
  const std::string path = "/samples/" + name;
  const FileTable<double> table(head_.file(), head_.data.path, path);
  const bool disorder = head_.disorder_of(run, 0);
  const std::size_t together = disorder || chains_ % correlated_ != 0 ? 1 : correlated_;
  std::vector<double> all(order_.size() * (chains_ / together) * width, 0.0), draws(draws_);
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const auto n = counts(run, order_[k]);
    const auto own = table.from(head_.where(run, 0, order_[k]), chains_ * draws_ * width);
    for (std::size_t c = 0; c < chains_; ++c) {
      for (std::size_t w = 0; w < width; ++w) {
        for (std::size_t d = 0; d < draws_; ++d) {
          draws[d] = own[(c * draws_ + d) * width + w];
        }
        all[(k * (chains_ / together) + c / together) * width + w] += mean(draws, n) / static_cast<double>(together);
      }
    }
  }
  head_.require(std::all_of(all.begin(), all.end(), [](double v) { return std::abs(v) < 1e60; }), path);
  return all;
}

void GlassFile::read_moments(GlassRun& g, std::size_t run) const {
  g.square = moment("overlap_squared", run);
  g.fourth = moment("overlap_fourth", run);
  g.length = static_cast<int>(*std::max_element(g.head.size.begin(), g.head.size.end()));
  if (head_.file().has("/samples/overlap_mode")) {
    g.mode = moment("overlap_mode", run);
    read_length(g, run);
  }
}

/// The length of the lattice with which the moments give the file's own xi/L: the longest periodic one, which other axes of a crystal can
/// be longer than, in cells.
void GlassFile::read_length(GlassRun& g, std::size_t run) const {
  const FileTable<double> known(head_.file(), head_.data.path, "/results/correlation_length_over_L");
  const auto average = [&](const std::vector<double>& of, std::size_t point) {
    const auto first = of.begin() + static_cast<std::ptrdiff_t>(point * g.samples);
    return std::accumulate(first, first + static_cast<std::ptrdiff_t>(g.samples), 0.0) / static_cast<double>(g.samples);
  };
  for (std::size_t p = 0; p < order_.size(); ++p) {
    const double ratio = known.at(head_.where(run, 0, order_[p])), square = average(g.square, p),
                 mode = average(g.mode, p);
    const auto off = [&](std::int64_t l) {
      const int planes = static_cast<int>(l);
      return std::abs(statistics::second_moment_length(square, mode, planes) / planes - ratio);
    };
    if (std::isfinite(off(g.length))) {
      for (const std::int64_t l : g.head.size) {
        g.length = l > 1 && off(l) < off(g.length) ? static_cast<int>(l) : g.length;
      }
      return;
    }
  }
}

void GlassFile::read_correlation(GlassRun& g, std::size_t run) const {
  if (head_.file().has("/samples/overlap_correlation")) {
    g.distances = head_.file().doubles("/samples/r").size();
    g.correlation = moment("overlap_correlation", run, g.distances);
  }
}

void GlassFile::read_coldest(GlassRun& g, std::size_t run) const {
  const std::size_t point = order_.front();
  const Where where = head_.where(run, 0, point);
  GlassSeries& s = g.coldest;
  s.temperature = g.points.front();
  s.chains = chains_;
  s.correlated = chains_ % correlated_ == 0 ? correlated_ : 1;
  for (const std::int64_t n : counts(run, point)) {
    if (n > 0) {
      s.counts.push_back(static_cast<double>(n));
    }
  }
  const auto series = [&](const std::string& name) {
    std::vector<double> all;
    if (head_.file().has("/samples/" + name)) {
      const FileTable<double> table(head_.file(), head_.data.path, "/samples/" + name);
      const auto own = table.from(where, chains_ * draws_);
      for (std::size_t c = 0; c < chains_; ++c) {
        const auto first = own.subspan(c * draws_, s.draws());
        all.insert(all.end(), first.begin(), first.end());
      }
    }
    return all;
  };
  s.energy = series("energy");
  s.square = series("overlap_squared");
  s.link = series("link_overlap");
  const std::string known = "/equilibration/energy_octave";
  if (head_.file().has(known)) {
    const FileTable<double> values(head_.file(), head_.data.path, known),
        errors(head_.file(), head_.data.path, known + "_err");
    const std::size_t octaves = values.sizes().back();
    const auto value = values.from(where, octaves), error = errors.from(where, octaves);
    for (std::size_t k = 0; k < octaves && std::isfinite(value[k]); ++k) {
      s.energy_octaves.push_back({value[k], error[k]});
    }
  }
}

} // namespace

int GlassRun::shortest() const {
  std::int64_t least = *std::max_element(head.size.begin(), head.size.end());
  for (const std::int64_t l : head.size) {
    least = l > 1 ? std::min(least, l) : least;
  }
  return static_cast<int>(least);
}

bool has_overlaps(const std::string& path) {
  const files::Hdf5Reader file(path, false); // who reads it checks it
  return file.has("/samples/overlap_squared") && file.has("/samples/overlap_fourth");
}

std::vector<GlassRun> read_glasses(const std::string& path) { return GlassFile(path).read(); }

} // namespace neel::analysis
