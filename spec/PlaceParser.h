//===- PlaceParser.h - Where an event of the spec happens -------*- C++ -*-===//
//
// The values of the keys that name a place: globs over functions, file:line,
// kinds of loop events. Each function reports what is wrong to the reader.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_PLACEPARSER_H
#define UDPC_SPEC_PLACEPARSER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/YAMLParser.h"
#include <optional>
#include <string>

namespace udpc {

struct SpecEntry;
class YamlReader;

/// Sets the glob of \p Entry: over paths for lines, over linkage names or
/// signatures for others. Returns false after an error.
bool setGlob(YamlReader &R, llvm::yaml::Node &N, llvm::StringRef Text,
             SpecEntry &Entry);

/// `f(*`, `mangled:_Z*` or `{mangled: _Z*}`. Returns false after an error.
bool parseFunction(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// `file:line`, `file:line:column` or `file:*`. Returns false after an error.
bool parseLine(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// `executions` or `iterations`, for loops and spin loops. The kind of
/// \p Entry is that of their executions, and stays so after an error.
void parseLoop(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// A glob over names of marks or spin loops, which \p Wanted describes. None
/// after an error.
std::optional<std::string> parseNames(YamlReader &R, llvm::yaml::Node &N,
                                      llvm::StringRef Wanted);

/// `symbol+0x10` or `module+0x10`. Returns false after an error.
bool parseAddress(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// `file:line`, where a loop or return statement begins.
void parseBeginning(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

} // namespace udpc

#endif // UDPC_SPEC_PLACEPARSER_H
