# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# udpc_instrument(<target> [SPEC <file>]
#                 [LOWERING auto|inline|call|instruction]
#                 [FIDELITY exact|transparent]
#                 [PREFETCH_HINTS <file>] [DISCRIMINATE_MEMOPS]
#                 [PROFILE counts|cache|cache-any-i1[,branches][,calls]]
#                 [NO_RUNTIME])
#
# SPEC: makes <target> count the events that the file names. An executable gets
# the runtime. A shared library or module brings the shared one, for programs
# that have none, and needs its file where it is loaded, unless NO_RUNTIME is
# given. A static or object library hands the runtime on to what links it.
# PREFETCH_HINTS: makes it prefetch where the file says. DISCRIMINATE_MEMOPS:
# gives its memory operations the keys that hints need, so that it can be
# profiled for them. PROFILE: makes it profile itself as Cachegrind does; its
# runtime is found as for SPEC. What it is besides follows with commas. At least
# one of the four has to be there.
#
# Compilation needs clang 22 or udpc-clang. A changed spec or hints file
# rebuilds. Prefetching with INTERPROCEDURAL_OPTIMIZATION needs the linker lld.
#
# The keywords, the values that they take and the flags that they stand for are in
# UdpcFlags.cmake, which is made from the driver's list of flags.
include("${CMAKE_CURRENT_LIST_DIR}/UdpcFlags.cmake")

# What matters where the code is made final, which may be the link.
set(_udpc_link_keywords PROFILE PREFETCH_HINTS DISCRIMINATE_MEMOPS)

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

# The driver's flags for those of the keywords that the caller's ARG_ variables
# give a value.
function(_udpc_driver_flags keywords result)
  set(flags "")
  foreach(keyword IN LISTS keywords)
    if(NOT ARG_${keyword})
      continue()
    endif()
    if(keyword IN_LIST UDPC_VALUE_KEYWORDS)
      list(APPEND flags "${UDPC_FLAG_${keyword}}${ARG_${keyword}}")
    else()
      list(APPEND flags "${UDPC_FLAG_${keyword}}")
    endif()
  endforeach()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# An option of the plugin's, by stock clang. -Xclang: a plain -mllvm would reach
# the linker under LTO, which refuses it.
function(_udpc_plugin_option option result)
  set(${result} "SHELL:-Xclang -mllvm -Xclang \"${option}\"" PARENT_SCOPE)
endfunction()

# Adds the plugin's options of the keywords among \p keywords that have a value
# to the list \p result.
function(_udpc_plugin_options keywords result)
  set(options "${${result}}")
  foreach(keyword IN LISTS keywords)
    if(NOT ARG_${keyword})
      continue()
    endif()
    set(value "")
    if(keyword IN_LIST UDPC_VALUE_KEYWORDS)
      set(value "${ARG_${keyword}}")
    endif()
    _udpc_plugin_option("${UDPC_PLUGIN_OPTION_${keyword}}${value}" option)
    list(APPEND options "${option}")
  endforeach()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# The compile options for one language, given the target's own; one option or
# SHELL: group an item.
function(_udpc_compile_options lang own result)
  _udpc_is_driver(${lang} is_driver)
  if(is_driver)
    _udpc_driver_flags("${UDPC_VALUE_KEYWORDS};${UDPC_SWITCH_KEYWORDS}" options)
    set(${result} "${options}" PARENT_SCOPE)
    return()
  endif()

  set(options
    "-fpass-plugin=${UDPC_PLUGIN}"
    "SHELL:-Xclang \"-fdepfile-entry=${UDPC_PLUGIN}\""
    "-Wno-error=backend-plugin")
  if(ARG_SPEC)
    _udpc_counting_options(${lang} "${own}" counting)
    list(APPEND options "${counting}")
  endif()
  _udpc_plugin_options("${_udpc_link_keywords}" options)
  if(ARG_PREFETCH_HINTS)
    list(APPEND options "SHELL:-Xclang \"-fdepfile-entry=${ARG_PREFETCH_HINTS}\"")
  endif()
  _udpc_without_debug_info(${lang} "${own}" without)
  list(APPEND options "$<${without}:-gline-tables-only>")
  if(NOT ARG_PREFETCH_HINTS AND NOT ARG_DISCRIMINATE_MEMOPS AND NOT ARG_PROFILE)
    _udpc_plugin_option("-udpc-own-debug-info" option)
    list(APPEND options "$<${without}:${option}>")
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# Of these, what stock clang needs to count.
function(_udpc_counting_options lang own result)
  set(spec "${ARG_SPEC}")
  set(options "SHELL:-Xclang \"-fdepfile-entry=${spec}\"")
  set(counting ${UDPC_VALUE_KEYWORDS})
  list(REMOVE_ITEM counting ${_udpc_link_keywords})
  _udpc_plugin_options("${counting}" options)
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
  if((transparent OR ARG_FIDELITY STREQUAL "transparent") AND NOT exact)
    set(lines "")
  endif()
  if(lines AND NOT "${CMAKE_${lang}_FLAGS};${own}" MATCHES
     "-f(cs-)?profile(-instr)?-generate|-fcoverage-mapping")
    _udpc_plugin_option("-udpc-own-coverage" option)
    list(APPEND options
      "SHELL:-Xclang -fprofile-instrument=clang"
      "SHELL:-Xclang -fcoverage-mapping"
      "${option}")
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# Prefetches and counters are put in where the code is made final. The driver sees by its
# flags whether that is the link.
function(_udpc_prefetch_link target type lang)
  _udpc_is_driver(${lang} is_driver)
  if(is_driver)
    _udpc_driver_flags("${_udpc_link_keywords}" options)
  else()
    set(options "$<$<BOOL:$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION>>:LINKER:--load-pass-plugin=${UDPC_PLUGIN}>")
    # Objects do not pull it out of the runtime's archive: they can be linked
    # without.
    if(ARG_PROFILE MATCHES "^cache|,branches")
      list(APPEND options "LINKER:-u,__udpc_simulation")
    endif()
  endif()
  set(property LINK_OPTIONS)
  if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set(property INTERFACE_LINK_OPTIONS)
  endif()
  foreach(option IN LISTS options)
    set_property(TARGET ${target} APPEND PROPERTY ${property}
      "$<$<LINK_LANGUAGE:${lang}>:${option}>")
  endforeach()
endfunction()

# Links the runtime, or not. By property, since target_link_libraries would
# oblige the project to either its plain or its keyword form.
function(_udpc_link_runtime target type)
  if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES
      "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:udpc::rt>")
    set(type "$<TARGET_PROPERTY:TYPE>")
    set(shared "$<OR:$<STREQUAL:${type},SHARED_LIBRARY>,$<STREQUAL:${type},MODULE_LIBRARY>>")
    set(wanted "$<NOT:$<BOOL:$<TARGET_PROPERTY:UDPC_NO_RUNTIME>>>")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_OPTIONS
      "$<$<AND:${shared},${wanted}>:${UDPC_SHARED_RUNTIME}>")
  elseif(ARG_NO_RUNTIME)
    set_property(TARGET ${target} PROPERTY UDPC_NO_RUNTIME TRUE)
    foreach(lang C CXX)
      _udpc_is_driver(${lang} is_driver)
      if(is_driver)
        set_property(TARGET ${target} APPEND PROPERTY LINK_OPTIONS
          "$<$<LINK_LANGUAGE:${lang}>:${UDPC_FLAG_NO_RUNTIME}>")
      endif()
    endforeach()
  elseif(type STREQUAL "EXECUTABLE")
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES udpc::rt)
  else()
    set_property(TARGET ${target} APPEND PROPERTY
      LINK_OPTIONS "${UDPC_SHARED_RUNTIME}")
  endif()
endfunction()

# A file that the user named.
function(_udpc_input target what file result)
  get_filename_component(path "${file}" ABSOLUTE
    BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "udpc_instrument(${target}): no such ${what}: ${path}")
  endif()
  set(${result} "${path}" PARENT_SCOPE)
endfunction()

# Whether the driver's words for the keyword have this value: one of the first,
# and then, with commas, each of those after it at most once.
function(_udpc_takes keyword value result)
  set(words "${UDPC_WORDS_${keyword}}")
  set(${result} TRUE PARENT_SCOPE)
  if(NOT words)
    return()
  endif()
  string(REPLACE " and, after commas, " ";" kinds "${words};")
  list(GET kinds 0 first)
  list(GET kinds 1 more)
  string(REGEX REPLACE ", | or " ";" allowed "${first}")
  string(REGEX REPLACE ", | or " ";" more "${more}")
  string(REPLACE "," ";" parts "${value};")
  string(REGEX REPLACE ";$" "" parts "${parts}")
  foreach(part IN LISTS parts)
    if(NOT part IN_LIST allowed)
      set(${result} FALSE PARENT_SCOPE)
      return()
    endif()
    if(more_follow)
      list(REMOVE_ITEM allowed "${part}")
    else()
      set(allowed "${more}")
      set(more_follow TRUE)
    endif()
  endforeach()
endfunction()

function(udpc_instrument target)
  cmake_parse_arguments(ARG "${UDPC_SWITCH_KEYWORDS}" "${UDPC_VALUE_KEYWORDS}" ""
    ${ARGN})
  if(NOT TARGET ${target})
    message(FATAL_ERROR "udpc_instrument: there is no target '${target}'")
  endif()
  if(NOT ARG_SPEC AND NOT ARG_PREFETCH_HINTS AND NOT ARG_DISCRIMINATE_MEMOPS
     AND NOT ARG_PROFILE)
    message(FATAL_ERROR "udpc_instrument(${target}): nothing to do; give "
      "SPEC <file>, PREFETCH_HINTS <file>, DISCRIMINATE_MEMOPS or "
      "PROFILE counts|cache|cache-any-i1[,branches][,calls]")
  endif()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "udpc_instrument(${target}): unknown argument '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  foreach(keyword IN LISTS UDPC_VALUE_KEYWORDS)
    if(NOT ARG_${keyword})
      continue()
    endif()
    _udpc_takes(${keyword} "${ARG_${keyword}}" takes)
    if(NOT takes)
      string(TOLOWER "${keyword}" what)
      message(FATAL_ERROR "udpc_instrument(${target}): unknown ${what} "
        "'${ARG_${keyword}}'; expected ${UDPC_WORDS_${keyword}}")
    endif()
  endforeach()
  if(ARG_SPEC)
    _udpc_input(${target} spec "${ARG_SPEC}" ARG_SPEC)
    # Whether it has entries for lines decides the flags.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${ARG_SPEC}")
  endif()
  if(ARG_PREFETCH_HINTS)
    _udpc_input(${target} "hints file" "${ARG_PREFETCH_HINTS}" ARG_PREFETCH_HINTS)
  endif()

  get_target_property(type ${target} TYPE)
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
    _udpc_compile_options(${lang} "${own}" options)
    foreach(option IN LISTS options)
      set_property(TARGET ${target} APPEND PROPERTY COMPILE_OPTIONS
        "$<$<COMPILE_LANGUAGE:${lang}>:${option}>")
    endforeach()
    if(ARG_PREFETCH_HINTS OR ARG_DISCRIMINATE_MEMOPS OR ARG_PROFILE)
      _udpc_prefetch_link(${target} ${type} ${lang})
    endif()
  endforeach()
  if(ARG_SPEC OR ARG_PROFILE)
    _udpc_link_runtime(${target} ${type})
  endif()
endfunction()
