//===- PlaceParser.h - Places of events in the spec -------------*- C++ -*-===//
//
// Parses the values of the keys that name a place: globs over functions,
// file:line, kinds of loop events. Each function reports errors to the reader.
// Used by SpecParser.cpp and RegionParser.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
/// signatures for other kinds. Returns false after an error.
bool setGlob(YamlReader &R, llvm::yaml::Node &N, llvm::StringRef Text,
             SpecEntry &Entry);

/// Parses `f(*`, `mangled:_Z*` or `{mangled: _Z*}`. Returns false after an
/// error.
bool parseFunction(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// Parses `file:line`, `file:line:column` or `file:*`. Returns false after an
/// error.
bool parseLine(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// Parses `executions` or `iterations`, for loops and spin loops. \p Entry
/// already has the kind of executions, and keeps it after an error.
void parseLoop(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// Parses a glob over names of marks or spin loops, which \p Wanted describes.
/// None after an error.
std::optional<std::string> parseNames(YamlReader &R, llvm::yaml::Node &N,
                                      llvm::StringRef Wanted);

/// Parses `symbol+0x10` or `module+0x10`. Returns false after an error.
bool parseAddress(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

/// Parses `file:line`, where a loop or return statement begins.
void parseBeginning(YamlReader &R, llvm::yaml::Node &N, SpecEntry &Entry);

} // namespace udpc

#endif // UDPC_SPEC_PLACEPARSER_H
