# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The CMake package of an install prefix: find_package(udpc) gives udpc::rt,
# udpc::headers and the function udpc_instrument(). What is installed besides
# stands with the targets that make it.
include(CMakePackageConfigHelpers)
include(UdpcFlagList)

set(udpc_package_dir lib/cmake/udpc)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/udpcConfig.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/udpcConfig.cmake
  INSTALL_DESTINATION ${udpc_package_dir})
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/cmake/udpcConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_BINARY_DIR}/cmake/udpcConfig.cmake
  ${CMAKE_BINARY_DIR}/cmake/udpcConfigVersion.cmake
  ${CMAKE_BINARY_DIR}/cmake/UdpcFlags.cmake
  ${CMAKE_CURRENT_LIST_DIR}/UdpcInstrument.cmake
  DESTINATION ${udpc_package_dir})
