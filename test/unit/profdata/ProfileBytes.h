//===- ProfileBytes.h - Profiles for tests ---------------------*- C++ -*-===//
//
// Builds profiles byte by byte as udpc/abi.h defines them, so that the reader
// is not tested against our own writer.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TEST_UNIT_PROFDATA_PROFILEBYTES_H
#define UDPC_TEST_UNIT_PROFDATA_PROFILEBYTES_H

#include "profdata/events/EventProfile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include <cstring>
#include <string>
#include <vector>

namespace udpc {

using Bytes = std::vector<uint8_t>;

struct TestThread {
  uint64_t Index;
  std::vector<abi::CountRec> Counts;
};

/// Makes size and checksum of an altered profile right again.
inline void sealProfile(std::string &Profile) {
  abi::ProfileHeader H;
  std::memcpy(&H, Profile.data(), sizeof(H));
  H.Size = Profile.size();
  H.Checksum = 0;
  uint32_t Content = llvm::crc32(llvm::arrayRefFromStringRef(
      llvm::StringRef(Profile).drop_front(sizeof(H))));
  H.Checksum =
      llvm::crc32(Content, llvm::ArrayRef(reinterpret_cast<const uint8_t *>(&H),
                                          sizeof(H)));
  std::memcpy(Profile.data(), &H, sizeof(H));
}

inline std::string makeProfile(const std::vector<Bytes> &Tables,
                               const std::vector<TestThread> &Threads,
                               llvm::StringRef Command = "./app",
                               llvm::StringRef Module = "/bin/app",
                               uint32_t Version = abi::ProfileVersion) {
  abi::ProfileHeader H = {};
  std::memcpy(H.Magic, abi::ProfileMagic, sizeof(H.Magic));
  H.Version = Version;
  H.Pid = 4711;
  H.NumUnits = Tables.size();
  H.NumThreads = Threads.size();
  H.CommandSize = Command.size();
  H.NumRuns = 1;
  std::string Out(reinterpret_cast<const char *>(&H), sizeof(H));
  Out += Command;
  Out.resize((Out.size() + 7) / 8 * 8);
  for (const Bytes &T : Tables) {
    abi::UnitRec R = {static_cast<uint32_t>(Module.size()), 0};
    if (Version >= 3) {
      Out.append(reinterpret_cast<const char *>(&R), sizeof(R));
      Out += Module;
      Out.resize((Out.size() + 7) / 8 * 8);
    }
    Out.append(T.begin(), T.end());
  }
  for (const TestThread &T : Threads) {
    abi::ThreadRec R = {T.Index, 0, T.Counts.size()};
    Out.append(reinterpret_cast<const char *>(&R), sizeof(R));
    Out.append(reinterpret_cast<const char *>(T.Counts.data()),
               T.Counts.size() * sizeof(abi::CountRec));
  }
  sealProfile(Out);
  return Out;
}

inline llvm::StringRef asString(const Bytes &B) {
  return llvm::StringRef(reinterpret_cast<const char *>(B.data()), B.size());
}

/// A site of \p Table without candidates.
inline abi::SiteRec siteOf(SiteTableBuilder &Table, uint32_t Event,
                           abi::SiteKind Kind, llvm::StringRef File,
                           uint32_t Line, llvm::StringRef Function,
                           abi::SiteCommand Command = abi::SiteCommand::Inc) {
  abi::SiteRec S = {};
  S.Event = Event;
  S.Kind = static_cast<uint8_t>(Kind);
  S.Command = static_cast<uint8_t>(Command);
  S.File = Table.addString(File);
  S.Line = Line;
  S.Function = Table.addString(Function);
  return S;
}

/// A table with every part in it: two events, an entry and a return site, a
/// line with two candidates, one of them derived.
inline Bytes fullTable() {
  SiteTableBuilder T;
  T.setSourceFile("/src/a.c");
  T.setNumSlots(3);
  uint32_t Calls = T.addEvent("calls", 7), Hot = T.addEvent("hot", -1);
  T.addEntry(Calls, abi::SiteKind::Entry, abi::SiteCommand::Inc, "f", "s.yaml",
             3, 1);
  T.addEntry(Hot, abi::SiteKind::Line, abi::SiteCommand::Inc, "a.c:9", "s.yaml",
             5, 1);
  T.addDerived(0, 1, /*Subtract=*/true);
  T.addDerived(2, abi::ZeroValue, /*Subtract=*/false);
  T.addSite(siteOf(T, Calls, abi::SiteKind::Entry, "/src/a.c", 1, "f"),
            {{0, 0, 0, 0, 0}});
  T.addSite(siteOf(T, Calls, abi::SiteKind::Return, "/src/a.c", 1, "f",
                   abi::SiteCommand::Dec),
            {{1, 0, 0, 0, 0}});
  T.addSite(siteOf(T, Hot, abi::SiteKind::Line, "/src/a.c", 9, "f"),
            {{3, 9, 1, 9, 20}, {4, 9, 5, 11, 2}});
  return T.finish();
}

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_PROFILEBYTES_H
