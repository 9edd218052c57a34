//===- SampleSettings.h - What to sample, and how often ---------*- C++ -*-===//
//
// Reads control files as the BOOM fork's tools do (samplectrl.txt): one
// `key: value` a line.
//
//   eventsel: 0 to 3          maxevent: (or maxevents:) events of a period
//   warmupinst: instructions  maxperiod: (or maxperiods:) samples; 0: no limit
//   logname: file
//
// Empty lines and lines that begin with # are skipped.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_SAMPLING_SAMPLESETTINGS_H
#define UDPC_TOOLS_MACHINE_SAMPLING_SAMPLESETTINGS_H

#include "llvm/Support/Error.h"
#include <string>

namespace udpc {
namespace machine {

struct SampleSettings {
  unsigned Selection = 0;
  /// maxEventNum: a sample is taken at the (Every + 1)-th event. 0: never.
  uint64_t Every = 0;
  uint64_t Warmup = 0;
  /// 0: no limit.
  uint64_t Periods = 0;
  std::string Log;
};

/// The value of sampleEventSel by the event's number, 0 to 3, or by the name of
/// its counter: insts, com_misp_br, dcache_to_L2, dtlb_miss_num.
llvm::Expected<unsigned> parseSelection(llvm::StringRef Text);

/// Changes what \p Text sets. An error begins with \p File and the line.
llvm::Error parseControlFile(llvm::StringRef Text, llvm::StringRef File,
                             SampleSettings &Settings);

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_SAMPLING_SAMPLESETTINGS_H
