/*===- udpc/cost_api.h - The API of costs and regions -------------*- C -*-===*\
|*
|* A part of udpc/udpc.h, which includes it and says what holds for all of the
|* API: what a program reads of its own costs, and the regions that it names.
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef UDPC_COST_API_H
#define UDPC_COST_API_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The calls of a function without a profile: of a library, for example. */
struct udpc_calls {
  /** Its symbol, as the linker knows it (C++ names are mangled), valid while
      the code that calls it is loaded. "" are calls through pointers, to any
      function. */
  const char *function;
  uint64_t calls;
};

/* Called by the functions below if they are defined. Not to be used directly.
 */
extern int __udpc_costs_read(uint64_t *, int) __attribute__((weak));
extern int __udpc_costs_read_thread(uint64_t *, int) __attribute__((weak));
extern int __udpc_costs_read_calls(struct udpc_calls *, int)
    __attribute__((weak));
extern int __udpc_costs_read_calls_thread(struct udpc_calls *, int)
    __attribute__((weak));
extern void __udpc_costs_reset(void) __attribute__((weak));
extern void __udpc_costs_start(void) __attribute__((weak));
extern void __udpc_costs_stop(void) __attribute__((weak));
extern void __udpc_region_begin(const char *) __attribute__((weak));
extern void __udpc_region_end(const char *) __attribute__((weak));

/*===--- Costs ------------------------------------------------------------===*\
|*
|* Costs of code that is compiled with -fudpc-profile. The calls below belong to
|* no measurement: what the program executes before a call is counted before it,
|* and what it executes after the call is counted after it, to the instruction.
|* Cache misses need -fudpc-profile=cache.
|*
\*===----------------------------------------------------------------------===*/

/** The events of costs, in Cachegrind's order, and then the misses of the
    middle level, L2, if it is simulated. */
enum udpc_cost {
  UDPC_IR,
  UDPC_I1MR,
  UDPC_ILMR,
  UDPC_DR,
  UDPC_D1MR,
  UDPC_DLMR,
  UDPC_DW,
  UDPC_D1MW,
  UDPC_DLMW,
  UDPC_BC,
  UDPC_BCM,
  UDPC_BI,
  UDPC_BIM,
  UDPC_I2MR,
  UDPC_D2MR,
  UDPC_D2MW,
  UDPC_NUM_COSTS
};

/* Inlined even without optimisation, so that the call is a boundary in the
   function that contains it. */
#define UDPC_COSTS_CALL static __inline__ __attribute__((always_inline))

/** Writes the costs of all threads since the start or the last reset, ended
    ones included, to the first \p count elements of \p costs: costs[UDPC_IR]
    are instructions, and so on; 0 where an event is not counted. Returns a set
    of bits, 1 << event for each that is counted; 0, and writes nothing, if no
    code is profiled, without the runtime or memory, or if \p costs is null.

    Differences between two readings are meaningful; a reading itself may be too
    low or high by a few instructions for each function that is being executed.

    It takes time in proportion to the profiled code, times the number of
    threads: 0.1 ms for SQLite. */
UDPC_COSTS_CALL int udpc_costs_read(uint64_t *costs, int count) {
  return __udpc_costs_read ? __udpc_costs_read(costs, count) : 0;
}

/** Reads the calling thread's share of udpc_costs_read. */
UDPC_COSTS_CALL int udpc_costs_read_thread(uint64_t *costs, int count) {
  return __udpc_costs_read_thread ? __udpc_costs_read_thread(costs, count) : 0;
}

/** Writes the calls by profiled code of all threads, ended ones included, to
    the first \p count elements of \p calls: one for each function without a
    profile, in any order, also of those that were not called yet. Returns the
    number of these functions, which may be more than \p count, and grows when
    a library is loaded; 0 without a profile, the runtime or memory.

    Differences between two readings are meaningful, as those of costs. It takes
    longer than udpc_costs_read: 0.1 ms for a program of a few functions. */
UDPC_COSTS_CALL int udpc_costs_read_calls(struct udpc_calls *calls, int count) {
  return __udpc_costs_read_calls ? __udpc_costs_read_calls(calls, count) : 0;
}

/** Reads the calling thread's share of udpc_costs_read_calls. */
UDPC_COSTS_CALL int udpc_costs_read_calls_thread(struct udpc_calls *calls,
                                                 int count) {
  return __udpc_costs_read_calls_thread
             ? __udpc_costs_read_calls_thread(calls, count)
             : 0;
}

/** Stops counting costs of all threads, in the profile and in readings, until
    udpc_costs_start. The simulation goes on: caches and predictors change as if
    costs were counted, but misses do not count. Has no effect if costs are
    stopped already. */
UDPC_COSTS_CALL void udpc_costs_stop(void) {
  if (__udpc_costs_stop)
    __udpc_costs_stop();
}

/** Counts costs again after udpc_costs_stop. Has no effect if they are counted
    already. */
UDPC_COSTS_CALL void udpc_costs_start(void) {
  if (__udpc_costs_start)
    __udpc_costs_start();
}

/** Resets the costs of all threads to 0, in the profile too. Events are not
    affected; udpc_reset resets both. */
UDPC_COSTS_CALL void udpc_costs_reset(void) {
  if (__udpc_costs_reset)
    __udpc_costs_reset();
}

/*===--- Regions ----------------------------------------------------------===*\
|*
|* Named parts of a run. The profile of costs has the costs of each region by
|* functions and lines: docs/api.md, "Regions". Like the calls above, those
|* below belong to no measurement.
|*
|* Each thread has regions of its own; the profile adds up those of equal name.
|* A region is nested in those that are open on its thread: the costs of inner
|* regions are part of it. One that is begun again while it is open (recursion)
|* must be ended as often, and costs are counted once.
|*
|* A change takes time in proportion to the profiled code: 0.1 ms for SQLite.
|* The runtime uses no malloc. Signal handlers may call both.
|*
\*===----------------------------------------------------------------------===*/

/** Begins the region \p name, to which the calling thread's costs belong, too,
    until its end. \p name is copied, and cut off after 255 bytes; null does
    nothing. */
UDPC_COSTS_CALL void udpc_region_begin(const char *name) {
  if (__udpc_region_begin)
    __udpc_region_begin(name);
}

/** Ends the region \p name, and the regions that this thread has begun within
   it and has not ended, as after longjmp. Does nothing if the thread has not
   begun it; the runtime warns once. The end of a thread ends its regions. */
UDPC_COSTS_CALL void udpc_region_end(const char *name) {
  if (__udpc_region_end)
    __udpc_region_end(name);
}

#ifdef __cplusplus
}

namespace udpc {

/** A region that lasts from the object's construction to its destruction, also
    by an exception. \p name must stay valid until then. */
class Region {
public:
  __attribute__((always_inline)) explicit Region(const char *name)
      : Name(name) {
    udpc_region_begin(Name);
  }
  __attribute__((always_inline)) ~Region() { udpc_region_end(Name); }

private:
  Region(const Region &);
  Region &operator=(const Region &);

  const char *Name;
};

/** Calls \p body once, and then \p times times in the region \p name: a
    benchmark, in any framework, whose costs do not depend on its speed. The
    first call, which may allocate and initialise, is no part of it. */
template <typename Body>
void measure(const char *name, unsigned times, Body body) {
  body();
  Region region(name);
  for (unsigned i = 0; i != times; ++i)
    body();
}

} // namespace udpc
#endif

#endif /* UDPC_COST_API_H */
