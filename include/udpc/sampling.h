/*===- udpc/sampling.h - Samples at every N-th event ------------*- C -*-===*\
|*
|* Samples counters each time an event has occurred N times, with one source for
|* two kinds of machine: on riscv64 with counter registers (udpc-machine and the
|* BOOM fork whose instructions it implements, docs/machine.md) by their
|* sampling jump; elsewhere by the runtime, on an event of the spec that has
|* `every`.
|*
|* A program that links udpc_sampling.o need not call anything: if there is a
|* file samplectrl.txt in the current folder, or the environment variable
|* UDPC_SAMPLING names one, the program is sampled as the file says, from before
|* its constructors without priority to its end. docs/machine.md has the format.
|* The functions below do the same from the source.
|*
|* C89 or C++98 and later.
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===--------------------------------------------------------------------===*/

#ifndef UDPC_SAMPLING_H
#define UDPC_SAMPLING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One sample. Valid during the call. */
struct udpc_sample {
  /** Number of the sample in the program, from 1, in the order of sampling. */
  uint64_t number;
  /** The thread's program counter: with counter registers the instruction to be
      executed next; with the runtime the return address of the site's call. */
  uintptr_t pc;
  /** The processor's clock: rdcycle, or the time stamp counter of x86-64. */
  uint64_t cycles;
  /** rdinstret; 0 on machines without that register. */
  uint64_t instructions;
  /** Counts of this thread since its last sample: the 64 counters of the
      machine, or a value for each event of the spec (at most 256), in the order
      of their numbers (udpc/udpc.h). */
  const int64_t *counters;
  unsigned num_counters;
};

/** Called for each sample, like a signal handler: at any place of the program,
    whatever locks it holds. With counter registers, handlers run one at a time,
    on a stack of 64 KiB that all threads share, and are not counted. */
typedef void (*udpc_sample_handler)(const struct udpc_sample *sample,
                                    void *argument);

/** Settings of sampling. Zeros mean the defaults. */
struct udpc_sampling {
  /** With counter registers, 0 to 7 or a name in docs/machine.md; otherwise the
      name of an event of the spec. Null: "0", instructions. */
  const char *event;
  /** A sample each time the event has occurred this often; at least 1. */
  uint64_t every;
  /** With counter registers: this many instructions at the start of each period
      are not counted. With the runtime: the first period begins after this many
      occurrences of the event in the thread. */
  uint64_t warmup;
  /** Samples end after this number of them. 0: never. */
  uint64_t periods;
  /** The file to which samples are written as JSON lines; replaced if it
      exists. Null: none. */
  const char *log;
  /** Called for each sample. Null: none. */
  udpc_sample_handler handler;
  void *argument;
};

/** Starts sampling: of the calling thread (and, as the machine passes the
    registers on, of the threads that it creates from now on), or of all threads
    with the runtime. Replaces earlier settings. Returns 0, or -1 after one line
    on standard error that names the error; the program then runs unsampled. Not
    thread-safe. */
int udpc_sampling_start(const struct udpc_sampling *settings);

/** Ends sampling. With counter registers, for the calling thread. */
void udpc_sampling_stop(void);

#ifdef __cplusplus
}
#endif

#endif /* UDPC_SAMPLING_H */
