# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# udpc_llvm: the parts of LLVM that the programs use. Plugins share the LLVM of the
# process that loads them. Programs get theirs linked statically, where LLVM has
# static libraries: to load the shared one takes 20 ms, for its 160,000
# relocations, and most runs of udpc and udpc-clang take less themselves. The
# shared libraries of C++ would take 2 ms more.
#
#   udpc_link_llvm_statically(<program>)
set(components bitreader core debuginfodwarf demangle mc mcdisassembler object profiledata support
  symbolize targetparser)
# The processors of profdata/binary/processor/.
foreach(processor aarch64 riscv x86)
  list(APPEND components ${processor}desc ${processor}disassembler ${processor}info)
endforeach()

add_library(udpc_llvm INTERFACE)
if(TARGET LLVMSupport)
  llvm_map_components_to_libnames(libraries ${components})
  target_link_libraries(udpc_llvm INTERFACE
    "$<IF:$<BOOL:$<TARGET_PROPERTY:UDPC_STATIC_LLVM>>,${libraries},LLVM>")
else()
  target_link_libraries(udpc_llvm INTERFACE LLVM)
endif()

function(udpc_link_llvm_statically program)
  set_target_properties(${program} PROPERTIES UDPC_STATIC_LLVM ON)
  target_link_options(${program} PRIVATE -Wl,--gc-sections -Wl,--as-needed)
  # The shared LLVM loads the shared ones.
  if(TARGET LLVMSupport)
    target_link_options(${program} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()
