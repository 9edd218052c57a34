# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes UdpcFlags.cmake, which says which keywords udpc_instrument() takes and
# which flags they stand for, from the driver's list of flags.
set(list ${PROJECT_SOURCE_DIR}/tools/udpc-clang/Options.inc)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
set(string "\"([^\"]*)\"")
file(STRINGS ${list} values REGEX "^UDPC_VALUE\\(")
file(STRINGS ${list} switches REGEX "^UDPC_SWITCH\\(")
set(text "# Made from the driver's list of flags.\n")
foreach(entry IN LISTS values)
  if(NOT entry MATCHES
     "\\([A-Za-z]+, ${string}, ${string}, ${string}, ${string}, ${string},$")
    message(FATAL_ERROR "${list}: cannot read: ${entry}")
  endif()
  if(CMAKE_MATCH_5)
    string(APPEND text
      "list(APPEND UDPC_VALUE_KEYWORDS ${CMAKE_MATCH_5})\n"
      "set(UDPC_FLAG_${CMAKE_MATCH_5} \"${CMAKE_MATCH_1}\")\n"
      "set(UDPC_WORDS_${CMAKE_MATCH_5} \"${CMAKE_MATCH_3}\")\n"
      "set(UDPC_PLUGIN_OPTION_${CMAKE_MATCH_5} \"${CMAKE_MATCH_4}\")\n")
  endif()
endforeach()
foreach(entry IN LISTS switches)
  if(NOT entry MATCHES "\\([A-Za-z]+, ${string}, ${string}, ${string},$")
    message(FATAL_ERROR "${list}: cannot read: ${entry}")
  endif()
  if(CMAKE_MATCH_3)
    string(APPEND text
      "list(APPEND UDPC_SWITCH_KEYWORDS ${CMAKE_MATCH_3})\n"
      "set(UDPC_FLAG_${CMAKE_MATCH_3} \"${CMAKE_MATCH_1}\")\n"
      "set(UDPC_PLUGIN_OPTION_${CMAKE_MATCH_3} \"${CMAKE_MATCH_2}\")\n")
  endif()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/cmake/UdpcFlags.cmake
  CONTENT "set(UDPC_VALUE_KEYWORDS)\nset(UDPC_SWITCH_KEYWORDS)\n${text}" @ONLY)
