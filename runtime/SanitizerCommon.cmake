# Where sanitizer_common comes from. Debian ships no headers of it, but the
# package gcc-12-source holds its source; any checkout of LLVM does as well.
set(UDPC_SANITIZER_COMMON_DIR "" CACHE PATH
  "Folder sanitizer_common of an LLVM checkout (compiler-rt/lib/sanitizer_common); empty: the one in Debian's gcc-12-source")

# Sets udpc_sanitizer_common to the folder and udpc_sanitizer_sources to its
# files that are compiled.
file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/sanitizer_common.files udpc_sanitizer_files)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_SOURCE_DIR}/sanitizer_common.files)

if(UDPC_SANITIZER_COMMON_DIR)
  set(udpc_sanitizer_common ${UDPC_SANITIZER_COMMON_DIR})
else()
  set(udpc_sanitizer_common ${CMAKE_CURRENT_BINARY_DIR}/sanitizer_common)
  file(GLOB tarballs /usr/src/gcc-12/gcc-12*.tar.xz)
  if(NOT tarballs)
    message(FATAL_ERROR
      "The runtime needs the source of sanitizer_common. Install gcc-12-source, "
      "or pass -DUDPC_SANITIZER_COMMON_DIR=<LLVM checkout>/compiler-rt/lib/sanitizer_common.")
  endif()
  list(GET tarballs 0 tarball)
  get_filename_component(name ${tarball} NAME)
  string(REGEX REPLACE "^(gcc-[0-9.]+[0-9]).*" "\\1" folder ${name})
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/sanitizer_common.stamp)
  if(NOT EXISTS ${stamp} OR ${CMAKE_CURRENT_SOURCE_DIR}/sanitizer_common.files IS_NEWER_THAN ${stamp})
    # Exact names: tar stops when it has them, after 0.1 s instead of 4.6.
    set(names ${udpc_sanitizer_files})
    list(TRANSFORM names PREPEND ${folder}/libsanitizer/)
    list(JOIN names "\n" names)
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/sanitizer_common.names "${names}\n")
    execute_process(
      COMMAND tar -xf ${tarball} --occurrence=1 --strip-components=2
        -T ${CMAKE_CURRENT_BINARY_DIR}/sanitizer_common.names
      WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
      RESULT_VARIABLE result ERROR_VARIABLE error)
    if(result)
      message(FATAL_ERROR "Cannot take sanitizer_common out of ${tarball}: ${error}")
    endif()
    file(TOUCH ${stamp})
  endif()
endif()
if(NOT EXISTS ${udpc_sanitizer_common}/sanitizer_common.h)
  message(FATAL_ERROR "No sanitizer_common in ${udpc_sanitizer_common}.")
endif()
message(STATUS "sanitizer_common in ${udpc_sanitizer_common}")

set(udpc_sanitizer_sources)
foreach(file ${udpc_sanitizer_files})
  if(file MATCHES "/(.*\\.cpp)$")
    list(APPEND udpc_sanitizer_sources ${udpc_sanitizer_common}/${CMAKE_MATCH_1})
  endif()
endforeach()
