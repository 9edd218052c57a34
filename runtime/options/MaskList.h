//===- MaskList.h - Lists of events and commands ----------------*- C++ -*-===//
//
// A list of globs (Glob.h), each of which may end with a slash and a command:
// `live/dec,req*` names the command dec of the event live, and all commands of
// those whose names begin with req. The input is not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OPTIONS_MASKLIST_H
#define UDPC_RUNTIME_OPTIONS_MASKLIST_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// A set of commands: bit N is abi::SiteCommand N.
using CommandSet = uint8_t;
constexpr CommandSet NoCommand = 0, AllCommands = 3;

/// Which commands of the event \p Name the globs of \p List, which is valid,
/// name.
CommandSet namedCommands(const char *List, const char *Name);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_MASKLIST_H
