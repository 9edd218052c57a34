//===- FilterOptions.h - Options that filter events ----------- -*- C++ -*-===//
//
// --event, --function, --file and --module of the commands that show or write
// part of an event profile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H
#define UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H

#include "profdata/events/EventFilter.h"
#include "tools/udpc/Command.h"

namespace udpc {

/// The four options, registered for a group of commands.
class FilterOptions {
public:
  /// The options of \p First, and of \p Second if it is not null.
  explicit FilterOptions(const Command &First, const Command *Second = nullptr)
      : FilterOptions(First, Second ? *Second : First) {}

  EventGlobs globs() const { return {Event, Function, File, Module}; }
  /// Fails with a message about a malformed glob.
  llvm::Expected<EventFilter> filter() const {
    return EventFilter::create(globs());
  }

private:
  FilterOptions(const Command &First, const Command &Second)
      : Event("event", llvm::cl::desc("Only events whose name matches"),
              llvm::cl::value_desc("glob"), First, Second),
        Function("function", llvm::cl::desc("Only what is in these functions"),
                 llvm::cl::value_desc("glob"), First, Second),
        File("file",
             llvm::cl::desc("Only what is in these files: a.c, lib/*.c"),
             llvm::cl::value_desc("glob"), First, Second),
        Module("module",
               llvm::cl::desc("Only these executables and libraries: libz.so*"),
               llvm::cl::value_desc("glob"), First, Second) {}

  llvm::cl::opt<std::string> Event, Function, File, Module;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H
