//===- Glob.h - Patterns for event names -----------------------*- C++ -*-===//
//
// The patterns of llvm::GlobPattern, which the spec and the tools use: `*`
// matches any text, `?` any one character, `[a-z_]` one of these, `[!a-z]` none
// of them, `\` quotes the next character, but not in a set. A list of globs is
// separated by commas; a comma that belongs to a name is written `\,` or `[,]`.
//
// The input is not trusted: there is no recursion, and the time is at most the
// product of the two lengths.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_BASE_GLOB_H
#define UDPC_RUNTIME_BASE_GLOB_H

namespace udpc {
namespace rt {

/// Returns whether \p List is a valid list of one or more globs: none empty,
/// each set terminated, no range reversed, a character after each backslash.
bool isGlobList(const char *List);

/// Returns the end of the first glob of \p List: a comma or the end of the
/// text.
const char *endOfGlob(const char *List);

/// Returns whether the first glob of \p List, which is valid, matches all of \p
/// Name.
bool matchesGlob(const char *List, const char *Name);

/// Returns whether any glob of \p List matches \p Name.
bool matchesGlobList(const char *List, const char *Name);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_BASE_GLOB_H
