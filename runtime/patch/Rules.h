//===- Rules.h - Lists of globs with a state --------------------*- C++ -*-===//
//
// Requests to switch or mask events by globs, in order. They also apply to
// events that are added later. Used by Switches.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_RULES_H
#define UDPC_RUNTIME_PATCH_RULES_H

#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Maximum number of rules; bounds the memory of programs that generate new
/// globs without end.
constexpr int MaxRules = 4096;

/// Reasons for which a rule is not added.
enum RuleError : int { BadGlobs = -1, TooManyRules = -2, NoMemory = -3 };

struct Rule {
  Rule *Next;
  bool On;
  const char *Globs;
};

/// A list of rules. Valid when zero. A rule replaces an earlier one with the
/// same globs, so the list of a program that repeatedly turns an event on and
/// off does not grow.
class RuleList {
public:
  /// Adds a rule. Returns 0, or a RuleError if nothing has changed. A rule for
  /// "*" replaces all rules.
  int add(const char *Globs, bool On);
  /// Returns the state of the last rule for "*".
  bool byDefault() const { return Default; }
  /// Returns the rules in the order in which they were added.
  const Rule *first() const { return First; }

private:
  Rule *take(const char *Globs);
  Rule *make(const char *Globs);

  Rule *First, *Last;
  int NumRules;
  Pool Memory;
  bool Default;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_RULES_H
