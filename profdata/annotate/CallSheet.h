//===- CallSheet.h - A call graph prepared for display ----------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_CALLSHEET_H
#define UDPC_PROFDATA_ANNOTATE_CALLSHEET_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/calls/CallGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

/// \p Graph with other names of files and functions; those whose names become
/// the same are one. As CostSheet::add does.
CallGraph renamed(CallGraph Graph, const SheetNames &Names);

/// The graph of a cost sheet in columns: the events \p Show, computed ones as
/// well, then calls. In lines and self costs, calls are 0. Of a difference, the
/// columns of the new profile are followed by as many of the old one.
struct CallSheet {
  CallGraph Graph;
  size_t NumEvents = 0;
  bool IsDifference = false;

  static CallSheet of(const CallGraph &Graph, const CostSheet &Sheet,
                      llvm::ArrayRef<size_t> Show);
  /// Both profiles need the events of \p Sheet.
  static CallSheet difference(const CallGraph &Old, const CallGraph &New,
                              const CostSheet &Sheet,
                              llvm::ArrayRef<size_t> Show);

  /// By how much \p Column of \p Row counts: for a difference, the larger of
  /// both, so that neither old nor new code is taken for unimportant.
  uint64_t weight(llvm::ArrayRef<uint64_t> Row, size_t Column) const;
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_CALLSHEET_H
