# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# cpack reads this before it packs: what a Debian package has by Debian's names. What lintian would say of the launcher is meant so.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(RENAME ${share}/doc/neel/LICENSE ${share}/doc/neel/copyright)
foreach(library IN LISTS CPACK_NEEL_COMPILED_IN) # Debian's packages, whose licences want to be named
  file(READ /usr/share/doc/${library}/copyright text)
  file(APPEND ${share}/doc/neel/copyright "\n\nOf ${library}:\n\n${text}")
endforeach()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/neel/changelog "neel (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n
  * /usr/share/doc/neel/CHANGELOG.md tells what is new.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
execute_process(COMMAND gzip -9n ${share}/doc/neel/changelog ${share}/man/man1/neel.1 COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${share}/lintian/overrides/neel "neel: statically-linked-binary\nneel: maintscript-calls-ldconfig\nneel: bogus-mail-host\nneel: bogus-mail-host-in-debian-changelog\n")
