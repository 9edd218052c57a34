//===- FilterOptions.h - Options that filter events ----------- -*- C++ -*-===//
//
// --event, --function, --file and --module of the commands that show or write
// part of an event profile.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H
#define UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H

#include "profdata/events/EventFilter.h"
#include "llvm/Support/CommandLine.h"

namespace udpc {

/// The four options, registered for a group of commands.
class FilterOptions {
public:
  FilterOptions(llvm::cl::OptionCategory &Category,
                llvm::cl::SubCommandGroup Commands)
      : Event("event", llvm::cl::desc("Only events whose name matches"),
              llvm::cl::value_desc("glob"), llvm::cl::cat(Category),
              llvm::cl::sub(Commands)),
        Function("function", llvm::cl::desc("Only what is in these functions"),
                 llvm::cl::value_desc("glob"), llvm::cl::cat(Category),
                 llvm::cl::sub(Commands)),
        File("file",
             llvm::cl::desc("Only what is in these files: a.c, lib/*.c"),
             llvm::cl::value_desc("glob"), llvm::cl::cat(Category),
             llvm::cl::sub(Commands)),
        Module("module",
               llvm::cl::desc("Only these executables and libraries: libz.so*"),
               llvm::cl::value_desc("glob"), llvm::cl::cat(Category),
               llvm::cl::sub(Commands)) {}

  EventGlobs globs() const { return {Event, Function, File, Module}; }
  /// Fails with a message about a malformed glob.
  llvm::Expected<EventFilter> filter() const {
    return EventFilter::create(globs());
  }

private:
  llvm::cl::opt<std::string> Event, Function, File, Module;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H
