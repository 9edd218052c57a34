//===- EventProfileWriter.cpp - Writes the event profile ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Bytes.h"
#include "runtime/counts/Modules.h"
#include "runtime/counts/TableOrigins.h"
#include "runtime/events/EventBias.h"
#include "runtime/output/Outputs.h"
#include "runtime/output/SmallProfiles.h"
#include "runtime/patch/Switches.h"
#include "runtime/system/Process.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

bool rt::hasEventProfile(const DumpContents &Dump) {
  if (!anySites())
    return false;
  checkEnableOption();
  checkStartValues();
  if (anyAlwaysOn() || wasEverOn())
    return true;
  reportDump("wrote no profile, as no event was on", "", Dump.Why);
  return false;
}

/// Keeps the counts of units of events, replacing the runtime's unit number by
/// their index; the order stays the same. Returns the number of records kept.
static uint64_t keepEvents(abi::CountRec *Counts, uint64_t N) {
  if (!numCostUnits())
    return N;
  uint64_t Kept = 0;
  for (uint64_t I = 0; I != N; ++I) {
    const UnitRecord &U = unit(Counts[I].Unit);
    if (!U.Costs.Header)
      Counts[Kept++] = {U.Index, Counts[I].Slot, Counts[I].Count};
  }
  return Kept;
}

/// Writes \p T if it has counts; \p Scratch has room for all slots.
static int writeThread(ProfileWriter &File, const ThreadRecord &T,
                       abi::CountRec *Scratch, uint32_t &NumThreads) {
  uint64_t N = keepEvents(Scratch, collectThread(T, Scratch));
  if (!N && !T.IsPermanent)
    return 0;
  ++NumThreads;
  abi::ThreadRec Rec = {T.Index, T.Tid, N};
  if (int Error = File.write(&Rec, sizeof(Rec)))
    return Error;
  return File.write(Scratch, N * sizeof(*Scratch));
}

static int writeContent(ProfileWriter &File, abi::CountRec *Scratch,
                        abi::ProfileHeader &Header) {
  if (int Error = File.writeCommand(Header))
    return Error;
  findModules();
  findTableFiles();
  Header.NumUnits = numUnits() - numCostUnits();
  for (uint32_t I = 0; I != numUnits(); ++I) {
    if (unit(I).Costs.Header)
      continue;
    if (int Error = File.writeModule(unit(I).Module))
      return Error;
    if (int Error = writeTable(File, unit(I), unit(I).Table,
                               unit(I).View.Header->TotalSize,
                               sizeof(abi::TableHeader)))
      return Error;
  }
  for (const ThreadRecord *T = firstThread(); T; T = T->Next)
    if (int Error = writeThread(File, *T, Scratch, Header.NumThreads))
      return Error;
  return writeThread(File, otherThreads(), Scratch, Header.NumThreads);
}

int rt::writeEventProfile(DumpContents &Dump, const ProfileTarget &Target) {
  // Only pages that are filled are touched.
  MappedArray<abi::CountRec> Scratch;
  if (!Scratch.allocate(numSlotsOfUnits()))
    return ENOMEM;
  ProfileWriter &File = Dump.File;
  if (int Error = File.open(Target))
    return Error;
  abi::ProfileHeader Header = {};
  copyBytes(Header.Magic, abi::ProfileMagic, sizeof(Header.Magic));
  Header.Version = abi::ProfileVersion;
  Header.Pid = processPid();
  Header.NumRuns = 1;
  if (int Error = writeContent(File, Scratch, Header)) {
    File.discard();
    return Error;
  }
  return File.close(Header);
}
