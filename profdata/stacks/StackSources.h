//===- StackSources.h - Stacks from profiles and logs -----------*- C++ -*-===//
//
// Profiles of counts have no stacks of calls, unless contexts were recorded: a
// stack is one place, with the functions that are inlined there. Samples of
// logs have the stack of calls.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_STACKSOURCES_H
#define UDPC_PROFDATA_STACKS_STACKSOURCES_H

#include "profdata/cache/CachegrindFile.h"
#include "profdata/calls/CallGraph.h"
#include "profdata/events/EventFilter.h"
#include "profdata/log/Log.h"
#include "profdata/stacks/StackProfile.h"
#include <optional>

namespace udpc {

/// The counts of \p Report, which is of \p Profile: a type for each event,
/// whose sum is the event's total. The label "kind" is that of the site. A line
/// of several functions is in one that has the name of its file.
StackProfile stacksOf(const EventProfile &Profile, const EventReport &Report);

/// The costs of \p Profile. \p Options are as for Cachegrind's format, but
/// inlined functions are always frames of the stack. With recorded contexts,
/// and without the option Thread, the stacks are those of the next function.
StackProfile stacksOf(const CacheProfile &Profile,
                      const CachegrindFile::Options &Options);

/// The contexts of \p Graph, with what they themselves cost: the functions that
/// were called, without inlined ones, and the lines of their calls. Contexts
/// beyond the limit are a function "(others)". What a function cost outside of
/// contexts is a stack of it alone. \p ModuleOf: the number of each module,
/// in the order of Graph's.
void addStacks(const CallGraph &Graph, llvm::ArrayRef<uint32_t> ModuleOf,
               StackProfile &Out);

/// The costs of \p File, which does not record inlined functions.
StackProfile stacksOf(const CachegrindFile &File);

struct LogStackOptions {
  bool Demangle = true;
  /// Selects samples by their event.
  EventFilter Events;
  /// Only those of this thread.
  std::optional<uint32_t> Thread;
};

/// The samples and counts by stack of \p Samples. The first type is the number
/// of samples; then, for each event, what it has counted in the thread since
/// the sample before, so that the sum is its count at the last sample. Counts
/// by stack have none of those. Labels: the event whose occurrence was sampled,
/// the thread, and, of several processes, the process. \p Warnings: files whose
/// functions are not known.
StackProfile stacksOf(const Log &Samples, const LogStackOptions &Options,
                      std::vector<std::string> &Warnings);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_STACKSOURCES_H
