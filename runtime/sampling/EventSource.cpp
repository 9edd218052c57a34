//===- EventSource.cpp - Samples by the runtime's every-N mechanism -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sampling/SampleDelivery.h"
#include "udpc/udpc.h"

using namespace udpc::rt;

static constexpr int MaxEvents = 256;

static int SampledEvent = -1;
static uint64_t Period;
static uint64_t WarmupEvents;

/// Counts of this thread at its last sample.
static __thread int64_t LastCounts[MaxEvents];

static void handleOverflow(const udpc_overflow *Overflow, void *) {
  static __thread int64_t Counts[MaxEvents];
  int N = udpc_event_count();
  if (N > MaxEvents)
    N = MaxEvents;
  for (int E = 0; E < N; ++E) {
    int64_t Now = udpc_read_thread(E);
    Counts[E] = Now - LastCounts[E];
    LastCounts[E] = Now;
  }
  // The sampled period has to begin after the warm-up.
  if (Overflow->count < WarmupEvents + Period)
    return;
  udpc_sample Sample = {};
  Sample.pc = reinterpret_cast<uintptr_t>(Overflow->place);
#ifdef __x86_64__
  Sample.cycles = __builtin_ia32_rdtsc();
#endif
  Sample.counters = Counts;
  Sample.num_counters = static_cast<unsigned>(N);
  if (!deliverSample(Sample, udpc_event_name))
    stopEvents();
}

bool udpc::rt::startEvents(const char *Name, uint64_t Most, uint64_t Warmup) {
  int Event = udpc_event_find(Name);
  if (Event < 0) {
    if (!udpc_event_count())
      sayOfSampling("not sampled: there are no counter registers here, and the "
                    "program counts no events (udpc-clang -fudpc-spec=)");
    else
      sayOfSampling("not sampled: the program has no event '", Name,
                    "'; name one of its spec that has `every`");
    return false;
  }
  Period = Most + 1;
  WarmupEvents = Warmup;
  if (udpc_on_overflow(Event, Period, handleOverflow, nullptr)) {
    sayOfSampling("not sampled: event '", Name, "' needs `every` in the spec");
    return false;
  }
  SampledEvent = Event;
  return true;
}

void udpc::rt::stopEvents() {
  if (SampledEvent >= 0)
    udpc_on_overflow(SampledEvent, 0, nullptr, nullptr);
}
