/*===- udpc/udpc.h - The public API of the runtime ---------------*- C -*-===*\
|*
|* For programs that mark places to be counted, and that look at their own
|* events while they run. C89 (with long long) and C++98 on.
|*
|* Nothing here needs to be linked: in a program without libudpc_rt.a the
|* functions do nothing and return the value documented for each. In a shared
|* library they work if the program that loads it has the runtime and exports
|* its symbols (udpc-clang does this; by hand:
|* -Wl,--export-dynamic-symbol=__udpc_*).
|*
|* An event is a number from 0, the same for the whole run and for all units and
|* libraries that count an event of that name. Numbers may differ from run to
|* run. All functions may be called from any thread at any time after the
|* start, but not from signal handlers, except udpc_dump and udpc_snapshot.
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

#include "udpc/cost_api.h"
#include "udpc/marks.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An occurrence of an event on which its handler is called. */
struct udpc_overflow {
  int event;
  /** Where the thread continues: an address in the code of the place that
      counted. */
  const void *place;
  /** How often the event has occurred in this thread, including this time.
      udpc_reset does not change it. */
  uint64_t count;
  /** How many multiples of the period the thread has passed since the last
      call: 1, or more if the event occurred during its own handler, or by an
      amount above 1. Over all calls these add up to the number of multiples. */
  uint64_t passed;
  uint64_t period;
};

/** Called on the thread in which the event has occurred, like a signal handler:
    at any place that counts, whatever locks the program holds there. It may
    call all functions of this header. It may leave by longjmp (see
    udpc_leave_handler), but not by an exception. Data that it shares with the
    code at such places must be volatile or atomic. */
typedef void (*udpc_handler)(const struct udpc_overflow *overflow,
                             void *argument);

/* Called by the functions below if they are defined. Not to be used directly.
   */
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
extern int __udpc_on_overflow(int, uint64_t,
                              void (*)(const struct udpc_overflow *, void *),
                              void *) __attribute__((weak));
extern void __udpc_leave_handler(const struct udpc_overflow *)
    __attribute__((weak));

/** Returns the number of the event called \p name, or -1: the code that is
    loaded now has no such event, \p name is null, or there is no runtime. */
static __inline__ int udpc_event_find(const char *name) {
  return __udpc_event_find ? __udpc_event_find(name) : -1;
}

/** Returns the name of \p event, valid until the program ends; null if there is
    no such event or no runtime. */
static __inline__ const char *udpc_event_name(int event) {
  return __udpc_event_name ? __udpc_event_name(event) : (const char *)0;
}

/** Returns the number of events, which are numbered from 0. It grows when a
    library with further events is loaded. 0 without the runtime. */
static __inline__ int udpc_event_count(void) {
  return __udpc_event_count ? __udpc_event_count() : 0;
}

/** Returns the count of \p event since the start or the last udpc_reset, in all
    threads, ended ones included: executions of its sites with command inc less
    those with dec, so it may be negative. It includes everything that happened
    before the call, but not necessarily what other threads count during it. 0
    if there is no such event or no runtime.

    For a line that is part of several units (in a header) the units' counts are
    added. `udpc report` adds up the regions of such a line first, which gives
    less if different regions decide in different units.

    It takes time in proportion to the slots of the units that have the event,
    times the number of threads: microseconds, not nanoseconds. */
static __inline__ int64_t udpc_read(int event) {
  return __udpc_read ? __udpc_read(event) : 0;
}

/** Returns the calling thread's share of udpc_read. */
static __inline__ int64_t udpc_read_thread(int event) {
  return __udpc_read_thread ? __udpc_read_thread(event) : 0;
}

/** Resets the counts of all events in all threads to 0, in the profile too.
    Other threads continue counting meanwhile: each execution counts as either
    before or after the reset, none is lost or counted twice. */
static __inline__ void udpc_reset(void) {
  if (__udpc_reset)
    __udpc_reset();
}

/** Sets the value of udpc_read for \p event to \p value: the first thread's
    share becomes \p value, that of all others 0, and counting continues from
    there. Other threads continue counting meanwhile, and nothing is lost. The
    profile has the difference to the executed counts as a row of its own,
    `(written)`, so its totals equal udpc_read, and its other rows are what was
    executed.

    Returns 0; -1 if there is no such event or no memory; 0 without the runtime.
    */
static __inline__ int udpc_write(int event, int64_t value) {
  return __udpc_write ? __udpc_write(event, value) : 0;
}

/** Sets the calling thread's share like udpc_write; the shares of other threads
    stay. */
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

/** Writes the current profile, as the end of the program does: to the same
    file, replacing an earlier one. Returns 0, also if there is no runtime or
    nothing to write; otherwise an errno, after one warning on standard error.
    May be called from a signal handler. */
static __inline__ int udpc_dump(void) {
  return __udpc_dump ? __udpc_dump() : 0;
}

/** Appends the current counts of all events to the log (docs/over-time.md).
    Returns 0, also if there is no runtime, no event, or the option `log` is
    empty; otherwise an errno, after one warning on standard error if the log
    cannot be written. May be called from a signal handler. */
static __inline__ int udpc_snapshot(void) {
  return __udpc_snapshot ? __udpc_snapshot() : 0;
}

/*===--- Which events are on ----------------------------------------------===*\
|*
|* Events that are counted by udpc instructions start off: their sites count
|* nothing and cost next to nothing. The functions below patch the program's
|* code. When they return, all threads see the change; a thread that executes a
|* site meanwhile may pass it uncounted.
|*
|* Events that are counted in other ways are always on; the functions accept
|* them and do not change them.
|*
\*===----------------------------------------------------------------------===*/

/** Turns on the events whose names match one of \p globs, which are separated
    by commas: `*` is any text, `?` any character, `[a-z]` one of these,
    `[!a-z]` none of them, `\` takes the next character as it is. This also
    applies to libraries that are loaded later; the last call that matches an
    event's name decides.

    Returns how many events of the code that is loaded now match. Returns -1,
    and changes nothing, if \p globs is null or no list of globs (one is empty,
    a set or backslash has no end), or if 4096 different lists are remembered
    already ("*" forgets them). Returns 0 if there is no runtime. */
static __inline__ int udpc_enable(const char *globs) {
  return __udpc_enable ? __udpc_enable(globs) : 0;
}

/** Turns matching events off, like udpc_enable. Their counts stay. */
static __inline__ int udpc_disable(const char *globs) {
  return __udpc_disable ? __udpc_disable(globs) : 0;
}

/** Returns 1 if \p event is on now; 0 if it is off or masked, there is no such
    event, or there is no runtime. */
static __inline__ int udpc_is_enabled(int event) {
  return __udpc_is_enabled ? __udpc_is_enabled(event) : 0;
}

/** The commands of sites, as sets. */
#define UDPC_INC 1
#define UDPC_DEC 2

/** Masks commands of \p event in all threads, including later ones: sites with
    a command in \p commands no longer count, sites with other commands do. 0
    masks none. Works for all events; sites that are instructions are turned
    off. Returns the commands that were masked before; -1 if there is no such
    event, no memory, or \p commands has others; 0 without the runtime. */
static __inline__ int udpc_mask(int event, int commands) {
  return __udpc_mask ? __udpc_mask(event, commands) : 0;
}

/** Masks commands like udpc_mask, but for the calling thread only, in addition
    to those that are masked for all threads. */
static __inline__ int udpc_mask_thread(int event, int commands) {
  return __udpc_mask_thread ? __udpc_mask_thread(event, commands) : 0;
}

/** Returns the commands of \p event that are masked in all threads. */
static __inline__ int udpc_masked(int event) {
  return __udpc_masked ? __udpc_masked(event) : 0;
}

/** Returns the commands of \p event that are masked in the calling thread, by
    either function. */
static __inline__ int udpc_masked_thread(int event) {
  return __udpc_masked_thread ? __udpc_masked_thread(event) : 0;
}

/** Masks hardware counters: if bit C % 64 of \p mask[C / 64] is set, the events
    of counter C are off whatever udpc_enable says; otherwise that decides.
    Nothing is masked at the start. Events without a counter number cannot be
    masked. Returns 0, or -1 if \p mask is null; 0 without the runtime. */
static __inline__ int udpc_set_mask(const uint64_t mask[4]) {
  return __udpc_set_mask ? __udpc_set_mask(mask) : 0;
}

/** Writes the current mask to \p mask; zeros if there is no runtime. */
static __inline__ void udpc_get_mask(uint64_t mask[4]) {
  if (__udpc_get_mask)
    __udpc_get_mask(mask);
  else if (mask)
    mask[0] = mask[1] = mask[2] = mask[3] = 0;
}

/*===--- Each N-th occurrence ---------------------------------------------===*/

/** Calls \p handler with \p argument on each occurrence number \p period, 2 *
    \p period and so on of \p event in each thread, counted from this call, or
    from the thread's first occurrence (after the warm-up of the spec) if it has
    none yet. Replaces earlier settings, including the spec's.

    \p event must have `every` in the spec. \p period 0 ends the
    calls. If \p handler is null, the spec's `action` is run instead.

    The change applies at once to the calling thread and to threads without
    occurrences so far; to others within 65,536 of their occurrences, from which
    their period is then counted. Returns 0, or -1 if \p event has no `every`,
    or \p period is 2^63 or more; 0 without the runtime. May be called in the
    handler. */
static __inline__ int udpc_on_overflow(int event, uint64_t period,
                                       udpc_handler handler, void *argument) {
  return __udpc_on_overflow
             ? __udpc_on_overflow(event, period, handler, argument)
             : 0;
}

/** To be called in a handler that leaves by longjmp, right before that, with
    the handler's argument. Otherwise the event's handler may not be called
    again on this thread before the event has occurred less deep on the stack.
    */
static __inline__ void
udpc_leave_handler(const struct udpc_overflow *overflow) {
  if (__udpc_leave_handler)
    __udpc_leave_handler(overflow);
}

#ifdef __cplusplus
}
#endif

/** Sets default options of the program or library, as udpc-clang's
    -fudpc-options does, with any compiler. To be used once, outside of
    functions: UDPC_DEFAULT_OPTIONS("output=app.%p.prof"); */
#define UDPC_DEFAULT_OPTIONS(text)                                             \
  __attribute__((section(".note.udpc_options"), used, aligned(4)))             \
  static const struct {                                                        \
    uint32_t name_size, size, type;                                            \
    char name[8];                                                              \
    char options[sizeof(text)];                                                \
  } udpc_default_options = {8, sizeof(text), 2, "udpc_rt", text}

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif /* UDPC_UDPC_H */
