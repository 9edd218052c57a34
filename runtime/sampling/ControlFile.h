//===- ControlFile.h - samplectrl.txt ---------------------------*- C++ -*-===//
//
// Lines `name: value` that say what is sampled: docs/machine.md. No system
// calls.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SAMPLING_CONTROLFILE_H
#define UDPC_RUNTIME_SAMPLING_CONTROLFILE_H

#include "runtime/base/Text.h"

namespace udpc {
namespace rt {

/// What a control file says.
struct SampleControl {
  char Event[256]; ///< `eventsel`; "0" if the file does not say.
  /// `maxevent`: the event that fires a sample is the one after this number.
  uint64_t MaxEvents;
  uint64_t Warmup;  ///< `warmupinst`.
  uint64_t Periods; ///< `maxperiod`. 0: no end.
  char Log[4096];   ///< `logname`. Empty: the default.
};

/// Parses \p Text, which ends with a NUL, into \p Out. Otherwise returns false
/// and the number of the line and what is wrong with it.
bool parseSampleControl(const char *Text, SampleControl &Out, unsigned &Line,
                        TextBuffer &Error);

/// Parses a decimal number that fills \p Text.
bool parseNumber(const char *Text, uint64_t &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SAMPLING_CONTROLFILE_H
