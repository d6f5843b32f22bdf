# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# The rooms of include/neel and who may use whom. Each room is a target that sees its own headers and those of the rooms
# it names, and no others: its include folder holds links to just these.

function(neel_room room)
  add_library(neel_${room} INTERFACE)
  add_library(neel::${room} ALIAS neel_${room})
  set(view ${PROJECT_BINARY_DIR}/rooms/${room})
  file(MAKE_DIRECTORY ${view}/neel)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/neel/${room} ${view}/neel/${room} SYMBOLIC)
  target_include_directories(neel_${room} INTERFACE ${view})
  foreach(other IN LISTS ARGN)
    target_link_libraries(neel_${room} INTERFACE neel_${other})
  endforeach()
endfunction()

neel_room(core)
neel_room(random core)
neel_room(lattice core)
neel_room(models lattice random)
neel_room(update models)
neel_room(measure models)
neel_room(run update measure)

# Kokkos' header takes most of the time of compiling a small file, so targets on the host compile it once.
function(neel_precompile)
  if(Kokkos_ENABLE_CUDA)
    return()
  endif()
  if(NOT TARGET neel_precompiled)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
    add_library(neel_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(neel_precompiled PRIVATE neel_kernel_flags)
    target_precompile_headers(neel_precompiled PRIVATE <Kokkos_Core.hpp>)
  endif()
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} REUSE_FROM neel_precompiled)
  endforeach()
endfunction()

target_link_libraries(neel_core INTERFACE neel_kernel_flags)
target_link_libraries(neel_random INTERFACE neel_random123)
