//===- StackSources.h - Stacks from profiles and logs -----------*- C++ -*-===//
//
// Converts profiles to stacks. Profiles of counts have no call stacks, unless
// contexts were recorded: a stack is one place, with the functions that are
// inlined there. Samples of logs have call stacks. Used by `udpc export`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_STACKSOURCES_H
#define UDPC_PROFDATA_STACKS_STACKSOURCES_H

#include "profdata/costs/CostGraph.h"
#include "profdata/events/EventFilter.h"
#include "profdata/log/Log.h"
#include "profdata/stacks/StackProfile.h"
#include <optional>

namespace udpc {

/// Returns the counts of \p Report, the report of \p Profile. There is a type
/// for each event, whose sum is the event's total. The label "kind" is the kind
/// of the site. A line of several functions is in a function with the name of
/// its file.
StackProfile stacksOf(const EventProfile &Profile, const EventReport &Report);

/// Returns the costs of \p Profile that \p Options select, but inlined
/// functions are always frames of the stack. With recorded contexts, and
/// without the option Thread, the stacks are those that addStacks makes.
StackProfile stacksOf(const CacheProfile &Profile, const CostOptions &Options);

/// Adds the contexts of \p Graph with their self costs. The frames are the
/// called functions, without inlined ones, and the lines of their calls.
/// Contexts beyond the limit become a function "(others)". Costs of a function
/// outside of contexts get a stack of this function alone. \p ModuleOf has the
/// number of each module, in the order of Graph's modules.
void addStacks(const CostGraph &Graph, llvm::ArrayRef<uint32_t> ModuleOf,
               StackProfile &Out);

/// Returns the self costs of \p Graph, without its calls. It does not record
/// inlined functions.
StackProfile stacksOf(const CostGraph &Graph);

struct LogStackOptions {
  bool Demangle = true;
  /// Selects samples by their event.
  EventFilter Events;
  /// Selects the samples of one thread.
  std::optional<uint32_t> Thread;
};

/// Returns the samples and the counts by stack of \p Samples. The first type is
/// the number of samples. There is another type for each event: what it has
/// counted in the thread since the previous sample, so that the sum is its
/// count at the last sample. Counts by stack have only the first type. The
/// labels are the event whose occurrence was sampled, the thread, and, if there
/// are several processes, the process. Appends lines on files whose functions
/// are unknown to \p Warnings.
StackProfile stacksOf(const Log &Samples, const LogStackOptions &Options,
                      std::vector<std::string> &Warnings);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_STACKSOURCES_H
