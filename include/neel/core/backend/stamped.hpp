// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Stamped values, in the manner of a seqlock: threads of one launch exchange them without a barrier. A value is cut into words of 48
// bits; a word is one atomic access, and its other 16 bits are the stamp. A reader that finds a stamp in all words has the value of
// that stamp, in whatever order words become visible. (Relaxed accesses of 8 bytes; where one instruction makes two of them, they are
// two to CUDA's memory model.)

#include <neel/core/platform.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __CUDACC__
#include <cuda/atomic>
#endif

namespace neel {

template <class Value>
class Stamped {
public:
  static_assert(std::is_trivially_copyable_v<Value>);
  static constexpr int words = (sizeof(Value) + 5) / 6;
  using Word = std::uint64_t;

  Stamped() = default;
  NEEL_FUNCTION Stamped(const Value& value, std::uint32_t stamp) {
    std::uint32_t part[2 * words] = {};
    std::memcpy(part, &value, sizeof value);
    for (int w = 0; w < words; ++w) { // 32 bits of its own, and half of a part that it shares with another
      const std::uint32_t half = part[words + w / 2] >> (w % 2 == 0 ? 0 : 16) & 0xFFFFU;
      word_[w] = static_cast<Word>(stamp << 16 | half) << 32 | part[w];
    }
  }

  NEEL_FUNCTION bool is(std::uint32_t stamp) const {
    bool all = true;
    NEEL_UNROLLED_LOOP
    for (int w = 0; w < words; ++w) {
      all = all && static_cast<std::uint32_t>(word_[w] >> 48) == (stamp & 0xFFFFU);
    }
    return all;
  }
  NEEL_FUNCTION Value value() const {
    std::uint32_t part[2 * words] = {};
    for (int w = 0; w < words; ++w) {
      part[w] = static_cast<std::uint32_t>(word_[w]);
      part[words + w / 2] |= (static_cast<std::uint32_t>(word_[w] >> 32) & 0xFFFFU) << (w % 2 == 0 ? 0 : 16);
    }
    Value value;
    std::memcpy(&value, part, sizeof value);
    return value;
  }

  /// To and from memory: `words` words one after another; where there are two of them, 16-byte aligned.
  NEEL_FUNCTION void store(Word* to) const {
    KOKKOS_IF_ON_HOST((for (int w = 0; w < words; ++w) { __atomic_store_n(to + w, word_[w], __ATOMIC_RELAXED); }))
    KOKKOS_IF_ON_DEVICE((store_there(to);))
  }
  static NEEL_FUNCTION Stamped load(Word* from) {
    Stamped t;
    KOKKOS_IF_ON_HOST((for (int w = 0; w < words; ++w) { t.word_[w] = __atomic_load_n(from + w, __ATOMIC_RELAXED); }))
    KOKKOS_IF_ON_DEVICE((t.load_there(from);))
    return t;
  }

private:
#ifdef __CUDACC__
  // Two words by one instruction, each of them by itself to the memory model.
  __device__ void store_there(Word* to) const {
    if constexpr (words == 2) {
      asm volatile("st.relaxed.gpu.v2.b64 [%0], {%1, %2};" ::"l"(to), "l"(word_[0]), "l"(word_[1]) : "memory");
    } else {
      for (int w = 0; w < words; ++w) {
        cuda::atomic_ref<Word, cuda::thread_scope_device>(to[w]).store(word_[w], cuda::memory_order_relaxed);
      }
    }
  }
  __device__ void load_there(Word* from) {
    if constexpr (words == 2) {
      asm volatile("ld.relaxed.gpu.v2.b64 {%0, %1}, [%2];" : "=l"(word_[0]), "=l"(word_[1]) : "l"(from) : "memory");
    } else {
      for (int w = 0; w < words; ++w) {
        word_[w] = cuda::atomic_ref<Word, cuda::thread_scope_device>(from[w]).load(cuda::memory_order_relaxed);
      }
    }
  }
#else
  NEEL_FUNCTION void store_there(Word* to) const {
    for (int w = 0; w < words; ++w) {
      Kokkos::atomic_store(to + w, word_[w]);
    }
  }
  NEEL_FUNCTION void load_there(Word* from) {
    for (int w = 0; w < words; ++w) {
      word_[w] = Kokkos::atomic_load(from + w);
    }
  }
#endif

  Word word_[words];
};

} // namespace neel
