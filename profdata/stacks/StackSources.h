//===- StackSources.h - Stacks from profiles and logs -----------*- C++ -*-===//
//
// Profiles of counts record no calls: a stack is one place, with the functions
// that are inlined there. Samples of logs have the stack of calls.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_STACKSOURCES_H
#define UDPC_PROFDATA_STACKS_STACKSOURCES_H

#include "profdata/EventFilter.h"
#include "profdata/cache/CachegrindFile.h"
#include "profdata/log/Log.h"
#include "profdata/stacks/StackProfile.h"
#include <optional>

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
