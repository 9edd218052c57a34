//===- OptionParser.h - Parses UDPC_OPTIONS ---------------------*- C++ -*-===//
//
// Parses `name=value:name=value` into the options of options.inc; a value that
// contains ':' is quoted, "..." or '...'. Invalid options are reported and
// ignored. Makes no system calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OPTIONS_OPTIONPARSER_H
#define UDPC_RUNTIME_OPTIONS_OPTIONPARSER_H

#include "runtime/base/Text.h"

namespace udpc {
namespace rt {

namespace option {
using Bool = bool;
using Int = int64_t;
/// A text; empty means the default.
struct String {
  char Text[4096];
};
/// A file's name; empty means none.
struct File : String {};
} // namespace option

/// Values of the options. Valid when zero-initialised, except for the defaults.
struct Options {
#define UDPC_OPTION(Type, Name, Default, Help) option::Type Name;
#include "runtime/options/options.inc"
};

/// Receives a message, without prefix or newline, for each error.
using OptionWarning = void (*)(void *Context, const char *Message);

void setDefaults(Options &O);

/// Parses \p Text into \p O. Reports all errors, in messages that begin with
/// \p Source.
void parseOptions(Options &O, const char *Text, OptionWarning Warn,
                  void *Context, const char *Source = "UDPC_OPTIONS");

/// Passes the lines of the option list to \p Print.
void describeOptions(OptionWarning Print, void *Context);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_OPTIONPARSER_H
