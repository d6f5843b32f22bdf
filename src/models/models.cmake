# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# The models: a line each, and a folder each.

set(NEEL_MODELS "" CACHE STRING "Models to build, between semicolons; empty: all. MODEL/VALUE: of its instances this one alone")
set(models_wanted "")
foreach(name IN LISTS NEEL_MODELS)
  string(REGEX MATCH "^([^/]*)/?(.*)$" name ${name})
  list(APPEND models_wanted ${CMAKE_MATCH_1})
  set(instance_of_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()

neel_host_room(models
  SOURCES bond_file.cpp material.cpp material_text.cpp models.cpp onsite.cpp onsite_input.cpp start_file.cpp crystal/bond_entries.cpp crystal/bond_orbits.cpp crystal/bond_samples.cpp crystal/bonds_input.cpp crystal/constraint_input.cpp crystal/crystal_clusters.cpp crystal/crystal_input.cpp crystal/crystal_measures.cpp crystal/crystal_memory.cpp crystal/crystal_model.cpp crystal/crystal_order.cpp
          crystal/crystal_setup.cpp crystal/crystal_sites.cpp crystal/crystal_text.cpp crystal/dipoles_input.cpp crystal/ewald.cpp crystal/expected_order.cpp crystal/four_spin_input.cpp crystal/modes_input.cpp crystal/order_measures.cpp
          crystal/orders_input.cpp crystal/own_lattice.cpp crystal/placement.cpp crystal/samples_input.cpp
  USES neel::src::crystal neel::src::model neel::src::files)
set(seen neel::src::crystal neel::src::model neel::src::files neel::simulation neel_eigen)
target_link_libraries(neel_src_models PRIVATE ${seen})
set(list_of_models "")
set(models_built "")
set(kernels "")

# neel_add_model(NAME [KERNELS source ...] [SOURCES source ...])    Without any: one source, FOLDER.cpp, with all that there is.
# KERNELS are sources that instantiate kernels, which takes long. The folder is the name with _ for -.
function(neel_add_model name)
  if(NEEL_MODELS AND NOT name IN_LIST models_wanted)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "KERNELS;SOURCES" ${ARGN})
  string(MAKE_C_IDENTIFIER ${name} folder)
  if(NOT ARGN)
    set(arg_KERNELS ${folder}.cpp)
  endif()
  list(TRANSFORM arg_KERNELS PREPEND models/${folder}/)
  list(TRANSFORM arg_SOURCES PREPEND models/${folder}/)
  target_sources(neel_src_models PRIVATE ${arg_SOURCES})
  set(kernels ${kernels} ${arg_KERNELS} PARENT_SCOPE)
  string(APPEND list_of_models "NEEL_MODEL(\"${name}\", read_${folder})\n")
  set(list_of_models ${list_of_models} PARENT_SCOPE)
  set(models_built ${models_built} ${name} PARENT_SCOPE)
endfunction()

# neel_instances(MODEL [HEADER HEADER] VALUES value ... TEMPLATES "DECLARATION" ... [PARAMETER TYPE DECLARED HEADER])    writes a source for
# each value, with instances of templates that the folder's HEADER (kernels.hpp) sees. They are declared in namespace neel, with {N} for
# the value. PARAMETER: where one value alone is built, the first template of the others, declared in that header, refuses to run.
function(neel_instances model)
  if(NEEL_MODELS AND NOT model IN_LIST models_wanted)
    return()
  endif()
  cmake_parse_arguments(arg "" "HEADER;PARAMETER;DECLARED" "VALUES;TEMPLATES" ${ARGN})
  if(NOT arg_HEADER)
    set(arg_HEADER kernels.hpp)
  endif()
  string(MAKE_C_IDENTIFIER ${model} folder)
  set(alone "${instance_of_${model}}")
  if(alone AND arg_PARAMETER)
    set_property(GLOBAL APPEND PROPERTY neel_instances_of_${folder} ${arg_VALUES})
    list(GET arg_TEMPLATES 0 declaration)
    string(REGEX REPLACE "<[A-Za-z:]*{N}[^>]*>" "" definition "${declaration}")
    set(others "")
    foreach(value IN LISTS arg_VALUES)
      if(NOT value STREQUAL alone)
        string(REPLACE "{N}" ${value} other "${declaration}")
        string(APPEND others "template ${other};\n")
      endif()
    endforeach()
    string(REGEX REPLACE "kernels.hpp$" "" what ${arg_HEADER})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/models/${folder}_${what}but_${alone}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT [[
#include "models/@folder@/@arg_DECLARED@"

#include "errors/errors.hpp"

namespace neel {
template <@arg_PARAMETER@>
@definition@ {
  throw InputError("this program has not all kernels of @model@ (NEEL_MODELS=@model@/@alone@); scripts/build builds them");
}
@others@}
]] @ONLY)
    list(APPEND kernels ${source})
    list(FILTER arg_VALUES INCLUDE REGEX "^${alone}$")
  endif()
  list(TRANSFORM arg_TEMPLATES REPLACE "(.+)" "template \\1[semicolon]\n")
  string(JOIN "" instances ${arg_TEMPLATES})
  string(REPLACE "[semicolon]" ";" instances "${instances}")
  foreach(value IN LISTS arg_VALUES)
    string(REPLACE "{N}" ${value} instances_of_value "${instances}")
    string(REGEX REPLACE "kernels.hpp$" "" what ${arg_HEADER})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/models/${folder}_${what}${value}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT [[
#include "models/@folder@/@arg_HEADER@"

namespace neel {
@instances_of_value@}
]] @ONLY)
    list(APPEND kernels ${source})
  endforeach()
  set(kernels ${kernels} PARENT_SCOPE)
endfunction()

neel_add_model(heisenberg SOURCES crystal.cpp heisenberg.cpp mean_field.cpp measures.cpp)
neel_instances(heisenberg PARAMETER int DECLARED heisenberg.hpp VALUES 0 1 2 TEMPLATES # tests use the lattices, too
  "std::unique_ptr<run::Simulation> models::make_heisenberg<{N}>(const models::HeisenbergSetup&, run::ExecutionContext)"
  "class simulation::HalfLattices<models::Heisenberg<{N}>, Kokkos::DefaultExecutionSpace>")
neel_instances(heisenberg HEADER crystal_kernels.hpp PARAMETER "models::BondTerms, bool" DECLARED crystal.hpp VALUES exchange matrix biquadratic TEMPLATES
  "std::unique_ptr<run::Simulation> models::make_crystal<models::BondTerms::{N}>(const models::HeisenbergCrystal&, run::ExecutionContext)"
  "class simulation::GraphLattice<models::HeisenbergGraph<models::BondTerms::{N}>, Kokkos::DefaultExecutionSpace>")
neel_instances(heisenberg HEADER onsite_kernels.hpp PARAMETER "models::BondTerms, bool" DECLARED crystal.hpp VALUES matrix biquadratic TEMPLATES
  "std::unique_ptr<run::Simulation> models::make_crystal<models::BondTerms::{N}, true>(const models::HeisenbergCrystal&, run::ExecutionContext)"
  "class simulation::GraphLattice<models::HeisenbergGraph<models::BondTerms::{N}, true>, Kokkos::DefaultExecutionSpace>")
neel_add_model(edwards-anderson KERNELS engine.cpp SOURCES edwards_anderson.cpp given.cpp measures.cpp)
neel_instances(edwards-anderson VALUES 1 4 16 TEMPLATES
  "std::unique_ptr<models::EdwardsAndersonEngine> models::make_asynchronous<{N}>(const models::EdwardsAndersonOptions&, run::ExecutionContext)")
neel_add_model(phi4 SOURCES measures.cpp phi4.cpp sweep.cpp)
neel_instances(phi4 VALUES 1 2 3 4 TEMPLATES
  "class simulation::FieldLattice<Kokkos::DefaultExecutionSpace, models::Phi4<{N}, 2, false>, models::Phi4<{N}, 2, true>, models::Phi4<{N}, 3, false>, models::Phi4<{N}, 3, true>>"
  "std::unique_ptr<run::Simulation> models::make_phi4<{N}>(const models::Phi4Options&, const models::Phi4Moments&, run::ExecutionContext)")
neel_add_model(majority KERNELS engine.cpp SOURCES board_clusters.cpp majority.cpp simulation.cpp)
neel_add_model(ising KERNELS bits.cpp ising.cpp)
neel_add_model(xy)
neel_add_model(clock)
neel_add_model(potts)
neel_add_model(blume-capel)

foreach(name IN LISTS models_wanted)
  if(NOT name IN_LIST models_built)
    message(FATAL_ERROR "NEEL_MODELS: there is no model ${name}")
  endif()
  string(MAKE_C_IDENTIFIER ${name} folder)
  get_property(values GLOBAL PROPERTY neel_instances_of_${folder})
  if(instance_of_${name} AND NOT instance_of_${name} IN_LIST values)
    message(FATAL_ERROR "NEEL_MODELS: ${name} has no instance ${instance_of_${name}} that could be built alone")
  endif()
endforeach()

file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/models/list_of_models.inc CONTENT "${list_of_models}")
target_include_directories(neel_src_models PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/models)
if(NEEL_KERNELS) # in an archive, of which the linker takes only what is not there already: the sanitized host code comes first
  list(TRANSFORM kernels REPLACE "^${CMAKE_CURRENT_BINARY_DIR}/" "")
  list(TRANSFORM kernels REPLACE "(.+)" "${NEEL_KERNELS}/src/CMakeFiles/neel_kernels.dir/\\1.o")
  foreach(object IN LISTS kernels)
    if(NOT EXISTS ${object})
      message(FATAL_ERROR "There is no ${object}, which is to be linked (NEEL_KERNELS): run scripts/build openmp first.")
    endif()
  endforeach()
  add_library(neel_kernels STATIC ${kernels})
  set_target_properties(neel_kernels PROPERTIES LINKER_LANGUAGE CXX UNITY_BUILD OFF)
  set_source_files_properties(${kernels} PROPERTIES EXTERNAL_OBJECT ON)
  target_link_libraries(neel_kernels INTERFACE neel::src::crystal neel::src::model neel::src::files neel_src_models)
  target_link_libraries(neel_src_models PRIVATE neel_kernels)
else()
  add_library(neel_kernels OBJECT ${kernels})
  set_target_properties(neel_kernels PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(neel_kernels PRIVATE ${seen})
  target_include_directories(neel_kernels PRIVATE $<TARGET_PROPERTY:neel_src_models,INCLUDE_DIRECTORIES>)
  neel_precompile(neel_kernels)
  target_sources(neel_src_models PRIVATE $<TARGET_OBJECTS:neel_kernels>)
  if(NEEL_BUILD_TESTS AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release
     AND NOT Kokkos_ENABLE_CUDA)
    foreach(source IN LISTS kernels) # which loops were vectorised, for tests/program/test_vectorised.py
      string(REGEX REPLACE "^(.*/)?models/|\\.cpp$" "" name ${source})
      string(REPLACE / _ name ${name})
      set_source_files_properties(${source} PROPERTIES
        COMPILE_OPTIONS -fopt-info-vec-optimized=${CMAKE_CURRENT_BINARY_DIR}/models/${name}.vectorised)
    endforeach()
  endif()
endif()
