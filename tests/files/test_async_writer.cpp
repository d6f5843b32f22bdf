// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/async_writer.hpp"
#include "files/hdf5_block.hpp"

#include <neel/random/philox.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

using namespace neel;

TEST_CASE("work writer is done in its order, all of it", "[files]") {
  std::vector<int> done;
  {
    files::AsyncWriter writer(100);
    for (int k = 0; k < 50; ++k) {
      writer.ask(30, [&done, k] { done.push_back(k); });
    }
    writer.wait();
    CHECK(done.size() == 50);
    std::atomic<int> ended = 0;
    for (int k = 50; k < 60; ++k) { // larger than all that may wait: alone
      writer.ask(1000, [&done, &ended, k] {
        done.push_back(k);
        ++ended;
      });
      CHECK(ended >= k - 50);
    }
    writer.wait();
    writer.ask(1, [&done] { done.push_back(60); });
  }
  REQUIRE(done.size() == 61);
  for (int k = 0; k < 61; ++k) {
    CHECK(done[static_cast<std::size_t>(k)] == k);
  }
}

TEST_CASE("no more waits than may", "[files]") {
  using namespace std::chrono_literals;
  std::atomic<bool> go = false, asks_now = false, asked = false;
  files::AsyncWriter writer(100);
  writer.ask(60, [&] { go.wait(false); });
  writer.ask(40, [] {});
  std::thread asks([&] {
    asks_now = true;
    asks_now.notify_all();
    writer.ask(1, [] {});
    asked = true;
  });
  asks_now.wait(false);
  std::this_thread::sleep_for(50ms);
  CHECK_FALSE(asked);
  go = true;
  go.notify_all();
  asks.join();
  writer.wait();
  CHECK(asked);
}

TEST_CASE("what goes wrong writer is thrown later, and nothing follows", "[files]") {
  int done = 0;
  files::AsyncWriter writer(100);
  CHECK_NOTHROW(writer.wait());
  writer.ask(1, [&] { ++done; });
  writer.ask(1, [] { throw std::runtime_error("full"); });
  CHECK_THROWS_AS(writer.wait(), std::runtime_error);
  CHECK_THROWS_AS(writer.ask(1, [&] { ++done; }), std::runtime_error);
  CHECK_THROWS_AS(writer.wait(), std::runtime_error);
  CHECK_THROWS_AS(writer.left(), std::runtime_error);
  CHECK(done == 1);
}

TEST_CASE("an exception leaves undone what is not begun", "[files]") {
  std::atomic<bool> go = false;
  std::atomic<int> done = 0;
  std::thread starts;
  try {
    files::AsyncWriter writer(100);
    writer.ask(1, [&] {
      go.wait(false);
      ++done;
    });
    writer.ask(1, [&] { ++done; });
    CHECK(writer.left() == 0); // nothing is known yet
    starts = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      go = true;
      go.notify_all();
    });
    throw std::runtime_error("over");
  } catch (const std::runtime_error& e) {
    CHECK(std::string(e.what()) == "over");
  }
  starts.join();
  CHECK(done <= 1);
}

TEST_CASE("long chunks of noise are stored without deflate, others with it", "[files]") {
  constexpr std::uint32_t deflate = 2;
  std::vector<float> values(std::size_t{1} << 18);
  const auto stored = [&](std::size_t count) {
    std::string_view bytes(reinterpret_cast<const char*>(values.data()), count * sizeof(float));
    return files::filter_chunk(files::Hdf5Type::f32, bytes);
  };
  for (std::size_t k = 0; k < values.size(); ++k) {
    values[k] = k % 3 == 0 ? 1.0F : -1.0F;
  }
  CHECK(stored(values.size()).left_out == 0);
  CHECK(stored(values.size()).bytes.size() < values.size() / 8);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto word = random::Stream(7, random::Purpose::start, 0, 0)(k).a;
    std::memcpy(&values[k], &word, sizeof word);
  }
  const files::FilteredChunk noise = stored(values.size());
  CHECK(noise.left_out == deflate);
  CHECK(noise.bytes.size() == values.size() * sizeof(float) + 4); // and a checksum
  CHECK((stored(1000).left_out & ~deflate) == 0);
}
