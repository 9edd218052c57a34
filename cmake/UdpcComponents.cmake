# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The optional components. The core does without them, and without what they need.
option(UDPC_FLEET "Profiles of many machines: udpc query, collect, rows and metrics; needs SQLite" ON)
option(UDPC_MACHINE "Machines with counters: udpc-machine, which needs Unicorn, the QEMU plugin" ON)
option(UDPC_REWRITING "Sites in code as it is: udpc convert, udpc run --spec, udpc ctl add" ON)
set(UDPC_COMPONENTS)
foreach(name fleet machine rewriting)
  string(TOUPPER ${name} option)
  if(UDPC_${option})
    list(APPEND UDPC_COMPONENTS ${name})
  else()
    message(STATUS "The component ${name} is left out, and its tests (UDPC_${option})")
  endif()
endforeach()

# What is installed is of the core, unless it says another component.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME core)
