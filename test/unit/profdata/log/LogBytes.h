//===- LogBytes.h - Makes logs for tests ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_PROFDATA_LOG_LOGBYTES_H
#define UDPC_TEST_UNIT_PROFDATA_LOG_LOGBYTES_H

#include "runtime/log/RecordSeal.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace udpc {

/// A log, put together by the runtime's code.
class LogBytes {
public:
  uint32_t Pid = 42;
  uint32_t Sequence = 0;
  std::string Bytes;

  void add(log::RecordType Type, uint64_t Time, const std::string &Payload,
           uint32_t Thread = log::None) {
    log::RecordHeader Header = {};
    Header.Type = static_cast<uint16_t>(Type);
    Header.Time = Time;
    Header.Thread = Thread;
    Header.Pid = Pid;
    Header.Sequence = Sequence++;
    rt::LogPiece Piece = {Payload.data(), Payload.size()};
    unsigned Padding;
    rt::sealRecord(Header, &Piece, 1, Padding);
    Bytes += bytesOf(Header) + Payload + std::string(Padding, '\0');
  }

  void start(uint64_t Time, uint64_t Began, uint64_t WallTime,
             const std::string &Program, uint32_t Version = log::Version) {
    log::StartRec Rec = {};
    Rec.Version = Version;
    Rec.Began = Began;
    Rec.WallTime = WallTime;
    Rec.ProgramSize = Program.size();
    add(log::RecordType::Start, Time, bytesOf(Rec) + Program);
  }

  void names(uint32_t First, llvm::ArrayRef<std::string> Names) {
    log::NamesRec Rec = {First, static_cast<uint32_t>(Names.size())};
    std::string Text = bytesOf(Rec);
    for (const std::string &Name : Names)
      Text += Name + '\0';
    add(log::RecordType::Names, 0, Text);
  }

  void snapshot(uint64_t Time, llvm::ArrayRef<int64_t> Counts,
                uint32_t NumResets = 0,
                log::Trigger Trigger = log::Trigger::Interval) {
    log::SnapshotRec Rec = {};
    Rec.Trigger = static_cast<uint32_t>(Trigger);
    Rec.Event = log::None;
    Rec.NumEvents = Counts.size();
    Rec.NumResets = NumResets;
    add(log::RecordType::Snapshot, Time, bytesOf(Rec) + bytesOfList(Counts));
  }

  template <typename T> static std::string bytesOf(const T &Rec) {
    return std::string(reinterpret_cast<const char *>(&Rec), sizeof(Rec));
  }
  template <typename T> static std::string bytesOfList(llvm::ArrayRef<T> List) {
    return std::string(reinterpret_cast<const char *>(List.data()),
                       List.size() * sizeof(T));
  }
};

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_LOG_LOGBYTES_H
