//===- StackSources.h - Stacks from profiles of counts ----------*- C++ -*-===//
//
// These profiles record no calls: a stack is one place, with the functions that
// are inlined there.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_STACKSOURCES_H
#define UDPC_PROFDATA_STACKS_STACKSOURCES_H

#include "profdata/EventReport.h"
#include "profdata/cache/CachegrindFile.h"
#include "profdata/stacks/StackProfile.h"

namespace udpc {

/// The counts of \p Report, which is of \p Profile: a type for each event,
/// whose sum is the event's total. The label "kind" is that of the site. A line
/// of several functions is in one that has the name of its file.
StackProfile stacksOf(const EventProfile &Profile, const EventReport &Report);

/// The costs of \p Profile. \p Options are as for Cachegrind's format, but
/// inlined functions are always frames of the stack.
StackProfile stacksOf(const CacheProfile &Profile,
                      const CachegrindFile::Options &Options);

/// The costs of \p File, which does not record inlined functions.
StackProfile stacksOf(const CachegrindFile &File);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_STACKSOURCES_H
