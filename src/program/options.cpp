// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/options.hpp"

namespace neel::program {

namespace {

void describe_set(CLI::App& command, std::vector<std::string>& keys,
                  const std::string& what = "set a key of the input; may be repeated") {
  command.add_option("--set", keys, what)->type_name("key.sub=value")->allow_extra_args(false);
}

CLI::Option* describe_json(CLI::App& command, bool& json) {
  return command.add_flag("--json", json, "print one JSON object, for programs");
}

/// What a run is, and where its files are.
void describe_input(CLI::App& command, RunOptions& o) {
  command.add_option("INPUT", o.input, "input file (TOML)")->required();
  command.add_option("--out", o.out, "directory for the output files")->type_name("DIR")->capture_default_str();
  command.add_option("--name", o.name, "name of the output files (default: the input's stem)")->type_name("NAME");
  describe_set(command, o.set);
  command
      .add_option("--target-error", o.target_error,
                  "end a point as soon as the error of OBSERVABLE is so small; may be repeated")
      ->type_name("OBSERVABLE=ERROR")
      ->allow_extra_args(false);
}

} // namespace

void describe_run(CLI::App& command, RunOptions& o) {
  describe_input(command, o);
  command
      .add_option("--time-limit", o.time_limit,
                  "stop with a checkpoint before so much time is over: 23:50:00, \"90 s\", \"10 min\", \"2.5 h\"")
      ->type_name("TIME");
  command
      .add_option("--part", o.part,
                  "work on part K of N: of a scan's runs, or else of the systems; neel join puts the parts together")
      ->type_name("K/N");
  command.add_flag("--restart", o.restart, "start over instead of continuing");
  command.add_flag("--force", o.force, "start over, and overwrite results of another input");
  CLI::Option* const dry_run = command.add_flag(
      "--dry-run", o.dry_run,
      "check the input, try the run for a second (or --time-limit), print Hamiltonian, memory and time; write "
      "nothing");
  describe_json(command, o.json)->needs(dry_run);
  command.add_option("--progress", o.progress, "how to show progress: auto, bar, line, json or none")
      ->type_name("HOW")
      ->check(CLI::IsMember({"auto", "bar", "line", "json", "none"}).description(""))
      ->capture_default_str();
  command.add_flag("--quiet", o.quiet, "print nothing but errors");
}

void describe_join(CLI::App& command, RunOptions& o) {
  describe_input(command, o);
  command.add_flag("--force", o.force, "overwrite results of another input");
  command.add_flag("--quiet", o.quiet, "print nothing but errors");
}

void describe_info(CLI::App& command, InfoOptions& o) {
  command.add_option("FILE", o.file,
                     "a result file (NAME.h5), a checkpoint (NAME.chk.h5), or what neel analyze wrote (default: this "
                     "build)");
  describe_json(command, o.json);
}

void describe_analyze(CLI::App& command, AnalyzeOptions& o) {
  command
      .add_option("RUN", o.runs,
                  "result files (NAME.h5) of runs or scans; checkpoints and earlier analyses are passed over")
      ->required();
  command.add_option("--along", o.along, "what curves follow: T, H or a coupling (default: what was varied)")
      ->type_name("NAME");
  command.add_option("--out", o.out, "directory for the output files")->type_name("DIR")->capture_default_str();
  command.add_option("--name", o.name, "name of the output files (default: the first run's)")->type_name("NAME");
  command.add_option("--points", o.points, "points per curve, 3 to 100000")
      ->type_name("N")
      ->check(CLI::Range(3, 100000).description(""))
      ->capture_default_str();
  command.add_option("--from", o.from, "lowest value, such as 2.1 or \"900 K\" (default: the run's)")->type_name("X");
  command.add_option("--to", o.to, "highest value (default: the run's)")->type_name("X");
  command
      .add_option(
          "--exponent", o.exponent,
          "crossings approach X_c as L to the power of minus this, omega + 1/nu (default: 2; of spin glasses 1.51)")
      ->type_name("E")
      ->check(CLI::Validator(CLI::PositiveNumber).description(""));
}

void describe_tc(CLI::App& command, TcOptions& o) {
  command.add_option("INPUT", o.input, "input file (TOML): model, lattice and couplings, no temperatures")->required();
  command.add_option("--error", o.error, "the error of T_c that is asked for: 0.5% or 0.005")
      ->type_name("PART")
      ->capture_default_str();
  command.add_option("--out", o.out, "directory for the output files")->type_name("DIR")->capture_default_str();
  command.add_option("--name", o.name, "name of the output files (default: the input's stem)")->type_name("NAME");
  describe_set(command, o.set);
  command
      .add_option("--time-limit", o.time_limit,
                  "stop with a checkpoint before so much time is over: 23:50:00, \"10 min\"")
      ->type_name("TIME");
  command
      .add_option("--max-sweeps", o.max_sweeps,
                  "no run has more sweeps than so many; where the error takes more, say how many and how long")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}).description(""));
  command.add_flag("--force", o.force, "start over, and overwrite runs of another input");
  command.add_flag("--quiet", o.quiet, "print nothing but errors");
}

void describe_bench(CLI::App& command, bench::Options& o) {
  command.add_option(
      "WHAT", o.what,
      "suites (models, random for generators, parallel for ranks), and inputs of your own (.toml); default: all");
  command.add_option("--size", o.sizes, "lattice sizes, instead of a suite's own")
      ->type_name("L,L,...")
      ->delimiter(',')
      ->check(CLI::Validator(CLI::PositiveNumber).description(""));
  command.add_option("--only", o.only, "cases with all of these words, such as L=64")
      ->type_name("WORD,...")
      ->delimiter(',');
  command.add_option("--repetitions", o.repetitions, "timed repetitions, 1 (for a look) to 10000")
      ->type_name("N")
      ->check(CLI::Range(1, 10000).description(""))
      ->capture_default_str();
  command.add_option("--json", o.json, "also write the figures to FILE")->type_name("FILE");
}

void describe_plan(CLI::App& command, PlanOptions& o) {
  command.add_option("INPUT", o.input, "the input (.toml)")->required();
  command.add_option("--ranks", o.ranks, "numbers of ranks (default: 1,2,4,8,16)")
      ->type_name("N,N,...")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20).description(""));
  CLI::Option* const file =
      command.add_option("--network", o.network, "how long swaps take: what neel bench parallel --json wrote");
  file->type_name("FILE");
  CLI::Option* const latency =
      command.add_option("--latency", o.latency, "instead, microseconds of a swap of few bytes");
  CLI::Option* const bandwidth =
      command.add_option("--bandwidth", o.bandwidth, "and GB/s that a rank sends in swaps of many");
  for (CLI::Option* const number : {latency, bandwidth}) {
    number->type_name("X")->check(CLI::Validator(CLI::PositiveNumber).description(""))->excludes(file);
  }
  latency->needs(bandwidth);
  bandwidth->needs(latency);
  command.add_option("--set", o.set, "a key of the input instead of its value there: KEY=VALUE")
      ->type_name("KEY=VALUE");
  describe_json(command, o.json);
}

void describe_validate(CLI::App& command, ValidateOptions& o) {
  command.add_flag("--full", o.full, "more cases and ten times as many measurements");
  command.add_flag("--errors", o.errors, "instead, compare error bars with the scatter of independent runs");
  command.add_option("--markdown", o.markdown, "also write the tables to FILE")->type_name("FILE");
}

void describe_keys(CLI::App& command, KeysOptions& o) {
  command.add_option("MODEL", o.model, "whose keys, such as heisenberg (default: those of all models)");
  CLI::Option* const markdown = command.add_flag("--markdown", o.markdown, "as the table of docs/input.md");
  describe_json(command, o.json)->excludes(markdown);
}

void describe_import(CLI::App& command, ImportOptions& o) {
  command
      .add_option(
          "FILE", o.what.file,
          "a CIF (.cif, .mcif), a POSCAR, exchange.out or exchange.xml of TB2J, a unit cell file of Vampire (.ucf), "
          "inpsd.dat of UppASD, a folder with one of these three, an input of ESpinS (.mcin), or a table of bonds")
      ->required();
  command.add_option("--out", o.out, "the input to write (default: named after FILE, .toml)")->type_name("INPUT.toml");
  command.add_option("--materials", o.what.materials, "Vampire: moments and anisotropies (.mat)")->type_name("FILE");
  command.add_option("--cell", o.what.cell, "UppASD: the cell's vectors, where the file has none")
      ->type_name("[[..],[..],[..]]");
  command
      .add_option("--ions", o.what.ions,
                  "CIF, POSCAR: the elements that carry spins; UppASD: names for types 1, 2, ..., or an alloy's ions")
      ->type_name("NAME,...")
      ->delimiter(',');
  command
      .add_option("--within", o.what.within, "CIF, POSCAR: list the orbits of all bonds up to this length, in angstrom")
      ->type_name("LENGTH")
      ->check(CLI::PositiveNumber.description(""));
  command.add_option("--size", o.what.size, "cells along the three axes")->type_name("[N,N,N]");
  command
      .add_option("--format", o.what.format, "what FILE is: cif, poscar, tb2j, vampire, uppasd, espins, table or auto")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"cif", "poscar", "tb2j", "vampire", "uppasd", "espins", "table", "auto"}).description(""))
      ->capture_default_str();
  command.add_flag("--average", o.what.average,
                   "take the mean where the two directions of a bond contradict each other");
  command.add_flag("--force", o.force, "overwrite the input");
}

void describe_bonds(CLI::App& command, BondsOptions& o) {
  command.add_option("INPUT", o.input, "input file (TOML) with couplings that are drawn or read")->required();
  command.add_option("--sample", o.sample, "whose couplings, counted from 0")->type_name("N")->capture_default_str();
  command.add_option("--out,-o", o.out, "the table to write (default: the input's stem, .bonds.tsv)")
      ->type_name("FILE");
  describe_set(command, o.set);
  command.add_flag("--force", o.force, "overwrite the table");
}

namespace {

void describe_page(CLI::App& command, std::string& listen, int& port) {
  command
      .add_option("--listen", listen,
                  "address of the interface to serve on; with another one than 127.0.0.1, whoever knows the page's "
                  "address can look")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command.add_option("--port", port, "port to serve on, 1 to 65535 (default: one that is free)")
      ->type_name("N")
      ->check(CLI::Range(1, 65535).description(""));
}

} // namespace

void describe_view(CLI::App& command, ViewOptions& o) {
  command
      .add_option("WHAT", o.what,
                  "a result (NAME.h5), configurations (NAME.vtkhdf), or the input of a run at work (.toml)")
      ->required();
  command.add_option("--out", o.out, "directory of the files of an input's run")
      ->type_name("DIR")
      ->capture_default_str();
  command.add_option("--name", o.name, "name of the files of an input's run (default: the input's stem)")
      ->type_name("NAME");
  describe_set(command, o.set,
               "a key of the input as the run had it; a key of a scan: which of its runs is shown; may be repeated");
  describe_page(command, o.listen, o.port);
}

void describe_lab(CLI::App& command, LabOptions& o) {
  command.add_option("INPUT", o.input, "input file (TOML)")->required();
  command.add_option("--out", o.out, "directory for what is saved")->type_name("DIR")->capture_default_str();
  command.add_option("--name", o.name, "name of what is saved (default: the input's stem)")->type_name("NAME");
  describe_set(command, o.set);
  command
      .add_option("--block", o.block,
                  "sweeps after which temperature and field can change, 1 to 100000 (default: 10; where the input is a "
                  "quench: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 100000).description(""));
  command.add_option("--idle", o.idle, "pause when no page was open for so many seconds; 0: never")
      ->type_name("SECONDS")
      ->check(CLI::Range(0, 1'000'000).description(""))
      ->capture_default_str();
  describe_page(command, o.listen, o.port);
}

void describe_completion(CLI::App& command, std::string& shell) {
  command.add_option("SHELL", shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""));
  command.footer("For one shell: source <(neel completion bash). For good, the script goes to\n"
                 "~/.local/share/bash-completion/completions/neel, to _neel in a folder of zsh's\n"
                 "$fpath, or to ~/.config/fish/completions/neel.fish. Packages bring it.");
}

} // namespace neel::program
