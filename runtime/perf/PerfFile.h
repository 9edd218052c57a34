//===- PerfFile.h - A counter of the kernel ---------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_PERF_PERFFILE_H
#define UDPC_RUNTIME_PERF_PERFFILE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// A descriptor of perf_event_open(2). Closed when zero. Programs may close all
/// descriptors and get the number for a file of their own, from which nothing
/// may be read: so the kernel's number of the counter is compared first.
class PerfFile {
public:
  /// Moves \p FD to a number that programs do not count on. False if it is
  /// negative or there is none.
  bool open(long FD);
  void close();
  bool isOpen() const { return Number; }
  /// Whether \p FD is its descriptor.
  bool has(int FD) const { return Number == FD + 1; }
  /// Makes the kernel send \p Signal to the calling thread when the counter
  /// reaches its period. Returns 0 or an errno.
  int signalThread(int Signal);

  /// How much it has counted that has not been accepted. False if it is closed,
  /// or the program has closed it.
  bool readGrowth(uint64_t &Count) const;
  void accept(uint64_t Count) { Accepted += Count; }

private:
  bool isOurs() const;

  int Number; ///< Plus one.
  uint64_t Id;
  uint64_t Accepted;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_PERFFILE_H
