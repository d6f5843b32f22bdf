// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Any bytes as an input file, and behind a zero byte as --set assignments: either InputError says what is wrong, or the
// input is good, and then its resolved form must be good, too, and mean the same.
#include "errors/errors.hpp"
#include "models/models.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

std::string resolve(const std::string& text, const std::vector<std::string>& assignments) {
  neel::input::Reader in = neel::input::Reader::from_text(text, "fuzz.toml");
  for (const std::string& a : assignments) {
    in.set(a);
  }
  neel::input::RunInput run;
  const auto model = neel::models::read_input(in, run);
  return model.resolved + "\n" + run.output.resolved;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::vector<std::string> parts{""};
  for (std::size_t k = 0; k < size; ++k) {
    if (data[k] == 0) {
      parts.emplace_back();
    } else {
      parts.back() += static_cast<char>(data[k]);
    }
  }
  const std::string text = parts.front();
  parts.erase(parts.begin());
  std::string resolved;
  try {
    resolved = resolve(text, parts);
  } catch (const neel::InputError&) {
    return 0;
  }
  const std::string again = resolve(resolved, {});
  if (again != resolved) {
    std::fprintf(stderr, "resolved:\n%s\nresolved again:\n%s\n", resolved.c_str(), again.c_str());
    std::abort();
  }
  return 0;
}
