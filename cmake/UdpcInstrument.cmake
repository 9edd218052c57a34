# udpc_instrument(<target> SPEC <file>
#                 [LOWERING auto|inline|call|instruction]
#                 [FIDELITY exact|transparent])
#
# Makes <target> count the events that <file> names. An executable gets the
# runtime; a static or object library hands it on to the executables that link
# it. Compilation needs clang 22 or udpc-clang. A changed spec rebuilds.

# Is the compiler udpc-clang, maybe by a name of the masquerade folder?
function(_udpc_is_driver lang result)
  get_filename_component(path "${CMAKE_${lang}_COMPILER}" REALPATH)
  get_filename_component(name "${path}" NAME)
  if(name STREQUAL "udpc-clang")
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# The condition, as a generator expression, under which the flags of the project
# and of the target hold no -g.
function(_udpc_without_debug_info lang own result)
  set(g "(^|[ ;])-g([123]|mlt|line-tables-only|gdb[^ ;]*|dwarf[^ ;]*)?($|[ ;])")
  if("${CMAKE_${lang}_FLAGS};${own}" MATCHES "${g}")
    set(${result} 0 PARENT_SCOPE)
    return()
  endif()
  set(with "")
  foreach(config Debug Release RelWithDebInfo MinSizeRel ${CMAKE_BUILD_TYPE}
          ${CMAKE_CONFIGURATION_TYPES})
    string(TOUPPER "${config}" upper)
    if("${CMAKE_${lang}_FLAGS_${upper}}" MATCHES "${g}")
      list(APPEND with "$<CONFIG:${config}>")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES with)
  list(JOIN with "," with)
  if(with)
    set(${result} "$<NOT:$<OR:${with}>>" PARENT_SCOPE)
  else()
    set(${result} 1 PARENT_SCOPE)
  endif()
endfunction()

# The compile options for one language, given the target's own; one option or
# SHELL: group an item.
function(_udpc_compile_options lang own spec lowering fidelity result)
  _udpc_is_driver(${lang} is_driver)
  if(is_driver)
    set(options "-fudpc-spec=${spec}")
    if(lowering)
      list(APPEND options "-fudpc-lowering=${lowering}")
    endif()
    if(fidelity)
      list(APPEND options "-fudpc-fidelity=${fidelity}")
    endif()
    set(${result} "${options}" PARENT_SCOPE)
    return()
  endif()

  # -Xclang: a plain -mllvm would reach the linker under LTO, which refuses it.
  set(options
    "-fpass-plugin=${UDPC_PLUGIN}"
    "SHELL:-Xclang -mllvm -Xclang \"-udpc-spec=${spec}\""
    "SHELL:-Xclang \"-fdepfile-entry=${spec}\""
    "SHELL:-Xclang \"-fdepfile-entry=${UDPC_PLUGIN}\""
    "-Wno-error=backend-plugin")
  if(lowering)
    list(APPEND options
      "SHELL:-Xclang -mllvm -Xclang -udpc-lowering=${lowering}")
  endif()
  if(fidelity)
    list(APPEND options
      "SHELL:-Xclang -mllvm -Xclang -udpc-fidelity=${fidelity}")
  endif()
  # What only the front end knows: marks, named spin loops, return statements,
  # parameters. Whether the sources or the spec speak of such is not known here.
  if(UDPC_CLANG_PLUGIN)
    list(APPEND options
      "-fplugin=${UDPC_CLANG_PLUGIN}"
      "-fplugin-arg-udpc-spec=${spec}"
      "SHELL:-Xclang \"-fdepfile-entry=${UDPC_CLANG_PLUGIN}\"")
  endif()
  # Exact lines are counted by the front end's coverage counters; the plugin
  # removes their records. A program that is to stay as it is has none.
  file(STRINGS "${spec}" lines REGEX "line")
  file(STRINGS "${spec}" transparent REGEX "transparent")
  file(STRINGS "${spec}" exact REGEX "exact")
  if((transparent OR fidelity STREQUAL "transparent") AND NOT exact)
    set(lines "")
  endif()
  if(lines AND NOT "${CMAKE_${lang}_FLAGS};${own}" MATCHES
     "-f(cs-)?profile(-instr)?-generate|-fcoverage-mapping")
    list(APPEND options
      "SHELL:-Xclang -fprofile-instrument=clang"
      "SHELL:-Xclang -fcoverage-mapping"
      "SHELL:-Xclang -mllvm -Xclang -udpc-own-coverage")
  endif()
  _udpc_without_debug_info(${lang} "${own}" without)
  list(APPEND options
    "$<${without}:-gline-tables-only>"
    "$<${without}:SHELL:-Xclang -mllvm -Xclang -udpc-own-debug-info>")
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

function(udpc_instrument target)
  cmake_parse_arguments(ARG "" "SPEC;LOWERING;FIDELITY" "" ${ARGN})
  if(NOT TARGET ${target})
    message(FATAL_ERROR "udpc_instrument: there is no target '${target}'")
  endif()
  if(NOT ARG_SPEC)
    message(FATAL_ERROR "udpc_instrument(${target}): SPEC <file> is missing")
  endif()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "udpc_instrument(${target}): unknown argument '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(ARG_LOWERING AND NOT ARG_LOWERING MATCHES "^(auto|inline|call|instruction)$")
    message(FATAL_ERROR "udpc_instrument(${target}): unknown lowering "
      "'${ARG_LOWERING}'; expected auto, inline, call or instruction")
  endif()
  if(ARG_FIDELITY AND NOT ARG_FIDELITY MATCHES "^(exact|transparent)$")
    message(FATAL_ERROR "udpc_instrument(${target}): unknown fidelity "
      "'${ARG_FIDELITY}'; expected exact or transparent")
  endif()
  get_filename_component(spec "${ARG_SPEC}" ABSOLUTE
    BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT EXISTS "${spec}")
    message(FATAL_ERROR "udpc_instrument(${target}): no such spec: ${spec}")
  endif()
  # Whether it has entries for lines decides the flags.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${spec}")

  get_target_property(own ${target} COMPILE_OPTIONS)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(lang C CXX)
    if(NOT lang IN_LIST languages)
      continue()
    endif()
    if(NOT CMAKE_${lang}_COMPILER_ID STREQUAL "Clang" OR
       NOT CMAKE_${lang}_COMPILER_VERSION MATCHES "^22\\.")
      message(FATAL_ERROR "udpc_instrument(${target}): the plugin works in "
        "clang 22 only, and ${CMAKE_${lang}_COMPILER} is "
        "${CMAKE_${lang}_COMPILER_ID} ${CMAKE_${lang}_COMPILER_VERSION}. "
        "Configure with CMAKE_${lang}_COMPILER=clang-22 or udpc-clang.")
    endif()
    _udpc_compile_options(${lang} "${own}" "${spec}" "${ARG_LOWERING}"
      "${ARG_FIDELITY}" options)
    foreach(option IN LISTS options)
      set_property(TARGET ${target} APPEND PROPERTY COMPILE_OPTIONS
        "$<$<COMPILE_LANGUAGE:${lang}>:${option}>")
    endforeach()
  endforeach()

  # By property, since target_link_libraries would oblige the project to either
  # its plain or its keyword form.
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES udpc::rt)
  elseif(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES
      "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:udpc::rt>")
  endif()
endfunction()
