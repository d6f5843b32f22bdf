// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The files of a run, finished or at work in another process, as a Source. While somebody looks, it asks the run for pictures
// of what it works on: it makes NAME.watch, and the run answers with NAME.live.vtkhdf and removes it.

#include "view/configurations.hpp"
#include "view/data_provider.hpp"

#include <optional>
#include <vector>

namespace neel::view {

class RunFiles final : public DataProvider {
public:
  /// `base`: path of the files without their endings.
  explicit RunFiles(std::string base) : base_(std::move(base)) {}
  ~RunFiles() override;

  std::string state() override;
  std::string sites() override;
  std::string frame(std::int64_t step, int system) override;
  std::string curves() override;

private:
  /// A file of configurations as it was at its last revision.
  struct Opened {
    std::string path, revision;
    std::optional<Configurations> file;
    std::string trouble;
    void look();
  };

  void look();
  void read_input();
  void ask();

  std::string base_;
  Opened kept_{base_ + ".vtkhdf", {}, {}, {}}, live_{base_ + ".live.vtkhdf", {}, {}, {}};
  std::string input_revision_, model_;
  std::vector<std::string> ions_, sublattices_;
  std::int64_t cells_ = 0;
  std::string results_revision_;
  bool complete_ = false, asked_ = false;
};

} // namespace neel::view
