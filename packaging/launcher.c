// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The command `neel` of packages: becomes the program that was built for this processor. Where the package has a loader and
// libraries of its own, these are used, whatever the machine has. It is linked statically and needs nothing else to start.
//
//   PREFIX/bin/neel                       this
//   PREFIX/lib/neel/x86-64-v4/neel        programs; they look for libraries in the folder above
//   PREFIX/lib/neel/x86-64-v3/neel
//   PREFIX/lib/neel/loader/neel           the C library's loader, by the name that lists of processes then show; or none
//
// NEEL_INSTRUCTIONS names one of the instruction sets, instead of the best that the processor has.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { usage = 2, file = 3, device = 4 };

static int fail(int code, const char* what, const char* name) {
  fprintf(stderr, "neel: error: ");
  fprintf(stderr, what, name);
  fprintf(stderr, "\n");
  return code;
}

/// Writes PREFIX/lib/neel to `folder`. 0 where it cannot be found.
static size_t find_folder(char* folder, size_t size) {
  const ssize_t n = readlink("/proc/self/exe", folder, size - 64);
  folder[n > 0 ? n : 0] = '\0';
  for (int k = 0; k < 2; ++k) { // neel, bin
    char* slash = strrchr(folder, '/');
    if (!slash) {
      return 0;
    }
    *slash = '\0';
  }
  return strlen(strcat(folder, "/lib/neel"));
}

int main(int argc, char** argv) {
  const int v3 = __builtin_cpu_supports("x86-64-v3"), v4 = __builtin_cpu_supports("x86-64-v4");
  const char* wanted = getenv("NEEL_INSTRUCTIONS");
  const char* set = wanted && *wanted ? wanted : v4 ? "x86-64-v4" : "x86-64-v3";
  if (strcmp(set, "x86-64-v3") != 0 && strcmp(set, "x86-64-v4") != 0) {
    return fail(usage, "NEEL_INSTRUCTIONS is %s; expected x86-64-v3 or x86-64-v4", set);
  }
  if (strcmp(set, "x86-64-v4") == 0 ? !v4 : !v3) {
    return fail(device,
                strcmp(set, "x86-64-v4") == 0
                    ? "this processor lacks instructions of %s (AVX-512); unset NEEL_INSTRUCTIONS"
                    : "this processor lacks instructions of %s (AVX2), for which this package was built; build Neel on "
                      "this machine from its sources",
                set);
  }
  char loader[4096], program[4096];
  const size_t n = find_folder(program, sizeof program);
  if (n == 0) {
    return fail(file, "cannot find the folder of %s in /proc/self/exe; is /proc mounted?", argv[0]);
  }
  strcat(strcpy(loader, program), "/loader/neel");
  strcat(strcat(strcat(program, "/"), set), "/neel");
  if (access(program, X_OK) != 0) { // of which a loader would say less
    return fail(file, "cannot start %s; unpack or install the package again", program);
  }
  char** arguments = malloc((argc + 4) * sizeof *arguments);
  if (!arguments) {
    return fail(device, "no memory for %s", "its arguments");
  }
  memcpy(arguments + 3, argv, (argc + 1) * sizeof *argv);
  // As program::limit_spinning does, which cannot where the loader is called.
  setenv("GOMP_SPINCOUNT", "10000", 0);
  if (access(loader, X_OK) == 0) {
    arguments[0] = loader;
    arguments[1] = "--argv0";
    arguments[2] = argv[0];
    arguments[3] = program;
    execv(loader, arguments);
  } else {
    execv(program, arguments + 3);
  }
  return fail(file, "cannot start %s; unpack or install the package again", program);
}
