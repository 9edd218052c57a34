# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What every target of ours is compiled with. The compiler is LLVM 22's own
# clang, so that the plugin and the runtime see one version of everything.
option(UDPC_SANITIZE "Build udpc itself with AddressSanitizer and UBSan" OFF)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

add_library(udpc_options INTERFACE)
target_compile_options(udpc_options INTERFACE
  -Wall -Wextra -Werror -Wno-unused-parameter
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti -fno-exceptions>)
target_include_directories(udpc_options INTERFACE
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_include_directories(udpc_options SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(udpc_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(udpc_options INTERFACE ${udpc_llvm_definitions})
# lld, which the runtime needs anyway, links in a fifth of the time.
find_program(UDPC_LLD ld.lld PATHS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
if(UDPC_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_link_options(udpc_options INTERFACE -fuse-ld=lld)
endif()
if(UDPC_SANITIZE)
  target_compile_options(udpc_options INTERFACE -fsanitize=address,undefined)
  target_link_options(udpc_options INTERFACE -fsanitize=address,undefined)
endif()

# udpc_export_only(<target> <version script>)
# The dynamic linker resolves a symbol of a plugin to the first plugin that
# defines it. Plugins of different builds must not use each other's functions,
# so only what the host looks up is exported, also of what headers define.
function(udpc_export_only target script)
  set(script ${CMAKE_CURRENT_SOURCE_DIR}/${script})
  target_link_options(${target} PRIVATE -Wl,--version-script=${script})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()
