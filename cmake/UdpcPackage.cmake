# `cpack` in the build folder makes the Debian package udpc-22.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME udpc-22)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "udpc maintainers")
set(CPACK_PACKAGE_CONTACT "udpc maintainers <maintainers@udpc.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "counts events, profiles caches and prefetches in C and C++ programs")
set(CPACK_PACKAGE_DESCRIPTION
"udpc is a plugin for clang 22, a runtime and a command-line tool. It counts
the events that a spec names (lines, functions, loops, marks), per thread and
exactly; it profiles programs as Cachegrind does, at a fraction of its time;
and it inserts software prefetches and keeps those that pay.")

# Where each file goes is in one script, which installs the build and moves what
# Debian has elsewhere.
set(CPACK_INSTALL_CMAKE_PROJECTS "")
set(CPACK_INSTALL_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/UdpcDebianLayout.cmake)
set(CPACK_UDPC_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_UDPC_BUILD_DIR ${PROJECT_BINARY_DIR})
set(CPACK_UDPC_MULTIARCH ${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu)
set(CPACK_SET_DESTDIR ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The libraries' packages come from the files themselves.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-22, libsqlite3-0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "lld-22, llvm-22")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "qemu-user")
# Packages for other releases of LLVM have programs of the same names.
set(CPACK_DEBIAN_PACKAGE_PROVIDES "udpc")
set(CPACK_DEBIAN_PACKAGE_CONFLICTS "udpc")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
