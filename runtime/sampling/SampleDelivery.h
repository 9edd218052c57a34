//===- SampleDelivery.h - Delivers samples ----------------------*- C++ -*-===//
//
// The interface between the parts of udpc_sampling.o: the two sources of
// samples (Registers.cpp, EventSource.cpp), and the log and the program's
// handler, which receive them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SAMPLING_SAMPLEDELIVERY_H
#define UDPC_RUNTIME_SAMPLING_SAMPLEDELIVERY_H

#include "runtime/base/Text.h"
#include "udpc/sampling.h"

namespace udpc {
namespace rt {

/// The room that appendSample needs for each counter. Names have up to 64
/// characters.
constexpr size_t SampleLineSize = 192;

/// Appends \p Sample as JSON lines: one for the sample, and one for each
/// counter, with its name if \p NameOf is not null and returns one.
void appendSample(const udpc_sample &Sample, const char *(*NameOf)(int),
                  TextBuffer &Out);

/// Prints a line with our prefix on standard error.
void sayOfSampling(const char *Text, const char *Argument = "",
                   const char *After = "");

/// Passes \p Sample, whose number is set here, to the log and the handler.
/// False if it was the last. Keeps errno.
bool deliverSample(udpc_sample &Sample, const char *(*NameOf)(int));

//===--- The two sources --------------------------------------------------===//

/// Returns whether this machine has counter registers.
bool hasCounterRegisters();
/// Starts sampling event \p Select of the counter registers, each time it
/// occurs \p MaxEvents + 1 times.
void startRegisters(unsigned Select, uint64_t MaxEvents, uint64_t Warmup);
void stopRegisters();

/// Starts sampling the spec's event \p Name. Returns false after a message.
bool startEvents(const char *Name, uint64_t MaxEvents, uint64_t Warmup);
void stopEvents();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SAMPLING_SAMPLEDELIVERY_H
