//===- OutputName.h - The name of a profile ---------------------*- C++ -*-===//
//
// Expands the pattern of the option `output` and similar ones into a path.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OPTIONS_OUTPUTNAME_H
#define UDPC_RUNTIME_OPTIONS_OUTPUTNAME_H

#include "runtime/base/Text.h"

namespace udpc {
namespace rt {

/// Values for the placeholders of a pattern.
struct OutputNameParts {
  uint64_t Pid;
  uint64_t Signature; ///< Value of %m.
  const char *Host;
  const char *Program;
  /// The base of relative paths; "" if unknown.
  const char *StartFolder;
  /// The process is a child by fork(): it must not use its parent's name.
  bool Forked;
  /// 0, or a number that is appended to avoid existing names.
  unsigned Attempt;
};

/// Expands \p Pattern into \p Out. An unknown `%x` stays as it is. Returns
/// false if the path is too long.
bool expandOutputName(const char *Pattern, const OutputNameParts &Parts,
                      TextBuffer &Out);

/// Returns whether \p Pattern is a path without placeholders.
bool isLiteralName(const char *Pattern);

/// Returns whether all processes of a program share the file: \p Pattern has
/// %m.
bool isSharedName(const char *Pattern);

/// Returns the number of the descriptor that \p Path denotes: /dev/stdout,
/// /dev/stderr, /dev/fd/N, /proc/self/fd/N. Otherwise -1.
int descriptorOf(const char *Path);

/// Returns whether the expansion of \p Pattern contains the process number.
bool hasProcess(const char *Pattern, const OutputNameParts &Parts);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_OUTPUTNAME_H
