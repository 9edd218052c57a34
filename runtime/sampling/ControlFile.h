//===- ControlFile.h - Parses samplectrl.txt --------------------*- C++ -*-===//
//
// Parses the file by which udpc_sampling.o samples a program without calls in
// its source; docs/machine.md describes the lines `name: value`. Makes no
// system calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SAMPLING_CONTROLFILE_H
#define UDPC_RUNTIME_SAMPLING_CONTROLFILE_H

#include "runtime/base/Text.h"

namespace udpc {
namespace rt {

/// The contents of a control file.
struct SampleControl {
  char Event[256]; ///< `eventsel`; "0" if the file does not set it.
  /// `maxevent`: the event after this number triggers a sample.
  uint64_t MaxEvents;
  uint64_t Warmup;  ///< `warmupinst`.
  uint64_t Periods; ///< `maxperiod`. 0: no end.
  char Log[4096];   ///< `logname`. Empty: the default.
};

/// Parses \p Text, which ends with NUL, into \p Out. Returns false, the number
/// of the line and the error if it is invalid.
bool parseSampleControl(const char *Text, SampleControl &Out, unsigned &Line,
                        TextBuffer &Error);

/// Parses a decimal number that makes up all of \p Text.
bool parseNumber(const char *Text, uint64_t &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SAMPLING_CONTROLFILE_H
