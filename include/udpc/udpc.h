/*===- udpc/udpc.h - The public API of the runtime ---------------*- C -*-===*\
|*
|* For programs that mark places to be counted, and that look at their own
|* events while they run. C89 (with long long) and C++98 on.
|*
|* Nothing here needs to be linked: in a program without libudpc_rt.a the
|* functions do nothing and return what is said of each. In a shared library
|* they work when the program that loads it has the runtime and exports its
|* symbols (udpc-clang sees to that; by hand:
|* -Wl,--export-dynamic-symbol=__udpc_*).
|*
|* An event is a number from 0, the same for the whole run and for all units and
|* libraries that count an event of that name. Numbers may differ from run to
|* run. All functions may be called from any thread at any time after the
|* start, but not from signal handlers, except udpc_dump and udpc_snapshot.
|*
\*===----------------------------------------------------------------------===*/

#ifndef UDPC_UDPC_H
#define UDPC_UDPC_H

#include <stdint.h>

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wreserved-identifier"
#pragma clang diagnostic ignored "-Wold-style-cast"
#pragma clang diagnostic ignored "-Wzero-as-null-pointer-constant"
#pragma clang diagnostic ignored "-Wunsafe-buffer-usage"
#pragma clang diagnostic ignored "-Wpadded"
#endif

/*===--- Marks ------------------------------------------------------------===*\
|*
|* A mark is a place in the source with a name. Whether it is counted, and how,
|* a spec decides (`mark: name`) when the code is compiled: udpc-clang defines
|* __UDPC__ if the spec has marks. Then a mark that no entry of the spec means is
|* removed, without a trace. Without __UDPC__, and under other compilers than
|* clang, the macros are nothing. See docs/api.md.
|*
\*===----------------------------------------------------------------------===*/

#if defined(__UDPC__) && defined(__clang__)
__extension__ typedef unsigned long long __udpc_amount;
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__cplusplus) && __cplusplus >= 201402L
/* The plugin takes the calls away, and with the last this function: it is here
   for constant expressions, which pass marks uncounted. Elsewhere it is no
   constant: else `if ((UDPC_MARK(a), 1))` would be folded, mark and all. */
__attribute__((nothrow, no_profile_instrument_function)) inline constexpr void
__udpc_mark(const char *name, __udpc_amount) {
  if (!__builtin_is_constant_evaluated())
    __builtin_prefetch(name);
}
#else
extern void __udpc_mark(const char *, __udpc_amount) __attribute__((nothrow));
#endif
#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L && __cplusplus < 201402L
/* There are no constexpr functions without a value yet. */
#define UDPC_MARK_CALL_(name, n)                                               \
  (__builtin_is_constant_evaluated() ? (void)0 : __udpc_mark(name, n))
#else
#define UDPC_MARK_CALL_(name, n) __udpc_mark(name, n)
#endif
#ifdef __cplusplus
#define UDPC_MARK_N(name, n)                                                   \
  UDPC_MARK_CALL_(#name, static_cast<__udpc_amount>(n))
#else
#define UDPC_MARK_N(name, n) UDPC_MARK_CALL_(#name, (__udpc_amount)(n))
#endif
#define UDPC_MARK(name) UDPC_MARK_CALL_(#name, 1)

#else

/** Counts 1 whenever control passes. An expression without a value; the name is
    an identifier, or several with `.` or `::` between them. Macros in it are
    not replaced. */
#define UDPC_MARK(name) ((void)0)

/** Counts \p n, which is converted to a 64-bit unsigned integer. It is evaluated
    once where marks are on, and never where they are off (a lambda that captures
    by default then still captures what \p n names). */
#if defined(__GNUC__) && defined(__cplusplus)
/* Used, so that compilers do not warn, but never evaluated: no constant at which
   __builtin_constant_p would have to look. */
#define UDPC_MARK_N(name, n)                                                   \
  ((void)__builtin_constant_p(                                                 \
      (static_cast<void>(static_cast<uint64_t>(n)),                            \
       static_cast<const void *>(""))))
#elif defined(__GNUC__)
#define UDPC_MARK_N(name, n)                                                   \
  ((void)__builtin_constant_p(((void)(uint64_t)(n), (void *)0)))
#else
#define UDPC_MARK_N(name, n) ((void)sizeof((uint64_t)(n)))
#endif

#endif

/** Attributes for functions and statements, in front of them, where a compiler
    plugin knows them; nothing elsewhere. \p name is a string literal. */
#if defined(__cplusplus) && __cplusplus >= 201103L &&                          \
    defined(__has_cpp_attribute)
#if __has_cpp_attribute(udpc::event)
#define UDPC_EVENT(name) [[udpc::event(name)]]
#endif
#if __has_cpp_attribute(udpc::spin)
#define UDPC_SPIN(name) [[udpc::spin(name)]]
#endif
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L &&              \
    defined(__has_c_attribute)
#if __has_c_attribute(udpc::event)
#define UDPC_EVENT(name) [[udpc::event(name)]]
#endif
#if __has_c_attribute(udpc::spin)
#define UDPC_SPIN(name) [[udpc::spin(name)]]
#endif
#elif defined(__has_attribute)
#if __has_attribute(udpc_event)
#define UDPC_EVENT(name) __attribute__((udpc_event(name)))
#endif
#if __has_attribute(udpc_spin)
#define UDPC_SPIN(name) __attribute__((udpc_spin(name)))
#endif
#endif
#ifndef UDPC_EVENT
#define UDPC_EVENT(name)
#endif
#ifndef UDPC_SPIN
#define UDPC_SPIN(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** An occurrence of an event on which its handler is called. */
struct udpc_overflow {
  int event;
  /** Where the thread will go on: an address in the code of the place that
      counted. */
  const void *place;
  /** How often the event has occurred in this thread, this time included.
      udpc_reset does not change it. */
  uint64_t count;
  /** How many multiples of the period the thread has passed since the last call:
      1, or more if the event occurred during its own handler, or by an amount
      above 1. The sum over all calls is that of the multiples. */
  uint64_t passed;
  uint64_t period;
};

/** Called on the thread in which the event has occurred, like a signal handler:
    at any place that counts, whatever locks the program holds there. It may call
    all functions of this header. It may leave by longjmp (see
    udpc_leave_handler), but not by an exception. What it shares with the code at such places is volatile or
    atomic. */
typedef void (*udpc_handler)(const struct udpc_overflow *overflow,
                             void *argument);

/* What the functions below call, if it is there. Not to be used directly. */
extern int __udpc_event_find(const char *) __attribute__((weak));
extern const char *__udpc_event_name(int) __attribute__((weak));
extern int __udpc_event_count(void) __attribute__((weak));
extern int64_t __udpc_read(int) __attribute__((weak));
extern int64_t __udpc_read_thread(int) __attribute__((weak));
extern int __udpc_write(int, int64_t) __attribute__((weak));
extern int __udpc_write_thread(int, int64_t) __attribute__((weak));
extern int __udpc_mask(int, int) __attribute__((weak));
extern int __udpc_mask_thread(int, int) __attribute__((weak));
extern int __udpc_masked(int) __attribute__((weak));
extern int __udpc_masked_thread(int) __attribute__((weak));
extern void __udpc_reset(void) __attribute__((weak));
extern int __udpc_dump(void) __attribute__((weak));
extern int __udpc_snapshot(void) __attribute__((weak));
extern int __udpc_enable(const char *) __attribute__((weak));
extern int __udpc_disable(const char *) __attribute__((weak));
extern int __udpc_is_enabled(int) __attribute__((weak));
extern int __udpc_set_mask(const uint64_t *) __attribute__((weak));
extern void __udpc_get_mask(uint64_t *) __attribute__((weak));
extern int __udpc_costs_read(uint64_t *, int) __attribute__((weak));
extern int __udpc_costs_read_thread(uint64_t *, int) __attribute__((weak));
extern void __udpc_costs_reset(void) __attribute__((weak));
extern void __udpc_costs_start(void) __attribute__((weak));
extern void __udpc_costs_stop(void) __attribute__((weak));
extern void __udpc_region_begin(const char *) __attribute__((weak));
extern void __udpc_region_end(const char *) __attribute__((weak));
extern int __udpc_on_overflow(int, uint64_t,
                              void (*)(const struct udpc_overflow *, void *),
                              void *) __attribute__((weak));
extern void __udpc_leave_handler(const struct udpc_overflow *)
    __attribute__((weak));

/** The number of the event called \p name, or -1: there is none of that name in
    the code that is loaded now, \p name is null, or there is no runtime. */
static __inline__ int udpc_event_find(const char *name) {
  return __udpc_event_find ? __udpc_event_find(name) : -1;
}

/** The name of \p event, valid until the program ends; a null pointer if there
    is no such event or no runtime. */
static __inline__ const char *udpc_event_name(int event) {
  return __udpc_event_name ? __udpc_event_name(event) : (const char *)0;
}

/** How many events there are: they are the numbers below that. It grows when a
    library is loaded that counts others. 0 without the runtime. */
static __inline__ int udpc_event_count(void) {
  return __udpc_event_count ? __udpc_event_count() : 0;
}

/** What \p event has counted since the start or the last udpc_reset, in all
    threads, ended ones included: executions of its sites with command inc less
    those with dec, so it may be negative. What other threads count at this very
    moment may be in it or not; what happened before the call is. 0 if there is
    no such event or no runtime.

    For a line that stands in several units (in a header) the units' counts are
    added. `udpc report` adds up the regions of such a line first, which is less
    where different regions decide in different units.

    It takes time in proportion to the slots of the units that have the event,
    times the number of threads: microseconds, not nanoseconds. */
static __inline__ int64_t udpc_read(int event) {
  return __udpc_read ? __udpc_read(event) : 0;
}

/** The calling thread's share of udpc_read. */
static __inline__ int64_t udpc_read_thread(int event) {
  return __udpc_read_thread ? __udpc_read_thread(event) : 0;
}

/** All events of all threads count from 0 again, in the profile too. Other
    threads go on counting meanwhile: each execution counts as either before or
    after the reset, none is lost or counted twice. */
static __inline__ void udpc_reset(void) {
  if (__udpc_reset)
    __udpc_reset();
}

/** Sets what udpc_read returns for \p event to \p value: the first thread's
    share is \p value then, that of all others 0, and counting goes on from
    there. Other threads go on counting meanwhile, and nothing is lost. The
    profile has the difference to what was counted as a row of its own,
    `(written)`, so its totals are what udpc_read returns, and its other rows
    are what was executed.

    Returns 0; -1 if there is no such event or no memory; 0 without the
    runtime. */
static __inline__ int udpc_write(int event, int64_t value) {
  return __udpc_write ? __udpc_write(event, value) : 0;
}

/** The same for the calling thread's share; those of the others stay. */
static __inline__ int udpc_write_thread(int event, int64_t value) {
  return __udpc_write_thread ? __udpc_write_thread(event, value) : 0;
}

/** udpc_write(event, 0). */
static __inline__ int udpc_reset_event(int event) {
  return udpc_write(event, 0);
}

/** udpc_write_thread(event, 0). */
static __inline__ int udpc_reset_thread(int event) {
  return udpc_write_thread(event, 0);
}

/** Writes the profile as of now, as the end of the program does: to the same
    file, in place of what was written before. Returns 0, also when there is no
    runtime or nothing to write; else an errno, after one warning on standard
    error. May be called from a signal handler. */
static __inline__ int udpc_dump(void) {
  return __udpc_dump ? __udpc_dump() : 0;
}

/** Appends the current counts of all events to the log (docs/over-time.md).
    Returns 0, also when there is no runtime, no event, or the option `log` is
    empty; else an errno, after one warning on standard error if the log cannot
    be written. May be called from a signal handler. */
static __inline__ int udpc_snapshot(void) {
  return __udpc_snapshot ? __udpc_snapshot() : 0;
}

/*===--- Which events are on ----------------------------------------------===*\
|*
|* Events that are counted by udpc instructions start off: their sites count
|* nothing and cost next to nothing. The functions below patch the program's
|* code. When they return, all threads see the change; a thread that runs over a
|* site meanwhile may pass it uncounted.
|*
|* Events that are counted in other ways are always on; the functions accept
|* them and change nothing about them.
|*
\*===----------------------------------------------------------------------===*/

/** Turns the events on whose names match one of \p globs, which are separated
    by commas: `*` is any text, `?` any character, `[a-z]` one of these, `[!a-z]`
    none of them, `\` takes the next character as it is. It holds for libraries
    that are loaded later too; of what has been asked for, the last that matches
    an event's name decides.

    Returns how many events of the code that is loaded now match. Returns -1,
    and changes nothing, if \p globs is null or no list of globs (one is empty,
    a set or backslash has no end), or if 4096 different lists are remembered
    already ("*" forgets them). Returns 0 if there is no runtime. */
static __inline__ int udpc_enable(const char *globs) {
  return __udpc_enable ? __udpc_enable(globs) : 0;
}

/** Turns them off. What they have counted stays. */
static __inline__ int udpc_disable(const char *globs) {
  return __udpc_disable ? __udpc_disable(globs) : 0;
}

/** 1 if \p event is on now; 0 if it is off or masked, there is no such event,
    or there is no runtime. */
static __inline__ int udpc_is_enabled(int event) {
  return __udpc_is_enabled ? __udpc_is_enabled(event) : 0;
}

/** The commands of sites, as sets. */
#define UDPC_INC 1
#define UDPC_DEC 2

/** Masks commands of \p event in all threads, those that begin later, too: what
    its sites with a command of \p commands do no longer counts, and what sites
    with other commands do counts. 0 masks none. Works for all events; sites
    that are instructions are turned off. Returns the commands that were masked
    before; -1 if there is no such event, no memory, or \p commands has others;
    0 without the runtime. */
static __inline__ int udpc_mask(int event, int commands) {
  return __udpc_mask ? __udpc_mask(event, commands) : 0;
}

/** The same for the calling thread only, in addition to what is masked for all
    threads. */
static __inline__ int udpc_mask_thread(int event, int commands) {
  return __udpc_mask_thread ? __udpc_mask_thread(event, commands) : 0;
}

/** The commands of \p event that are masked in all threads. */
static __inline__ int udpc_masked(int event) {
  return __udpc_masked ? __udpc_masked(event) : 0;
}

/** Those that are masked in the calling thread, by either. */
static __inline__ int udpc_masked_thread(int event) {
  return __udpc_masked_thread ? __udpc_masked_thread(event) : 0;
}

/** Masks hardware counters: where bit C % 64 of \p mask[C / 64] is set, the
    events of counter C are off whatever udpc_enable says. Where it is not, that
    decides. Nothing is masked at the start. Events without a counter number
    cannot be masked. Returns 0, or -1 if \p mask is null; 0 without the
    runtime. */
static __inline__ int udpc_set_mask(const uint64_t mask[4]) {
  return __udpc_set_mask ? __udpc_set_mask(mask) : 0;
}

/** Writes the mask of now to \p mask; zeros if there is no runtime. */
static __inline__ void udpc_get_mask(uint64_t mask[4]) {
  if (__udpc_get_mask)
    __udpc_get_mask(mask);
  else if (mask)
    mask[0] = mask[1] = mask[2] = mask[3] = 0;
}

/*===--- Costs ------------------------------------------------------------===*\
|*
|* What code that is compiled with -fudpc-profile has cost. The calls below
|* belong to no measurement: what the program executes before a call is counted
|* before it, and what it executes after the call is counted after it, to the
|* instruction. Cache misses need -fudpc-profile=cache.
|*
\*===----------------------------------------------------------------------===*/

/** The events of costs, in Cachegrind's order. */
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
  UDPC_NUM_COSTS
};

/* Inlined even without optimisation, so that the call divides the function that
   asks. */
#define UDPC_COSTS_CALL static __inline__ __attribute__((always_inline))

/** Writes what all threads have cost since the start or the last reset, ended
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

/** The calling thread's share of udpc_costs_read. */
UDPC_COSTS_CALL int udpc_costs_read_thread(uint64_t *costs, int count) {
  return __udpc_costs_read_thread ? __udpc_costs_read_thread(costs, count) : 0;
}

/** What all threads execute from here on costs nothing, in the profile and in
    readings, until udpc_costs_start. The simulation goes on: caches and
    predictors are as if nothing was left out, but nothing that misses counts.
    Neither call has an effect if that is so already. */
UDPC_COSTS_CALL void udpc_costs_stop(void) {
  if (__udpc_costs_stop)
    __udpc_costs_stop();
}

/** Costs count again. */
UDPC_COSTS_CALL void udpc_costs_start(void) {
  if (__udpc_costs_start)
    __udpc_costs_start();
}

/** The costs of all threads begin from 0 again, in the profile too. Events are
    not affected; udpc_reset resets both. */
UDPC_COSTS_CALL void udpc_costs_reset(void) {
  if (__udpc_costs_reset)
    __udpc_costs_reset();
}

/*===--- Regions ----------------------------------------------------------===*\
|*
|* Parts of a run that have a name. The profile of costs has what each has cost,
|* by functions and lines: docs/api.md, "Regions". Like the calls above, those
|* below belong to no measurement.
|*
|* Each thread has regions of its own; the profile adds up those of equal name.
|* A region is nested in those that are open on its thread: the costs of inner
|* regions are part of it. One that is begun again while it is open (recursion)
|* must be ended as often, and costs are counted once.
|*
|* A change takes time in proportion to the profiled code: 0.1 ms for SQLite.
The
|* runtime uses no malloc. Signal handlers may call both.
|*
\*===----------------------------------------------------------------------===*/

/** The calling thread's costs belong to the region \p name, too, until its end.
    \p name is copied, and cut off after 255 bytes; null does nothing. */
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

/*===--- Each N-th occurrence ---------------------------------------------===*/

/** Calls \p handler with \p argument on each occurrence number \p period, 2 *
    \p period and so on of \p event in each thread, counted from this call, or
    from the thread's first occurrence (after the warm-up of the spec) if it has
    none yet. Replaces what was set before, also by the spec.

    \p event must have `every` or `bits` in the spec. \p period 0 ends the calls.
    If \p handler is null, the spec's `action` is run instead.

    The calling thread sees the change at once, and so do threads without
    occurrences so far; others within 65,536 of their occurrences, from where
    their period is counted then. Returns 0, or -1 if \p event has no `every`, or
    \p period is 2^63 or more; 0 without the runtime. May be called in the handler.
    */
static __inline__ int udpc_on_overflow(int event, uint64_t period,
                                       udpc_handler handler, void *argument) {
  return __udpc_on_overflow
             ? __udpc_on_overflow(event, period, handler, argument)
             : 0;
}

/** To be called in a handler that does not return but leaves by longjmp, right
    before that, with what the handler was called with. Otherwise the event's
    handler may not be called again on this thread before the event has occurred
    less deep on the stack. */
static __inline__ void
udpc_leave_handler(const struct udpc_overflow *overflow) {
  if (__udpc_leave_handler)
    __udpc_leave_handler(overflow);
}

#ifdef __cplusplus
}

namespace udpc {

/** A region from the object's construction to its destruction, by an exception
    too. \p name must stay valid until then. */
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

} // namespace udpc
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* UDPC_UDPC_H */
