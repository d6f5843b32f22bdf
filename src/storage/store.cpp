// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/models/up_down.hpp>
#include <neel/simulation/store.hpp>

namespace neel::simulation {

namespace {

/// Components of a system are `of_component` entries apart, and systems `of_system`.
struct Strides {
  std::uint64_t length, of_component, of_system;
  int components;

  Strides(const Values& v, std::size_t axis)
      : length(run::product(v.sizes, 2, v.sizes.size())), of_component(axis == 1 ? length * v.sizes[1] : length),
        of_system(axis == 1 ? length : length * v.sizes[1]), components(static_cast<int>(v.sizes[1 - axis])) {}
};

/// Copies the numbers of systems from one array to another.
template <class T, ExecutionSpace Exec>
struct CopySystems {
  const T* from;
  T* to;
  std::int64_t length, of_system, from_component, to_component; ///< in numbers
  int components;
  DeviceList<int, Exec> systems; ///< of each pair, a system of the first and one of the second

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t run = index / length, at = index - run * length;
    const auto pair = static_cast<int>(run / components), k = static_cast<int>(run - std::int64_t{pair} * components);
    to[k * to_component + systems(2 * pair + 1) * of_system + at] =
        from[k * from_component + systems(2 * pair) * of_system + at];
  }
};

template <class T, ExecutionSpace Exec>
void copy_systems(const Values& from, const Values& to, std::size_t axis, std::span<const std::pair<int, int>> pairs) {
  const Exec exec;
  std::vector<int> systems;
  for (const auto& [first, second] : pairs) {
    systems.insert(systems.end(), {first, second});
  }
  const auto there = device_list<Exec>("neel::simulation::pairs", systems);
  const Strides a(from, axis), b(to, axis);
  const auto in_numbers = [bytes = run::size_of(from.number)](std::uint64_t entries) {
    return static_cast<std::int64_t>(entries * bytes / sizeof(T));
  };
  for (std::size_t p = 0; p < from.parts.size(); ++p) {
    Kokkos::parallel_for("neel::simulation::copy_systems",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, static_cast<std::int64_t>(pairs.size()) * a.components * in_numbers(a.length)),
                         CopySystems<T, Exec>{reinterpret_cast<const T*>(from.parts[p]),
                                              reinterpret_cast<T*>(to.parts[p]), in_numbers(a.length),
                                              in_numbers(a.of_system), in_numbers(a.of_component),
                                              in_numbers(b.of_component), a.components, there});
  }
  exec.fence("neel::simulation::copy_systems"); // the host's numbers may go
}

template <class T>
void copy_systems(const Values& from, const Values& to, std::size_t axis, std::span<const std::pair<int, int>> pairs) {
  Kokkos::fence("neel::simulation::copy_systems");
  if (from.on_host) {
    copy_systems<T, Kokkos::DefaultHostExecutionSpace>(from, to, axis, pairs);
  } else {
    copy_systems<T, Kokkos::DefaultExecutionSpace>(from, to, axis, pairs);
  }
}

template <class Space>
std::shared_ptr<std::byte> allocated(std::size_t bytes) {
  const Kokkos::View<std::byte*, Space> memory("neel::simulation::kept", bytes);
  return {memory.data(), [memory](std::byte* /*its*/) {}};
}

} // namespace

StoreOptions StoreOptions::of_halves(const std::string& name, const Values& values, const lattice::Geometry& whole,
                                     const lattice::Geometry& slab, bool turned, run::Communicator& ranks) {
  StoreOptions o{name, values, 1, Cut::of(whole, slab, turned), &ranks};
  o.sites = static_cast<std::uint64_t>(whole.sites());
  o.own = OwnSites::of(slab);
  o.row_length = static_cast<std::uint64_t>(slab.half_x());
  o.sites_of = [slab](int /*system*/, std::size_t colour, std::uint64_t row) {
    const int z = static_cast<int>(row) / slab.ly, y = static_cast<int>(row) - z * slab.ly;
    const int x = lattice::Geometry::first_x(static_cast<lattice::Colour>(colour), y, z);
    return SiteRow{slab.site_number(x, y, z), slab.row_sites(x), 2};
  };
  return o;
}

StoreOptions StoreOptions::of_field(const std::string& name, const Values& values, const lattice::Geometry& whole,
                                    const lattice::Geometry& slab, run::Communicator& ranks) {
  const auto n = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
  StoreOptions o{name, values, 0, {2, {n(slab.sites())}, {n(whole.sites())}, {}}, &ranks};
  o.sites = n(whole.sites());
  o.own = OwnSites::of(slab);
  if (slab.halo > 0) {
    o.cut.runs = {{0, o.own.count, o.own.first}};
  }
  o.row_length = n(slab.lx);
  o.shown = "phi";
  o.sites_of = [first = o.own.first, length = slab.lx](int /*system*/, std::size_t /*part*/, std::uint64_t row) {
    return SiteRow{first + row * static_cast<std::uint64_t>(length), length, 1};
  };
  return o;
}

std::string place_name(const lattice::Geometry& g, int system, std::uint64_t site) {
  const auto nx = static_cast<std::uint64_t>(g.lx), ny = static_cast<std::uint64_t>(g.ly);
  return "site (" + std::to_string(site % nx) + ", " + std::to_string(site / nx % ny) + ", " +
         std::to_string(site / nx / ny) + ") of system " + std::to_string(system);
}

Store::Store(StoreOptions o)
    : o_(std::move(o)), numbers_(measure::SystemNumbers::of(static_cast<int>(o_.values.sizes[o_.axis]))) {}

run::Array Store::saved(const std::string& name, const Values& values) const {
  const std::size_t axis = o_.axis + (values.parts.size() > 1 ? 1 : 0);
  return run::along(in_pieces(name, values, o_.cut, *o_.ranks), {static_cast<int>(axis)});
}

template <class Use>
void Store::visit(const Values& values, std::size_t component, int system, const OwnPart& of, bool back,
                  const Use& use) const {
  using Host = Kokkos::DefaultHostExecutionSpace;
  const std::uint64_t first = o_.rows > 0 ? 0 : of.first_row(), rows = o_.rows > 0 ? o_.rows : of.rows();
  const Strides strides(values, o_.axis);
  const std::uint64_t before =
      component * strides.of_component + static_cast<std::uint64_t>(system) * strides.of_system + first * o_.row_length;
  const std::size_t number = run::size_of(values.number);
  std::vector<std::byte> copy(values.on_host ? 0 : rows * o_.row_length * number);
  for (std::size_t part = 0; part < values.parts.size(); ++part) {
    std::byte* const there = values.parts[part] + before * number;
    std::byte* const here = values.on_host ? there : copy.data();
    copy_bytes(values.on_host, here, there, copy.size(), true);
    const auto visit_row = [&](std::uint64_t row) {
      const SiteRow sites = o_.sites_of(system, part, first + row);
      for (int i = 0; i < (of.own.has(sites.first) ? sites.count : 0); ++i) {
        const std::uint64_t at = row * o_.row_length + static_cast<std::uint64_t>(i);
        auto* const byte = reinterpret_cast<std::uint8_t*>(here) + at;
        auto* const real = reinterpret_cast<float*>(here) + at;
        float value = number == 1 ? models::UpDown::shown(*byte) : *real;
        use(sites.first + static_cast<std::uint64_t>(i * sites.step), value);
        if (back && number == 1) {
          *byte = models::UpDown::stored(value);
        } else if (back) {
          *real = value;
        }
      }
    };
    Kokkos::parallel_for("neel::simulation::visit_sites",
                         Kokkos::RangePolicy<Host, Kokkos::IndexType<std::uint64_t>>(0, rows), visit_row);
    Host().fence("neel::simulation::visit_sites");
    if (back) {
      copy_bytes(values.on_host, there, here, copy.size(), false);
    }
  }
}

run::Configuration Store::shown(const Values& values, int system, const run::SiteRange& range) const {
  Kokkos::fence("neel::simulation::shown");
  const OwnPart of = part(range);
  const std::size_t components = values.sizes[1 - o_.axis];
  run::Configuration c{{}, components, {}, o_.shown, o_.label_name};
  if (o_.read) {
    c.values = o_.read(values, system, of);
  } else {
    c.values.resize(components * of.count());
    for (std::size_t k = 0; k < components; ++k) {
      visit(values, k, system, of, false,
            [&](std::uint64_t site, float value) { c.values[components * of.own.place(site) + k] = value; });
    }
  }
  c.values = joined_sites(std::move(c.values), components, of, *o_.ranks);
  if (!o_.labels.parts.empty()) {
    c.labels.resize(of.count());
    visit(o_.labels, 0, system, of, false, [&](std::uint64_t site, float value) {
      const auto label = static_cast<std::uint8_t>(static_cast<int>(value));
      c.labels[of.own.place(site)] = o_.label_of.empty() ? label : o_.label_of[label];
    });
    c.labels = joined_sites(std::move(c.labels), 1, of, *o_.ranks);
  }
  return c;
}

void Store::set_configuration(int system, const run::Configuration& c) const {
  Kokkos::fence("neel::simulation::set_configuration");
  const std::size_t components = o_.values.sizes[1 - o_.axis];
  for (std::size_t k = 0; k < components; ++k) {
    visit(o_.values, k, system, part({}), true,
          [&](std::uint64_t site, float& value) { value = c.values[components * site + k]; });
  }
}

void Store::copy(const Values& from, const Values& to, std::span<const std::pair<int, int>> pairs) const {
  const std::uint64_t bytes = Strides(to, o_.axis).length * run::size_of(to.number);
  if (bytes % sizeof(std::uint32_t) == 0) {
    copy_systems<std::uint32_t>(from, to, o_.axis, pairs);
  } else {
    copy_systems<std::uint8_t>(from, to, o_.axis, pairs);
  }
}

Store::Room Store::room_for(std::uint64_t systems) const {
  Room room{o_.values};
  Values& v = room.values;
  v.sizes[o_.axis] = systems;
  const std::size_t each = v.bytes(), all = each * v.parts.size();
  room.memory =
      v.on_host ? allocated<Kokkos::HostSpace>(all) : allocated<Kokkos::DefaultExecutionSpace::memory_space>(all);
  for (std::size_t p = 0; p < v.parts.size(); ++p) {
    v.parts[p] = room.memory.get() + p * each;
  }
  return room;
}

void Store::remember() {
  const auto systems = static_cast<int>(o_.values.sizes[o_.axis]);
  if (before_.values.parts.empty()) {
    before_ = room_for(o_.values.sizes[o_.axis]);
  }
  std::vector<std::pair<int, int>> all;
  for (int s = 0; s < systems; ++s) {
    all.emplace_back(s, s);
  }
  copy(o_.values, before_.values, all);
}

void Store::go_back(std::span<const int> systems) const {
  std::vector<std::pair<int, int>> all;
  for (const int s : systems) {
    all.emplace_back(s, s);
  }
  copy(before_.values, o_.values, all);
}

} // namespace neel::simulation
