/*===- udpc/udpc.h - The public API of the runtime ---------------*- C -*-===*\
|*
|* For programs that look at their own events while they run. C99 and C++98 on.
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
|* start, but not from signal handlers, except udpc_dump.
|*
\*===----------------------------------------------------------------------===*/

#ifndef UDPC_UDPC_H
#define UDPC_UDPC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the functions below call, if it is there. Not to be used directly. */
extern int __udpc_event_find(const char *) __attribute__((weak));
extern const char *__udpc_event_name(int) __attribute__((weak));
extern int __udpc_event_count(void) __attribute__((weak));
extern int64_t __udpc_read(int) __attribute__((weak));
extern int64_t __udpc_read_thread(int) __attribute__((weak));
extern void __udpc_reset(void) __attribute__((weak));
extern int __udpc_dump(void) __attribute__((weak));

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

/** Writes the profile as of now, as the end of the program does: to the same
    file, in place of what was written before. Returns 0, also when there is no
    runtime or nothing to write; else an errno, after one warning on standard
    error. May be called from a signal handler. */
static __inline__ int udpc_dump(void) {
  return __udpc_dump ? __udpc_dump() : 0;
}

#ifdef __cplusplus
}
#endif

#endif /* UDPC_UDPC_H */
