# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# Writes build_info.hpp with the version and the git revision, at every build and only when it changes.

set(NEEL_BUILD_INFO_DIR ${PROJECT_BINARY_DIR}/generated)
if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 OUTPUT_VARIABLE revision
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(revision "unknown")
  endif()
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
"#pragma once
#define NEEL_VERSION \"${VERSION}\"
#define NEEL_REVISION \"${revision}\"
#define NEEL_BUILD_TYPE \"${BUILD_TYPE}\"
#define NEEL_MARCH \"${MARCH}\"
")
else()
  add_custom_target(neel_build_info
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${NEEL_BUILD_INFO_DIR}/build_info.hpp
            -DVERSION=${PROJECT_VERSION} -DBUILD_TYPE=${CMAKE_BUILD_TYPE} -DMARCH=${NEEL_MARCH}
            -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${NEEL_BUILD_INFO_DIR}/build_info.hpp)
endif()
