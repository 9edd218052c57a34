# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cpack` in the build folder makes the Debian packages: udpc-22, the core, and
# udpc-22-<component> for each component.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME udpc-22)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "udpc maintainers")
set(CPACK_PACKAGE_CONTACT "udpc maintainers <maintainers@udpc.invalid>")
# No CPACK_PACKAGE_DESCRIPTION_SUMMARY: it would be the first line of all packages.
set(core_text
"counts events, profiles caches and prefetches in C and C++ programs
udpc is a plugin for clang 22, a runtime and a command-line tool. It counts
the events that a spec names (lines, functions, loops, marks), per thread and
exactly; it profiles programs as Cachegrind does, at a fraction of its time;
and it inserts software prefetches and keeps those that pay.")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL core ${UDPC_COMPONENTS})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/llvm-22)
set(CPACK_STRIP_FILES ON)

# Where each file goes is in one script, which moves what Debian has elsewhere.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/UdpcDebianLayout.cmake)
set(CPACK_UDPC_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_UDPC_MULTIARCH ${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The libraries' packages come from the files themselves.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_CORE_DESCRIPTION "${core_text}")
set(CPACK_DEBIAN_CORE_PACKAGE_NAME udpc-22)
set(CPACK_DEBIAN_CORE_PACKAGE_DEPENDS "clang-22")
# The core is of use without any of these. udpc-machine is of use for one kind of
# machine.
set(CPACK_DEBIAN_CORE_PACKAGE_RECOMMENDS "lld-22, llvm-22")
foreach(name fleet rewriting)
  if(name IN_LIST UDPC_COMPONENTS)
    string(APPEND CPACK_DEBIAN_CORE_PACKAGE_RECOMMENDS ", udpc-22-${name}")
  endif()
endforeach()
set(CPACK_DEBIAN_CORE_PACKAGE_SUGGESTS "udpc-22-machine")
# Packages for other releases of LLVM have programs of the same names.
set(CPACK_DEBIAN_CORE_PACKAGE_PROVIDES "udpc")
set(CPACK_DEBIAN_CORE_PACKAGE_CONFLICTS "udpc")
set(CPACK_DEBIAN_CORE_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)

# What the description of each component's package says. Earlier versions of
# udpc-22 had their files.
set(fleet_text
"profiles of many machines, for udpc
Commands of udpc that make rows for databases and metrics of profiles, ship
them from many machines (udpc collect), and ask them (udpc query).")
set(machine_text
"machines with counters, for udpc
udpc-machine runs RISC-V programs on a machine with 64 counters and samples
them; a plugin gives QEMU a counter unit; udpc log shows what they have counted.")
set(rewriting_text
"counting in programs as they are, for udpc
Commands of udpc that count in programs and libraries that were not compiled
with it: udpc convert writes a copy, udpc run --spec and udpc ctl add count in
memory.")
foreach(name ${UDPC_COMPONENTS})
  string(TOUPPER ${name} upper)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${${name}_text}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME udpc-22-${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "udpc-22 (= ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_${upper}_PACKAGE_REPLACES "udpc-22 (<< ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_${upper}_PACKAGE_BREAKS "udpc-22 (<< ${PROJECT_VERSION})")
endforeach()
set(CPACK_DEBIAN_MACHINE_PACKAGE_SUGGESTS "qemu-user")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
