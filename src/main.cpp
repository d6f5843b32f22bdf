// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The neel command: its options, and its exit codes.

#include "backend/backend.hpp"
#include "bench/bench.hpp"
#include "errors/errors.hpp"
#include "files/print.hpp"
#include "parallel/shared.hpp"
#include "program/commands.hpp"
#include "program/described.hpp"
#include "program/help.hpp"
#include "program/options.hpp"
#include "program/stop.hpp"
#include "program/threads.hpp"
#include "program/tuning.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <string_view>

#include "build_info.hpp"

namespace {

using neel::ExitCode;
using neel::backend::Backend;
using neel::program::AnalyzeOptions;
using neel::program::BondsOptions;
using neel::program::describe_bench; // of the others, the compiler knows where they are by their options
using neel::program::describe_completion;
using neel::program::ImportOptions;
using neel::program::InfoOptions;
using neel::program::KeysOptions;
using neel::program::LabOptions;
using neel::program::PlanOptions;
using neel::program::RunOptions;
using neel::program::TcOptions;
using neel::program::ValidateOptions;
using neel::program::ViewOptions;

const char* const exit_codes = "Exit codes: 0 done, 1 internal error, 2 usage or input, 3 file,\n"
                               "4 device or memory, 5 check failed, 75 stopped early with a checkpoint:\n"
                               "run the same command again.";

struct Options {
  int threads = 0;
  std::string command_line;
  RunOptions run, join;
  std::string shell;
  InfoOptions info;
  AnalyzeOptions analyze;
  ImportOptions import_;
  BondsOptions bonds;
  neel::bench::Options bench;
  KeysOptions keys;
  LabOptions lab;
  PlanOptions plan;
  TcOptions tc;
  ValidateOptions validate;
  ViewOptions view;
};

/// What CLI11 says of a command line that is wrong, unless we know what was meant.
int refuse(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands.push_back(command->get_name());
  }
  const bool help = error.get_exit_code() == 0;
  if (!neel::parallel::leads()) { // the first says it
    return help ? static_cast<int>(ExitCode::done) : static_cast<int>(ExitCode::input);
  }
  if (const std::string hint = neel::program::find_hint(arguments, commands); !help && !hint.empty()) {
    throw neel::InputError(hint);
  }
  return app.exit(error) == 0 ? static_cast<int>(ExitCode::done) : static_cast<int>(ExitCode::input);
}

/// Ranks that work together; the first lets the others go at the end.
class Team {
public:
  ~Team() {
    neel::parallel::dismiss();
    neel::parallel::let_devices_go();
  }
};

/// The exit code of a command that needs no backend; nothing where it is another one.
std::optional<int> carry_out_alone(const CLI::App& app, const Options& options) {
  if (app.got_subcommand("info") && !options.info.file.empty()) {
    neel::program::info(options.info);
    return 0;
  }
  if (app.got_subcommand("analyze")) {
    neel::program::analyze(options.analyze);
    return 0;
  }
  if (app.got_subcommand("import")) {
    neel::program::import_input(options.import_);
    return 0;
  }
  if (app.got_subcommand("bonds")) {
    neel::program::write_bonds(options.bonds);
    return 0;
  }
  if (app.got_subcommand("view")) {
    neel::program::view(options.view);
    return 0;
  }
  if (app.got_subcommand("keys")) {
    return static_cast<int>(neel::program::keys(options.keys));
  }
  if (app.got_subcommand("manual") || app.got_subcommand("completion")) {
    neel::files::print("{}", app.got_subcommand("manual") ? neel::program::manual_page(app, NEEL_VERSION)
                                                          : neel::program::completion(app, options.shell));
    return 0;
  }
  return std::nullopt;
}

int carry_out(const CLI::App& app, const Options& options) {
  const bool bench = app.got_subcommand("bench");
  if (neel::parallel::ranks().size() > 1 && !bench && !app.got_subcommand("run")) {
    throw neel::InputError("this command is for one process: only `neel run` and `neel bench` work with several ranks");
  }
  if (const std::optional<int> code = carry_out_alone(app, options)) {
    return *code;
  }
  const auto backend = neel::parallel::together<neel::InputError>([&] {
    auto started =
        std::make_unique<Backend>(neel::program::choose_threads(options.threads), neel::parallel::rank_here());
    neel::parallel::exchange_identities(NEEL_VERSION " (" NEEL_REVISION ")" + options.command_line,
                                        neel::backend::name(), neel::backend::device_bus());
    neel::program::begin_tuning();
    return started;
  });
  const Team team;
  if (!neel::parallel::leads()) {
    const neel::program::Stop stop("", {}); // its signals
    neel::parallel::together([&] {
      neel::parallel::follow(neel::program::Stop::caught_signal,
                             [&] { bench ? neel::bench::help(options.bench) : neel::program::help(options.run); });
    });
    return 0;
  }
  if (app.got_subcommand("run")) {
    return static_cast<int>(neel::program::run(options.run));
  }
  if (app.got_subcommand("join")) {
    return static_cast<int>(neel::program::join(options.join));
  }
  if (app.got_subcommand("tc")) {
    return static_cast<int>(neel::program::find_tc(options.tc));
  }
  if (app.got_subcommand("validate")) {
    return static_cast<int>(neel::program::validate(options.validate));
  }
  if (app.got_subcommand("lab")) {
    neel::program::lab(options.lab);
  } else if (app.got_subcommand("plan")) {
    neel::program::plan(options.plan);
  } else if (app.got_subcommand("info")) {
    neel::program::info(options.info);
  } else {
    neel::bench::run(options.bench);
  }
  return 0;
}

int work(int argc, char** argv) {
  Options options;
  for (int k = 1; k < argc; ++k) {
    options.command_line += std::string(" ") + argv[k];
  }
  CLI::App app("Neel: Monte Carlo for classical lattice systems, on CPU and GPU", "neel");
  app.set_help_flag("-h,--help", "print this help and exit");
  app.set_version_flag("--version", NEEL_VERSION, "print the version and exit");
  app.require_subcommand(1);
  app.fallthrough();
  app.formatter(std::make_shared<neel::program::Help>());
  const std::string threads = "1 to " + std::to_string(neel::program::most_threads);
  app.add_option("--threads", options.threads,
                 "host threads of any command, " + threads + " (default: OMP_NUM_THREADS or all)")
      ->type_name("N")
      ->check(CLI::Validator(neel::program::wrong_threads, ""));
  app.footer(exit_codes);
  CLI::App& run = *app.add_subcommand("run", "run an input file");
  CLI::App& join = *app.add_subcommand("join", "put together what runs with --part have done");
  CLI::App& info = *app.add_subcommand("info", "show what this build is, or what a result file holds");
  CLI::App& analyze = *app.add_subcommand("analyze", "reweight between the states of runs: curves, peaks, crossings");
  CLI::App& tc = *app.add_subcommand("tc", "find the temperature of a transition from couplings alone");
  CLI::App& bench = *app.add_subcommand("bench", "measure the speed of a model on this machine");
  CLI::App& validate = *app.add_subcommand("validate", "check this build on this machine against exact results");
  describe_keys(*app.add_subcommand("keys", "list every key of a model's input, with default and meaning"),
                options.keys);
  describe_import(*app.add_subcommand("import", "make an input from files of Vampire, UppASD, TB2J, or a table"),
                  options.import_);
  describe_bonds(*app.add_subcommand("bonds", "write the couplings of a sample of a spin glass as a table"),
                 options.bonds);
  CLI::App& plan = *app.add_subcommand("plan", "tell memory and time of an input on several ranks");
  describe_plan(plan, options.plan);
  CLI::App& lab = *app.add_subcommand("lab", "serve a page with a simulation to experiment with");
  describe_lab(lab, options.lab);
  describe_view(*app.add_subcommand("view", "serve a page that shows a run in 3D, finished or at work"), options.view);
  app.add_subcommand("manual", "print the manual page: neel manual | man -l -");
  describe_completion(*app.add_subcommand("completion", "print a script that completes commands in a shell"),
                      options.shell);
  describe_validate(validate, options.validate);
  describe_run(run, options.run);
  describe_join(join, options.join);
  describe_info(info, options.info);
  describe_analyze(analyze, options.analyze);
  describe_tc(tc, options.tc);
  describe_bench(bench, options.bench);
  for (CLI::App* command : {&run, &join, &tc, &bench, &plan, &lab, &validate}) {
    command->footer("And --threads N, as neel --help says.\n\n" + std::string(exit_codes));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return refuse(app, e, {argv + std::min(argc, 1), argv + argc});
  }
  return carry_out(app, options);
}

int failed(ExitCode code, const char* what);

/// What a command prints is its result; a run has its files. A reader that has seen enough (`| head`) is no failure.
int after_printing(int code, bool is_run) {
  errno = 0;
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  return code == 0 && lost && errno != EPIPE && !is_run ? failed(ExitCode::file, "cannot write to the standard output")
                                                        : code;
}

/// What all ranks meet alike, the first tells of.
int failed(ExitCode code, const char* what) {
  if (neel::parallel::leads()) {
    std::fprintf(stderr, "neel: error: %s\n", what);
  }
  return static_cast<int>(code);
}

/// Tells of an exception by tell(code, what).
template <class Tell>
int told(const std::exception_ptr& why, const Tell& tell) {
  try {
    std::rethrow_exception(why);
  } catch (const neel::UserError& e) {
    return tell(e.code(), e.what());
  } catch (const std::bad_alloc&) {
    return tell(ExitCode::device, "out of host memory");
  } catch (const std::exception& e) {
    return tell(ExitCode::internal, e.what());
  }
}

/// What one rank meets, all of them end with.
int failed_alone(const std::exception_ptr& why) {
  return told(why, [](ExitCode code, const char* what) {
    std::fprintf(stderr, "neel: error: rank %d: %s\n", neel::parallel::ranks().rank(), what);
    return static_cast<int>(code);
  });
}

} // namespace

int main(int argc, char** argv) {
  neel::program::limit_spinning(argv);
  // Writing to a closed pipe or beyond a limit fails like any other write, and does not kill the program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const neel::parallel::Session session;
    neel::parallel::tell_failures(failed_alone);
    try {
      return after_printing(work(argc, argv), argc > 1 && std::string_view(argv[1]) == "run");
    } catch (...) { // while it is known which rank this is
      return told(std::current_exception(), failed);
    }
  } catch (...) {
    return told(std::current_exception(), failed);
  }
}
