//===- FilterOptions.h - --event, --function, --file, --module -*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H
#define UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H

#include "profdata/events/EventFilter.h"
#include "llvm/Support/CommandLine.h"

namespace udpc {

/// The options of commands that show or write some of an event profile.
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
  /// The error says what is wrong with a glob.
  llvm::Expected<EventFilter> filter() const {
    return EventFilter::create(globs());
  }

private:
  llvm::cl::opt<std::string> Event, Function, File, Module;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OPTIONS_FILTEROPTIONS_H
