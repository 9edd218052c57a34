//===- MaskList.h - Lists of events and commands ----------------*- C++ -*-===//
//
// A list of globs (Glob.h), each of which may end with a slash and a command:
// `live/dec,req*` names the command dec of the event live, and all commands of
// events whose names begin with req. The option `mask` and `udpc ctl` use it.
// The input is not trusted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OPTIONS_MASKLIST_H
#define UDPC_RUNTIME_OPTIONS_MASKLIST_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// A set of commands: bit N is abi::SiteCommand N.
using CommandSet = uint8_t;
constexpr CommandSet NoCommand = 0, AllCommands = 3;

/// Returns the commands of the event \p Name that \p List, a valid list, names.
CommandSet namedCommands(const char *List, const char *Name);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_MASKLIST_H
