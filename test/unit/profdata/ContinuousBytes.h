//===- ContinuousBytes.h - Continuous files for tests ----------*- C++ -*-===//
//
// Builds continuous files byte by byte, as udpc/continuous.h defines them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TEST_UNIT_PROFDATA_CONTINUOUSBYTES_H
#define UDPC_TEST_UNIT_PROFDATA_CONTINUOUSBYTES_H

#include "test/unit/profdata/ProfileBytes.h"
#include "udpc/continuous.h"
#include <set>

namespace udpc {

/// A continuous file to which pieces are added.
class ContinuousBytes {
public:
  ContinuousBytes() {
    abi::ContinuousHeader H = {};
    std::memcpy(H.Magic, abi::ContinuousMagic, sizeof(H.Magic));
    H.Version = abi::ContinuousVersion;
    H.Pid = 4711;
    H.CommandSize = 5;
    H.Command = sizeof(H);
    append(H);
    Bytes += "./app";
    Bytes.resize((Bytes.size() + 7) / 8 * 8);
  }

  template <typename T> uint64_t append(const T &Record) {
    Bytes.append(reinterpret_cast<const char *>(&Record), sizeof(T));
    return Bytes.size() - sizeof(T);
  }
  template <typename T> T &at(uint64_t Offset) {
    return *reinterpret_cast<T *>(Bytes.data() + Offset);
  }
  abi::ContinuousHeader &header() { return at<abi::ContinuousHeader>(0); }

  /// A unit with slots at \p Offset of \p Area.
  void addUnit(llvm::StringRef Table, uint32_t NumSlots, uint32_t Area,
               uint64_t Offset, bool IsCosts = false,
               llvm::StringRef Module = "/bin/app") {
    abi::ContinuousUnit U = {};
    U.Area = Area;
    U.IsCosts = IsCosts;
    U.Offset = Offset;
    U.NumSlots = NumSlots;
    U.ModuleSize = Module.size();
    U.TableSize = Table.size();
    uint64_t At = append(U);
    Bytes += Module;
    Bytes.resize((Bytes.size() + 7) / 8 * 8);
    Bytes += Table;
    if (LastUnit)
      at<abi::ContinuousUnit>(LastUnit).Next = At;
    else
      header().Units = At;
    LastUnit = At;
    sealUnits(Bytes);
  }

  /// Slots of an area.
  uint64_t addSlots(const std::vector<uint64_t> &Slots) {
    Bytes.append(reinterpret_cast<const char *>(Slots.data()),
                 Slots.size() * sizeof(uint64_t));
    return Bytes.size() - Slots.size() * sizeof(uint64_t);
  }
  void addThread(uint64_t Index, uint64_t Counts) {
    if (!Directory) {
      abi::ThreadDirectory D = {};
      Directory = append(D);
      header().Threads = Directory;
    }
    at<abi::ThreadDirectory>(Directory).Entries[NumThreads++] = {
        Index, 100 + Index, Counts, 0};
  }
  /// A thread that runs.
  void addRunning(uint64_t Index, unsigned Area,
                  const std::vector<uint64_t> &Slots) {
    abi::ThreadAreas A = {};
    A.Slots[Area] = {addSlots(Slots), Slots.size() * sizeof(uint64_t)};
    addThread(Index, append(A) + abi::InSlots);
  }
  /// One that has ended.
  void addEnded(uint64_t Index, uint64_t Resets, uint64_t Includes,
                const std::vector<abi::CountRec> &Counts) {
    uint64_t At = append(abi::CountList{Resets, Includes, Counts.size()});
    for (const abi::CountRec &R : Counts)
      append(R);
    addThread(Index, At + abi::InList);
  }
  void addBase(uint64_t Resets, const std::vector<TestThread> &Threads) {
    uint64_t At = append(abi::ContinuousBase{Resets, Threads.size()});
    for (const TestThread &T : Threads) {
      append(abi::ThreadRec{T.Index, 0, T.Counts.size()});
      for (const abi::CountRec &R : T.Counts)
        append(R);
    }
    header().Base = At;
  }

  /// Makes the checksums of an altered file right, as far as there are units.
  static void sealUnits(std::string &Bytes) {
    abi::ContinuousHeader H;
    if (Bytes.size() < sizeof(H))
      return;
    std::memcpy(&H, Bytes.data(), sizeof(H));
    std::set<uint64_t> Seen;
    abi::ContinuousUnit U;
    for (uint64_t At = H.Units; At && Seen.insert(At).second; At = U.Next) {
      if (At > Bytes.size() || Bytes.size() - At < sizeof(U))
        return;
      std::memcpy(&U, Bytes.data() + At, sizeof(U));
      uint64_t Left = Bytes.size() - At - sizeof(U);
      uint64_t Module = (uint64_t(U.ModuleSize) + 7) / 8 * 8;
      if (Module > Left || U.TableSize > Left - Module)
        return;
      llvm::StringRef Text(Bytes);
      U.Checksum = llvm::crc32(llvm::arrayRefFromStringRef(
          Text.substr(At + sizeof(U), Module + U.TableSize)));
      std::memcpy(Bytes.data() + At, &U, sizeof(U));
    }
  }

  std::string Bytes;

private:
  uint64_t LastUnit = 0, Directory = 0;
  unsigned NumThreads = 0;
};

/// A file with all kinds of pieces: two units of fullTable(), threads that run
/// and that have ended, and a reset.
inline ContinuousBytes fullContinuous(llvm::StringRef Table, uint32_t Slots) {
  ContinuousBytes File;
  File.addUnit(Table, Slots, 0, 0);
  File.addUnit(Table, Slots, 1, 16, /*IsCosts=*/false, "/lib/b.so");
  File.addRunning(0, 0, {5, 2, 0, 9, 9, 9, 9, 9});
  File.addRunning(3, 1, {8, 8, 0, 0, 7, 0, 0, 0});
  File.addEnded(1, 1, 1, {{0, 2, 7}});
  File.addEnded(2, 0, 2, {{0, 2, 1000}});
  File.addEnded(abi::OtherThreads, 1, 4, {{1, 0, 1}});
  File.addEnded(4, 1, 4, {{1, 0, 1}});
  File.addBase(1, {{0, {{0, 0, 1}}}, {9, {{0, 0, 1}}}});
  return File;
}

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_CONTINUOUSBYTES_H
