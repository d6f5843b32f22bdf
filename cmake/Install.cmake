# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# What `cmake --install` and `cpack` bring, in three components: program; data (manual page, completion, inputs, scripts);
# development (headers, and the package that find_package(neel) finds). docs/packages.md says how packages are made of them.

# For packages, which have the program for several instruction sets: packaging/launcher.c takes the one for the processor. Their own
# libraries are one folder above the program, and are found there before all others.
option(NEEL_LAUNCHER "Install the program below lib/neel/NEEL_MARCH, and a launcher that chooses among those there" OFF)
set(folder ${CMAKE_INSTALL_BINDIR})
if(NEEL_LAUNCHER)
  set(folder lib/neel/${NEEL_MARCH})
  add_executable(neel_launcher packaging/launcher.c)
  target_link_options(neel_launcher PRIVATE -static) # it starts anywhere
  set_target_properties(neel_launcher PROPERTIES OUTPUT_NAME neel RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/launcher)
  install(TARGETS neel_launcher DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  set_target_properties(neel_program PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH $ORIGIN/..)
  target_link_options(neel_program PRIVATE LINKER:--disable-new-dtags) # for libraries of libraries, too
  # No Debian release has the Kokkos that Neel needs.
  install(FILES $<TARGET_FILE:Kokkos::kokkoscore> DESTINATION lib/neel RENAME $<TARGET_SONAME_FILE_NAME:Kokkos::kokkoscore>
          COMPONENT program)
endif()
install(TARGETS neel_program DESTINATION ${folder} COMPONENT program)

# The manual page and completion, from the program itself: when it is installed, since it may have been built where it cannot run.
set(texts ${PROJECT_BINARY_DIR}/texts)
set(program $<TARGET_FILE:neel_program>)
install(CODE "
  file(MAKE_DIRECTORY ${texts})
  foreach(text IN ITEMS neel.1 neel _neel neel.fish)
    set(arguments_neel.1 manual)
    set(arguments_neel completion bash)
    set(arguments__neel completion zsh)
    set(arguments_neel.fish completion fish)
    execute_process(COMMAND ${program} \${arguments_\${text}} OUTPUT_FILE ${texts}/\${text} RESULT_VARIABLE result ERROR_QUIET)
    if(NOT result EQUAL 0)
      message(WARNING \"Neither manual page nor completion is installed: ${program} does not run on this machine.\")
      file(REMOVE_RECURSE ${texts})
      break()
    endif()
  endforeach()"
  COMPONENT data)
install(FILES ${texts}/neel.1 TYPE MAN RENAME man1/neel.1 COMPONENT data OPTIONAL)
install(FILES ${texts}/neel DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT data OPTIONAL)
install(FILES ${texts}/_neel DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT data OPTIONAL)
install(FILES ${texts}/neel.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT data OPTIONAL)
install(DIRECTORY inputs DESTINATION ${CMAKE_INSTALL_DATADIR}/neel COMPONENT data)
install(DIRECTORY scripts DESTINATION ${CMAKE_INSTALL_DATADIR}/neel COMPONENT data FILES_MATCHING PATTERN *.py
        PATTERN __pycache__ EXCLUDE PATTERN slurm EXCLUDE PATTERN examples EXCLUDE)
install(FILES VERSION DESTINATION ${CMAKE_INSTALL_DATADIR}/neel/scripts/python COMPONENT data)
install(FILES README.md CHANGELOG.md LICENSE CITATION.cff TYPE DOC COMPONENT data)

# find_package(neel): the rooms of include/neel as targets neel::ROOM.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/neel)
neel_export(neel_flags flags)
neel_export(neel_kernel_flags kernel_flags)
neel_export(neel_functions functions)
neel_export(neel_storage storage)
install(DIRECTORY include/neel TYPE INCLUDE COMPONENT development)
install(EXPORT neel NAMESPACE neel:: FILE neelTargets.cmake DESTINATION ${package} COMPONENT development)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/neelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/neelConfig.cmake.in ${PROJECT_BINARY_DIR}/neelConfig.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/neelConfig.cmake ${PROJECT_BINARY_DIR}/neelConfigVersion.cmake DESTINATION ${package}
        COMPONENT development)

# cpack -G DEB or TXZ in the build folder: the program and its data.
set(CPACK_PACKAGE_VENDOR "The Neel authors")
set(CPACK_PACKAGE_CONTACT "The Neel authors <neel@localhost>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};neel;program;/;${PROJECT_BINARY_DIR};neel;data;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/Debian.cmake)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Ising, XY and Heisenberg magnets on any crystal, spin glasses, phi^4 fields
and the majority automaton. A run is a function of its input alone: any
number of threads, interrupted or not, gives the same bits.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-h5netcdf, python3-matplotlib, python3-xarray")
include(CPack)
