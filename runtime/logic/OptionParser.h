//===- OptionParser.h - Reads UDPC_OPTIONS ---------------------*- C++ -*-===//
//
// `name=value:name=value`; a value that holds ':' stands in quotes, "..." or
// '...'. The parser of sanitizer_common ends the program on an error, so this
// is our own: what it cannot read it reports and leaves out.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_OPTIONPARSER_H
#define UDPC_RUNTIME_LOGIC_OPTIONPARSER_H

#include "runtime/logic/Text.h"

namespace udpc {
namespace rt {

namespace option {
using Bool = bool;
using Int = int64_t;
/// Empty means the default.
struct String {
  char Text[4096];
};
/// A file; empty means none.
struct File : String {};
} // namespace option

/// Valid when zero-initialised, but for the defaults.
struct Options {
#define UDPC_OPTION(Type, Name, Default, Help) option::Type Name;
#include "runtime/logic/options.inc"
#undef UDPC_OPTION
};

/// Gets a message, without prefix or end of line, for each thing that is wrong.
using OptionWarning = void (*)(void *Context, const char *Message);

void setDefaults(Options &O);

/// Reads \p Text into \p O. Of several errors of one kind each is reported.
void parseOptions(Options &O, const char *Text, OptionWarning Warn,
                  void *Context);

/// Hands \p Print the lines of the option list.
void describeOptions(OptionWarning Print, void *Context);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_OPTIONPARSER_H
