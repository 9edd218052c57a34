# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run by CPack: puts what is installed where Debian's packages of LLVM 22 have their
# files.
#
#   /usr/lib/llvm-22/{bin,lib}           all that an install prefix holds
#   /usr/bin                             links to the programs
#   /usr/include/udpc                    headers, for any compiler
#   /usr/lib/<multiarch>                 links: plugins, which clang-22 and QEMU find
#                                        here by bare names; the runtime for
#                                        -ludpc_rt, the shared one by its soname; the
#                                        CMake package
#   /usr/share                           man pages, completions, documentation
# Each component has a root of its own.
if(NOT CPACK_TEMPORARY_DIRECTORY)
  message(FATAL_ERROR "This is for CPack.")
endif()
set(root ${CPACK_TEMPORARY_DIRECTORY}/core/usr)
set(llvm lib/llvm-22)
set(multiarch lib/${CPACK_UDPC_MULTIARCH})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_QUIET)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed: ${command}")
  endif()
endfunction()

# link(<target> <name>...): links of these names, below the root, to the target.
function(link target)
  foreach(name ${ARGN})
    get_filename_component(folder ${root}/${name} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    file(RELATIVE_PATH path ${folder} ${root}/${target})
    file(CREATE_LINK ${path} ${root}/${name} SYMBOLIC)
  endforeach()
endfunction()

# finish_pages(): man pages are compressed.
function(finish_pages)
  file(GLOB pages ${root}/share/man/man*/*)
  foreach(page ${pages})
    if(IS_SYMLINK ${page})
      file(READ_SYMLINK ${page} target)
      file(REMOVE ${page})
      file(CREATE_LINK ${target}.gz ${page}.gz SYMBOLIC)
      list(REMOVE_ITEM pages ${page})
    endif()
  endforeach()
  if(pages)
    run(gzip -9n ${pages})
  endif()
endfunction()

if(NOT EXISTS ${root}/${llvm}/share/man/man5)
  message(FATAL_ERROR "There are no man pages: install cmark-gfm, and configure again.")
endif()

# Tools of LLVM, which are in the same prefix.
file(GLOB links ${root}/${llvm}/bin/udpc-llvm-* ${root}/${llvm}/lib/udpc/masquerade/llvm-*)
foreach(name ${links})
  get_filename_component(tool ${name} NAME)
  string(REPLACE udpc- "" tool ${tool})
  file(REMOVE ${name})
  file(RELATIVE_PATH name ${root} ${name})
  link(${llvm}/bin/${tool} ${name})
endforeach()
foreach(program udpc udpc-clang udpc-clang++ udpc-llvm-ar udpc-llvm-ranlib)
  link(${llvm}/bin/${program} bin/${program})
endforeach()

# One copy of the headers.
file(MAKE_DIRECTORY ${root}/include)
file(RENAME ${root}/${llvm}/include/udpc ${root}/include/udpc)
file(REMOVE_RECURSE ${root}/${llvm}/include ${root}/${llvm}/lib/udpc/include/udpc)
link(include/udpc ${llvm}/lib/udpc/include/udpc)

foreach(library libudpc.so libudpc-clang.so libudpc_rt.a)
  link(${llvm}/lib/${library} ${multiarch}/${library})
endforeach()
file(GLOB shared RELATIVE ${root}/${llvm}/lib/udpc ${root}/${llvm}/lib/udpc/libudpc_rt.so.*)
run(strip --strip-unneeded ${root}/${llvm}/lib/udpc/${shared})
link(${llvm}/lib/udpc/${shared} ${multiarch}/${shared})
link(${llvm}/lib/cmake/udpc ${multiarch}/cmake/udpc)

file(RENAME ${root}/${llvm}/share ${root}/share)
file(RENAME ${root}/share/doc/udpc ${root}/share/doc/udpc-22)
file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
set(doc ${root}/share/doc/udpc-22)
file(REMOVE ${doc}/LICENSE)
file(COPY ${CPACK_UDPC_SOURCE_DIR}/packaging/copyright DESTINATION ${doc})
file(COPY ${CPACK_UDPC_SOURCE_DIR}/packaging/changelog DESTINATION ${doc})
file(COPY ${CPACK_UDPC_SOURCE_DIR}/packaging/lintian-overrides DESTINATION ${root}/share/lintian)
file(MAKE_DIRECTORY ${root}/share/lintian/overrides)
file(RENAME ${root}/share/lintian/lintian-overrides ${root}/share/lintian/overrides/udpc-22)
finish_pages()
# The driver's page names them.
foreach(tool ar ranlib)
  link(share/man/man1/udpc-clang.1.gz share/man/man1/udpc-llvm-${tool}.1.gz)
endforeach()
run(gzip -9n ${doc}/changelog)

foreach(component ${CPACK_COMPONENTS_ALL})
  if(component STREQUAL "core")
    continue()
  endif()
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  if(EXISTS ${root}/${llvm}/share)
    file(RENAME ${root}/${llvm}/share ${root}/share)
  endif()
  finish_pages()
  if(EXISTS ${root}/${llvm}/bin/udpc-machine)
    link(${llvm}/bin/udpc-machine bin/udpc-machine)
  endif()
  if(EXISTS ${root}/${llvm}/lib/libudpc_qemu.so)
    link(${llvm}/lib/libudpc_qemu.so ${multiarch}/libudpc_qemu.so)
  endif()
  # The licenses of all are in the file of the core, of the same version.
  link(share/doc/udpc-22 share/doc/udpc-22-${component})
endforeach()
