// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/start_file.hpp"

#include "files/checksum.hpp"
#include "files/hdf5.hpp"
#include "files/picture.hpp"
#include "model/site_layout.hpp"

#include <neel/run/capabilities.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>

namespace neel::models {

namespace {

/// "run.vtkhdf#T=0.5": the file, and what stands behind the sign.
std::pair<std::string, std::string> split(const std::string& text) {
  const std::size_t sign = text.rfind('#');
  std::string file = text.substr(0, sign), which = sign == std::string::npos ? "" : text.substr(sign + 1);
  if (file.ends_with(".h5")) { // results; configurations are beside them
    file = file.substr(0, file.size() - 3) + ".vtkhdf";
  }
  return {file, which};
}

template <class T>
std::vector<T> numbers_of(const run::Array& a) {
  std::vector<T> all(a.bytes.size() / sizeof(T));
  std::memcpy(all.data(), a.bytes.data(), a.bytes.size());
  return all;
}

template <class T>
bool parse(const std::string& text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, value);
  return failure == std::errc{} && rest == end;
}

class StartFile {
public:
  StartFile(const std::string& path, const std::string& which) : path_(path), file_(path) {
    if (!file_.has("/VTKHDF") || !file_.has("/VTKHDF/PointData")) {
      fail("it holds no configuration (NAME.vtkhdf)");
    }
    has_steps_ = file_.has("/VTKHDF/Steps");
    steps_ = has_steps_ ? file_.doubles("/VTKHDF/Steps/Values").size() : 1;
    if (steps_ == 0) {
      fail("it holds no snapshot");
    }
    choose(which);
  }

  std::vector<run::Configuration> configurations(const input::LatticeInput& lattice) const {
    check_lattice(lattice);
    const auto sites = static_cast<std::size_t>(lattice.sites());
    const std::vector<std::int64_t> numbers = systems();
    std::vector<run::Configuration> all;
    for (const std::size_t k : systems_) {
      const std::string suffix = k == 0 ? "" : "_" + std::to_string(numbers[k]);
      run::Configuration c;
      for (const char* name : {"spin", "phi"}) {
        if (has(name + suffix)) {
          c.name = name;
          c.values = numbers_of<float>(array(name + suffix, sites, run::Array::Number::f32, c.components));
        }
      }
      for (const char* name : {"species", "cell"}) {
        if (std::size_t one = 1; has(name + suffix)) {
          c.label_name = name;
          c.labels = numbers_of<std::uint8_t>(array(name + suffix, sites, run::Array::Number::u8, one));
        }
      }
      if (std::size_t others = 1; has("overlap" + suffix)) {
        c.overlaps = numbers_of<float>(array("overlap" + suffix, sites, run::Array::Number::f32, others));
      }
      all.push_back(std::move(c));
    }
    return all;
  }

private:
  [[noreturn]] void fail(const std::string& what) const { throw FileError("cannot read " + path_ + ": " + what); }
  bool has(const std::string& array) const { return file_.has("/VTKHDF/PointData/" + array); }

  std::vector<std::int64_t> systems() const {
    return file_.has("/neel") ? file_.integers("/neel/systems") : std::vector<std::int64_t>{0};
  }

  void choose(const std::string& which) {
    step_ = steps_ - 1;
    systems_.resize(systems().size());
    std::iota(systems_.begin(), systems_.end(), std::size_t{0});
    double temperature = 0;
    if (which.empty()) {
      return;
    }
    if (which.starts_with("T=") && parse(which.substr(2), temperature)) {
      choose_temperature(temperature);
    } else if (!parse(which, step_)) {
      fail("behind # stands the number of a snapshot, or T=0.5, not \"" + which + "\"");
    } else if (step_ >= steps_) {
      fail("it has " + std::to_string(steps_) + " snapshots, counted from 0, and none of number " + which);
    }
  }

  /// The last snapshot with a system at that temperature, and those of its systems that are at it.
  void choose_temperature(double temperature) {
    if (!file_.has("/neel")) {
      fail("it does not say of what temperature it is");
    }
    std::vector<std::size_t> sizes;
    const std::vector<double> all = file_.doubles("/neel/temperature", sizes);
    const std::size_t systems = systems_.size();
    if (all.size() != steps_ * systems) {
      fail("damaged at /neel/temperature");
    }
    const auto fits = [&](double t) { return std::abs(t - temperature) <= 1e-9 * std::abs(temperature); };
    const auto last = std::find_if(all.rbegin(), all.rend(), fits);
    if (last == all.rend()) {
      fail(fmt::format("it has no snapshot at T = {}; the last is at {}", temperature, all.back()));
    }
    step_ = static_cast<std::size_t>(all.rend() - last - 1) / systems;
    std::erase_if(systems_, [&](std::size_t k) { return !fits(all[step_ * systems + k]); });
  }

  void check_lattice(const input::LatticeInput& lattice) const {
    const bool crystal = file_.text_attribute("/VTKHDF", "Type") == "UnstructuredGrid";
    std::string there;
    bool same = crystal == !lattice.basis.empty();
    if (crystal) {
      const run::Array points = file_.array("/VTKHDF/Points");
      there = std::to_string(points.sizes.front()) + " sites of a crystal";
      const std::vector<float> here = same ? positions(lattice) : std::vector<float>{};
      same = same && points.number == run::Array::Number::f32 && points.bytes.size() == here.size() * sizeof(float) &&
             std::memcmp(points.bytes.data(), here.data(), points.bytes.size()) == 0;
    } else {
      const std::vector<std::int64_t> extent = file_.integers_attribute("/VTKHDF", "WholeExtent");
      const ImageLayout l = image_layout(lattice.size);
      if (extent.size() != 6) {
        fail("damaged at WholeExtent of /VTKHDF");
      }
      there = fmt::format("{} x {} x {} sites", extent[1] + 1, extent[3] + 1, extent[5] + 1);
      for (std::size_t a = 0; a < 3; ++a) {
        same = same && extent[2 * a + 1] == l.lengths[a] - 1;
      }
      same = same && file_.doubles_attribute("/VTKHDF", "Direction") == l.direction;
    }
    if (!same) {
      fail(fmt::format("it is of another lattice: {}, but this one has {} x {} x {} {}", there, lattice.size[0],
                       lattice.size[1], lattice.size[2],
                       lattice.basis.empty() ? "sites" : "cells of its own shape and basis"));
    }
  }

  /// The step of an array; `components` becomes what it has of them.
  run::Array array(const std::string& name, std::size_t sites, run::Array::Number number,
                   std::size_t& components) const {
    const std::string path = "/VTKHDF/PointData/" + name;
    const bool crystal = file_.text_attribute("/VTKHDF", "Type") == "UnstructuredGrid";
    run::Array a;
    if (has_steps_) {
      const std::vector<std::int64_t> offsets = file_.integers("/VTKHDF/Steps/PointDataOffsets/" + name);
      if (offsets.size() != steps_ || offsets[step_] < 0) {
        fail("damaged at the offsets of " + name);
      }
      a = file_.array(path, static_cast<std::uint64_t>(offsets[step_]), crystal ? sites : 1);
    } else {
      a = file_.array(path);
    }
    const std::uint64_t all = run::product(a.sizes, 0, a.sizes.size());
    if (a.number != number || all == 0 || all % sites != 0) {
      fail(name + " has another shape than this lattice");
    }
    components = all / sites;
    return a;
  }

  std::string path_;
  files::Hdf5Reader file_;
  bool has_steps_ = false;
  std::size_t steps_ = 0;            ///< a file without them has one
  std::size_t step_ = 0;             ///< that is taken
  std::vector<std::size_t> systems_; ///< that are taken, of those in the file
};

std::string print_of(const std::vector<run::Configuration>& all) {
  std::string prints;
  for (const run::Configuration& c : all) {
    for (const auto& [data, size] :
         {std::pair<const void*, std::size_t>{c.values.data(), c.values.size() * sizeof(float)},
          {c.labels.data(), c.labels.size()},
          {c.overlaps.data(), c.overlaps.size() * sizeof(float)}}) {
      files::Checksum sum;
      sum.add({static_cast<const char*>(data), size});
      prints += files::hex(sum.value());
    }
  }
  return files::checksum(prints);
}

/// Why a system that is `now` cannot start from `c`, or nothing.
std::string against(const run::Configuration& c, const run::Configuration& now, int system) {
  const auto name = [](const run::Configuration& of) { return of.values.empty() ? of.label_name : of.name; };
  if (name(c) != name(now)) {
    return "it holds " + name(c) + "s, but this model has " + name(now) + "s";
  }
  if (c.values.size() != now.values.size()) {
    return fmt::format("its {}s have {} components, but those of this model {}", name(c), c.components, now.components);
  }
  if (!c.values.empty() && c.labels != now.labels) {
    return fmt::format("the ions of system {} are not those of this run: material, algorithm.systems or "
                       "material.disorder_seed differ",
                       system);
  }
  if (!c.overlaps.empty() && c.overlaps.size() != now.overlaps.size()) {
    return "it is of another number of replicas";
  }
  return "";
}

/// Lets all systems start from these, or says why not, on all ranks that share them.
std::string apply(run::Simulation& simulation, const std::vector<run::Configuration>& all, const input::RunInput& run,
                  run::Communicator& ranks) {
  simulation.set_conditions(run.schedule.temperature.front(), run.schedule.field.front());
  // Rank 0 alone has configurations, and says it.
  const auto told = [&](const auto& trouble) {
    std::string text = ranks.rank() == 0 ? trouble() : "";
    ranks.gather(std::as_bytes(std::span<const char>(text)), [&](int rank, std::span<const std::byte> its) {
      if (rank == 0) {
        text.assign(reinterpret_cast<const char*>(its.data()), its.size());
      }
    });
    return text;
  };
  for (int s = 0; s < simulation.systems(); ++s) {
    const run::Configuration& c = all[(static_cast<std::size_t>(s) + run.first_system) % all.size()];
    {
      const run::Configuration now = simulation.configuration(s);
      if (const std::string trouble = told([&] { return against(c, now, s); }); !trouble.empty()) {
        return trouble;
      }
    }
    run::get<run::Start>(simulation).set_configuration(s, c);
    const run::Configuration then = simulation.configuration(s);
    const std::string trouble = told([&]() -> std::string {
      return then.values == c.values && then.labels == c.labels
                 ? ""
                 : "a " + (c.values.empty() ? c.label_name : c.name) + " of it is no value that this model has";
    });
    if (!trouble.empty()) {
      return trouble;
    }
  }
  return simulation.check();
}

} // namespace

void start_from_file(input::Reader& in, const input::RunInput& run, Model& model) {
  if (run.schedule.start_file.empty()) {
    return;
  }
  const auto [path, which] = split(run.schedule.start_file);
  const std::string how = path.ends_with(".pbm") ? "it is a picture" : files::other_picture(path);
  if (!how.empty()) {
    throw FileError("cannot read " + path + ": " + how + "; boards start from one by cells.picture = \"NAME.pbm\"");
  }
  auto all =
      std::make_shared<const std::vector<run::Configuration>>(StartFile(path, which).configurations(run.lattice));
  const std::string print = print_of(*all);
  if (!run.schedule.start_checksum.empty() && run.schedule.start_checksum != print) {
    in.error("schedule.start_print", path + " is not the start that it was: its fingerprint is " + print);
  }
  in.resolve("schedule.start_print", input::quoted(print));
  model.files_read.emplace_back("schedule.start", path);
  model.make = [make = std::move(model.make), all = std::move(all), run, from = path](run::ExecutionContext where) {
    std::unique_ptr<run::Simulation> simulation = make(where);
    if (const std::string trouble = apply(*simulation, *all, run, *where.ranks); !trouble.empty()) {
      throw InputError("schedule.start: a run cannot start from " + from + ": " + trouble);
    }
    return simulation;
  };
}

} // namespace neel::models
