//===- SampleSettings.h - Settings of sampling ---------------- -*- C++ -*-===//
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
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_SAMPLING_SAMPLESETTINGS_H
#define UDPC_TOOLS_MACHINE_SAMPLING_SAMPLESETTINGS_H

#include "llvm/Support/Error.h"
#include <string>

namespace udpc {
namespace machine {

/// The settings of a control file or of the command line.
struct SampleSettings {
  unsigned Selection = 0;
  /// maxEventNum: a sample is taken at event Every + 1; 0 for never.
  uint64_t Every = 0;
  uint64_t Warmup = 0;
  /// Maximum number of samples; 0 for no limit.
  uint64_t Periods = 0;
  std::string Log;
};

/// Parses the value of sampleEventSel, given as a number from 0 to 3 or as the
/// name of its counter: insts, com_misp_br, dcache_to_L2, dtlb_miss_num.
llvm::Expected<unsigned> parseSelection(llvm::StringRef Text);

/// Applies the settings in \p Text. Errors begin with \p File and the line.
llvm::Error parseControlFile(llvm::StringRef Text, llvm::StringRef File,
                             SampleSettings &Settings);

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_SAMPLING_SAMPLESETTINGS_H
