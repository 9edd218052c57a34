//===- PerfFile.h - A counter of the kernel ---------------------*- C++ -*-===//
//
// Wraps a descriptor of perf_event_open(2), for the options `perf` and
// `perf_every`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PERF_PERFFILE_H
#define UDPC_RUNTIME_PERF_PERFFILE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// A descriptor of perf_event_open(2). Closed when zero. Programs may close all
/// descriptors and reuse the number for a file of their own, which must not be
/// read: so the kernel's number of the counter is compared first.
class PerfFile {
public:
  /// Takes over \p FD, moved to a number on which programs do not rely. False
  /// if it is negative or there is no such number.
  bool open(long FD);
  void close();
  bool isOpen() const { return Number; }
  /// Returns whether \p FD is the counter's descriptor.
  bool has(int FD) const { return Number == FD + 1; }
  /// Makes the kernel send \p Signal to the calling thread when the counter
  /// reaches its period. Returns 0 or an errno.
  int signalThread(int Signal);

  /// Stores the count that has not been accepted. False if the counter is
  /// closed, or if the program has closed it.
  bool readGrowth(uint64_t &Count) const;
  void accept(uint64_t Count) { Accepted += Count; }

private:
  bool isOurs() const;

  int Number; ///< The descriptor plus one.
  uint64_t Id;
  uint64_t Accepted;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_PERFFILE_H
