//===- CacheProfileWriter.cpp - Writes the cache profile ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/TimeShare.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/Modules.h"
#include "runtime/counts/TableOrigins.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/RegionRecording.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/output/Outputs.h"
#include "runtime/output/SmallProfiles.h"
#include "runtime/system/Process.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

/// Writes the cache profile, thread by thread. All functions return 0 or an
/// errno.
class CacheProfileWriter {
public:
  explicit CacheProfileWriter(ProfileWriter &File) : File(File) {}
  int open(const ProfileTarget &Target);
  int add(const ThreadRecord &T, const ThreadCosts &Costs);
  int close();

private:
  int writeUnits();
  int writeCalls();
  int writeRegions();
  int keep(int Error);

  ProfileWriter &File;
  abi::ProfileHeader Header = {};
};

} // namespace

int CacheProfileWriter::writeUnits() {
  abi::CacheRec Caches = simulatedCaches();
  TimeShare Time = timeShare();
  Caches.TimeSamples = Time.Samples;
  Caches.UnprofiledSamples = Time.Unprofiled;
  if (int Error = File.write(&Caches, sizeof(Caches)))
    return Error;
  if (int Error = File.writeCommand(Header))
    return Error;
  findModules();
  findTableFiles();
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (unit(I).Costs.Header) {
      const abi::CostHeader *Table = unit(I).Costs.stored();
      if (int Error = File.writeModule(unit(I).Module))
        return Error;
      if (int Error = writeTable(File, unit(I), Table, Table->TotalSize,
                                 sizeof(*Table)))
        return Error;
    }
  return 0;
}

/// Removes the temporary file if \p Error is not 0; returns \p Error.
int CacheProfileWriter::keep(int Error) {
  if (Error)
    File.discard();
  return Error;
}

int CacheProfileWriter::open(const ProfileTarget &Target) {
  copyBytes(Header.Magic, abi::CacheProfileMagic, sizeof(Header.Magic));
  Header.Version = abi::CacheProfileVersion;
  Header.Pid = processPid();
  Header.NumUnits = numCostUnits();
  Header.NumRuns = 1;
  updateRegions();
  if (int Error = File.open(Target))
    return Error;
  return keep(writeUnits());
}

int CacheProfileWriter::add(const ThreadRecord &T, const ThreadCosts &Costs) {
  if (!Costs.any() && !T.IsPermanent)
    return 0;
  ++Header.NumThreads;
  abi::CostThreadRec Rec = {T.Index, T.Tid, Costs.NumSlots, Costs.NumOperations,
                            Costs.NumLines};
  int Error = File.write(&Rec, sizeof(Rec));
  auto Write = [&](const auto *Records, uint64_t N) {
    if (!Error)
      Error = File.write(Records, N * sizeof(*Records));
  };
  Write(Costs.Slots.data(), Costs.NumSlots);
  Write(Costs.Operations.data(), Costs.NumOperations);
  Write(Costs.Lines.data(), Costs.NumLines);
  return keep(Error);
}

/// Returns the number in the profile of the runtime's unit \p Unit.
static uint32_t indexOf(uint32_t Unit) {
  return Unit == abi::NoIndex ? Unit : unit(Unit).Index;
}

int CacheProfileWriter::writeCalls() {
  abi::CallsRec Calls = countCalls();
  struct State {
    ProfileWriter &File;
    int Error;
  } Now = {File, File.write(&Calls, sizeof(Calls))};
  visitCalls(
      [](const abi::CallRec &Call, void *Data) {
        auto &Now = *static_cast<State *>(Data);
        abi::CallRec Rec = Call;
        Rec.Unit = indexOf(Rec.Unit);
        Rec.CallerUnit = indexOf(Rec.CallerUnit);
        if (!Now.Error)
          Now.Error = Now.File.write(&Rec, sizeof(Rec));
      },
      &Now);
  return Now.Error;
}

int CacheProfileWriter::writeRegions() {
  abi::RegionsRec Regions = countRegions();
  if (int Error = File.write(&Regions, sizeof(Regions)))
    return Error;
  return visitRegions(
      [](const RegionCosts &R, void *Data) {
        auto &File = *static_cast<ProfileWriter *>(Data);
        int Error = 0;
        auto Write = [&](const void *Bytes, uint64_t Size) {
          if (!Error)
            Error = File.write(Bytes, Size);
        };
        Write(&R.Rec, sizeof(R.Rec));
        Write(R.Name, R.Rec.NameSize);
        if (!Error)
          Error = File.pad();
        Write(R.Slots, R.Rec.NumCounts * sizeof(*R.Slots));
        Write(R.Lines, R.Rec.NumLines * sizeof(*R.Lines));
        return Error;
      },
      &File);
}

int CacheProfileWriter::close() {
  if (int Error = keep(writeCalls()))
    return Error;
  if (int Error = keep(writeRegions()))
    return Error;
  return File.close(Header);
}

bool rt::hasCacheProfile(const DumpContents &) { return numCostUnits() != 0; }

int rt::writeCacheProfile(DumpContents &Dump, const ProfileTarget &Target) {
  CacheProfileWriter Writer(Dump.File);
  int Error = Writer.open(Target);
  int CostsError =
      Dump.visitCosts([&](const ThreadRecord &T, const ThreadCosts &Costs) {
        if (!Error)
          Error = Writer.add(T, Costs);
      });
  if (Error)
    return Error;
  if (CostsError) {
    Dump.File.discard();
    return CostsError;
  }
  return Writer.close();
}
