//===- Rules.h - Lists of globs with a state --------------------*- C++ -*-===//
//
// The requests by globs, in order, which also apply to events that are added
// later.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_RULES_H
#define UDPC_RUNTIME_PATCH_RULES_H

#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Bounds the memory of programs that generate ever new globs.
constexpr int MaxRules = 4096;

/// Why no rule was added.
enum RuleError : int { BadGlobs = -1, TooManyRules = -2, NoMemory = -3 };

struct Rule {
  Rule *Next;
  bool On;
  const char *Globs;
};

/// Valid when zero. A rule replaces an earlier one with the same globs, so a
/// program that repeatedly turns an event on and off has a bounded list.
class RuleList {
public:
  /// Returns 0 or a RuleError, in which case nothing has changed. A rule for
  /// "*" replaces all.
  int add(const char *Globs, bool On);
  /// The state of the last rule "*".
  bool byDefault() const { return Default; }
  /// In the order in which they were added.
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
