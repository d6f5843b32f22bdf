// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/snapshot_file.hpp"

#include "model/site_layout.hpp"
#include "output/result_parts.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

namespace neel::output {

namespace {

using files::Hdf5Type;

std::uint64_t product(const std::vector<std::uint64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{1}, std::multiplies<>());
}

/// The sizes of a chunk: equal parts of a step of so many numbers or less, one after another in memory, and as few as can be.
std::vector<std::uint64_t> chunk_of(const std::vector<std::uint64_t>& step, std::uint64_t most) {
  std::vector<std::uint64_t> chunk = step;
  for (std::size_t a = 0; a < chunk.size() && product(chunk) > most; ++a) {
    const std::uint64_t each = product(chunk) / step[a];
    std::uint64_t parts = 1;
    while (parts < step[a] && (step[a] % parts != 0 || step[a] / parts * each > most)) {
      ++parts;
    }
    chunk[a] = step[a] / parts;
  }
  return chunk;
}

/// Bytes as long as a multiple of the alignment.
void pad(std::string& bytes) {
  constexpr std::size_t n = files::AppendableFile::alignment;
  bytes.resize((bytes.size() + n - 1) / n * n);
}

template <class T>
std::string_view as_bytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

} // namespace

SnapshotFile::SnapshotFile(std::string path, const input::RunInput& run, SnapshotHead head, Shoot shoot)
    : path_(std::move(path)), run_(run), head_(std::move(head)), shoot_(std::move(shoot)) {
  const Shot first = shoot_(head_.places.front(), {0, 1});
  main_ = main_array(first.configuration);
  const auto sites = static_cast<std::uint64_t>(run.lattice.sites());
  const Sizes sizes = crystal() ? Sizes{sites} : models::image_layout(run.lattice.size).sizes;
  Sizes chunk = chunk_of(sizes, run::most_sites_at_once);
  pieces_ = product(sizes) / product(chunk);
  for (std::size_t k = 0; k < head_.places.size(); ++k) {
    for (const PointArray& a : point_arrays(first, suffix_of(k, head_.places[k]))) {
      Stored array{a.name, a.type, a.changes, sizes, chunk, pieces_, {}};
      if (a.components > 1) {
        array.step.push_back(a.components);
        array.chunk.push_back(a.components);
      }
      arrays_.push_back(std::move(array));
    }
  }
  if (crystal()) {
    fixed_ = {stored("Points", Hdf5Type::f32, {sites, 3}), stored("Offsets", Hdf5Type::i64, {sites + 1}),
              stored("Connectivity", Hdf5Type::i64, {sites}), stored("Types", Hdf5Type::u8, {sites})};
  }
}

SnapshotFile::Stored SnapshotFile::stored(const std::string& name, Hdf5Type type, Sizes step) const {
  constexpr std::uint64_t bytes = std::uint64_t{1} << 24;
  Stored s{name, type, false, std::move(step), {}, 1, {}};
  s.chunk = chunk_of(s.step, bytes / files::size_of(type));
  s.pieces = product(s.step) / product(s.chunk);
  return s;
}

void SnapshotFile::Batch::add(Stored& to, std::string_view from) {
  const std::size_t each = product(to.chunk) * files::size_of(to.type);
  for (; !from.empty(); from.remove_prefix(each)) {
    const files::FilteredChunk chunk = files::filter_chunk(to.type, from.substr(0, each));
    chunks.emplace_back(&to, files::StoredChunk{bytes.size(), chunk.bytes.size(), chunk.left_out});
    bytes += chunk.bytes;
    pad(bytes);
  }
}

/// Each site is a point, and a cell of VTK by itself.
SnapshotFile::Batch SnapshotFile::crystal_batch() {
  Batch batch;
  const auto sites = static_cast<std::size_t>(run_.lattice.sites());
  batch.add(fixed_[0], as_bytes(models::positions(run_.lattice)));
  std::vector<std::int64_t> count = count_up(sites + 1);
  batch.add(fixed_[1], as_bytes(count));
  count.pop_back();
  batch.add(fixed_[2], as_bytes(count));
  constexpr std::uint8_t vertex = 1;
  batch.add(fixed_[3], as_bytes(std::vector<std::uint8_t>(sites, vertex)));
  return batch;
}

void SnapshotFile::add(Moment moment) {
  const std::size_t before = steps_;
  if (before == 0 && crystal()) {
    ask(crystal_batch(), before);
  }
  const std::uint64_t each = static_cast<std::uint64_t>(run_.lattice.sites()) / pieces_;
  const std::uint64_t at_once = std::max<std::uint64_t>(1, run::most_sites_at_once / each);
  for (std::size_t k = 0; k < head_.places.size(); ++k) {
    for (std::uint64_t piece = 0; piece < pieces_; piece += at_once) {
      Batch batch;
      const Shot shot = shoot_(head_.places[k], {piece * each, std::min(at_once, pieces_ - piece) * each});
      const std::vector<PointArray> arrays = point_arrays(shot);
      for (std::size_t a = 0; a < arrays.size(); ++a) {
        Stored& to = arrays_[k * arrays.size() + a];
        if (to.changes || before == 0) {
          batch.add(to, arrays[a].bytes);
        }
      }
      ask(std::move(batch), before);
    }
  }
  ++steps_;
  last_sweep_ = moment.sweep;
  behind_.ask(0, [this, moment = std::move(moment)] { complete(moment); });
}

void SnapshotFile::ask(Batch batch, std::size_t before) {
  const std::size_t bytes = batch.bytes.capacity();
  behind_.ask(bytes, [this, batch = std::move(batch), before] { append(batch, before); });
}

void SnapshotFile::append(const Batch& batch, std::size_t before) {
  if (!file_) {
    file_ = std::make_unique<files::AppendableFile>(path_);
  }
  for (auto [to, chunk] : batch.chunks) {
    chunk.address += file_->end();
    to->chunks.push_back(chunk);
  }
  file_->append(batch.bytes, [&](std::uint64_t at) { return block(at, before); });
}

void SnapshotFile::complete(Moment moment) {
  moments_.push_back(std::move(moment));
  unpublished_ = true;
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - published_;
  if (moments_.size() == 1 || waited.count() >= 100 * publish_seconds_) {
    publish_now();
  }
}

void SnapshotFile::publish_now() {
  const auto begin = std::chrono::steady_clock::now();
  file_->publish(make());
  published_ = std::chrono::steady_clock::now();
  publish_seconds_ = std::chrono::duration<double>(published_ - begin).count();
  unpublished_ = false;
}

void SnapshotFile::publish() {
  behind_.wait();
  if (unpublished_) {
    publish_now();
  }
}

void SnapshotFile::finish() {
  behind_.wait();
  if (file_) {
    file_->finish(make());
    file_.reset();
  }
}

files::AppendableFile::Make SnapshotFile::make() const {
  return [this](std::uint64_t at) { return block(at, moments_.size()); };
}

/// A number that is another one where the arrays are others.
std::uint64_t SnapshotFile::layout() const {
  std::string text;
  for (const auto* all : {&arrays_, &fixed_}) {
    for (const Stored& a : *all) {
      text += a.name + " " + std::to_string(static_cast<int>(a.type));
      for (const auto* sizes : {&a.step, &a.chunk}) {
        for (const std::uint64_t n : *sizes) {
          text += " " + std::to_string(n);
        }
      }
      text += "\n";
    }
  }
  files::Checksum sum;
  sum.add(text);
  return sum.value();
}

std::vector<std::uint64_t> SnapshotFile::numbers() {
  behind_.wait();
  if (!file_) {
    return {};
  }
  std::vector<std::uint64_t> all{layout(), moments_.size(), file_->end(), file_->checksum()};
  const auto add = [&](double v) { all.push_back(std::bit_cast<std::uint64_t>(v)); };
  for (const Moment& m : moments_) {
    all.insert(all.end(), {m.sweep, static_cast<std::uint64_t>(m.point)});
    add(m.field);
    std::for_each(m.temperatures.begin(), m.temperatures.end(), add);
  }
  for (const auto* part : {&arrays_, &fixed_}) {
    for (const Stored& a : *part) {
      for (const files::StoredChunk& c : a.chunks) {
        all.insert(all.end(), {c.address, c.bytes, c.left_out});
      }
    }
  }
  return all;
}

void SnapshotFile::go_on(const std::vector<std::uint64_t>& all) {
  constexpr std::size_t head = 4;
  if (all.size() < head || all[0] != layout()) {
    throw std::invalid_argument("its snapshots are of other systems or arrays; output.snapshots must ask for the same "
                                "`systems` and `energy`");
  }
  const std::uint64_t steps = all[1], each = 3 + head_.places.size();
  std::uint64_t expected = head + steps * each;
  for (const auto* part : {&arrays_, &fixed_}) {
    for (const Stored& a : *part) {
      expected += 3 * a.pieces * (a.changes ? steps : 1);
    }
  }
  if (steps == 0 || steps > all.size() || all.size() != expected) {
    throw std::invalid_argument("its list of snapshots is damaged");
  }
  std::size_t k = head;
  for (std::uint64_t s = 0; s < steps; ++s) {
    Moment m{all[k], static_cast<std::int64_t>(all[k + 1]), std::bit_cast<double>(all[k + 2]), {}};
    for (k += 3; m.temperatures.size() < head_.places.size(); ++k) {
      m.temperatures.push_back(std::bit_cast<double>(all[k]));
    }
    moments_.push_back(std::move(m));
  }
  for (auto* part : {&arrays_, &fixed_}) {
    for (Stored& a : *part) {
      for (std::uint64_t c = 0; c < a.pieces * (a.changes ? steps : 1); ++c, k += 3) {
        a.chunks.push_back({all[k], all[k + 1], static_cast<std::uint32_t>(all[k + 2])});
      }
    }
  }
  steps_ = moments_.size();
  last_sweep_ = moments_.back().sweep;
  file_ = std::make_unique<files::AppendableFile>(path_, all[2], all[3], make());
}

} // namespace neel::output
