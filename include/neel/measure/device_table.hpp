// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Numbers of the host, where kernels can read them.

#include <neel/core/platform.hpp>

#include <string>
#include <vector>

namespace neel::measure {

template <class T, ExecutionSpace Exec>
using DeviceTable = Kokkos::View<T*, typename Exec::memory_space>;

template <ExecutionSpace Exec, class T>
DeviceTable<T, Exec> device_table(const std::string& label, const std::vector<T>& values) {
  const DeviceTable<T, Exec> there("neel::measure::" + label, values.size());
  Kokkos::deep_copy(there, Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                               values.data(), values.size()));
  return there;
}

} // namespace neel::measure
