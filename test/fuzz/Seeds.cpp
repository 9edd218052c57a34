//===- Seeds.cpp - Binary inputs for the fuzzers to begin with ------------===//
//
//   udpc_fuzz_seeds <folder>
//
// Writes <folder>/<fuzzer>/<name>. Binary files are made here and not kept in
// the repository, so that they are always of the present versions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/cache/PackedTable.h"
#include "test/unit/profdata/ContinuousBytes.h"
#include "test/unit/profdata/binary/ElfBytes.h"
#include "test/unit/profdata/cache/CacheProfileBytes.h"
#include "test/unit/profdata/hints/TestHints.h"
#include "test/unit/profdata/log/LogBytes.h"
#include "test/unit/runtime/patch/plan/PlanBytes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LEB128.h"

using namespace llvm;
using namespace udpc;

static std::string Folder;

static void write(StringRef Fuzzer, StringRef Name, StringRef Bytes) {
  std::string Of = Folder + "/" + Fuzzer.str();
  std::error_code EC = sys::fs::create_directories(Of);
  if (!EC) {
    raw_fd_ostream OS(Of + "/" + Name.str(), EC);
    OS << Bytes;
  }
  if (EC) {
    errs() << Of << ": " << EC.message() << '\n';
    std::exit(1);
  }
}

static void writeHints() {
  for (auto [Name, Form] : {std::make_pair("text", HintFileForm::Text),
                            {"binary", HintFileForm::Binary},
                            {"extbinary", HintFileForm::ExtBinary}})
    write("hints", Name, cantFail(hintFileBytes(someHints(), Form)));
  HintSet Hashes;
  Hashes.HasHashes = true;
  Hashes.add(MemoryOperationKey{{{"4711", 1, 0}, {"4712", 2, 0}}},
             {HintType::T0, 64});
  write("hints", "hashes",
        cantFail(hintFileBytes(Hashes, HintFileForm::ExtBinary)));
}

static void writeLog() {
  LogBytes B;
  B.start(1000, 500, 1000000, "app");
  B.names(0, {"calls", "bytes"});
  for (uint64_t I = 1; I != 30; ++I)
    B.snapshot(1000 * I, {int64_t(10 * I), -3}, I > 20);
  write("log", "snapshots", B.Bytes);
  log::SampleRec Sample = {0x1234, 100, 1, 1, 0, 2};
  B.add(log::RecordType::Sample, 5000,
        LogBytes::bytesOf(Sample) + LogBytes::bytesOfList<int64_t>({5}) +
            LogBytes::bytesOfList<uint64_t>({1, 2}));
  log::StackRec Stack = {12, 1, 1};
  B.add(log::RecordType::Stack, 5000,
        LogBytes::bytesOf(Stack) + LogBytes::bytesOfList<uint64_t>({8}));
  log::ModulesRec List = {1, 0};
  log::ModuleRec Module = {0x1000, 0x2000, 0, 4, 4};
  B.add(log::RecordType::Modules, 5000,
        LogBytes::bytesOf(List) + LogBytes::bytesOf(Module) + "/bin1234");
  write("log", "samples", B.Bytes);
}

/// All of \p Profile as bytes, and its last six words as records of three.
static void writePacked(StringRef Profile) {
  std::string Parts;
  raw_string_ostream OS(Parts);
  auto Size = static_cast<uint64_t>(Profile.size());
  OS.write(reinterpret_cast<const char *>(&Size), sizeof(Size));
  size_t Records = Parts.size();
  encodeULEB128(2 * Profile.size(), OS);
  OS << Profile;
  OS.flush();
  write("packed_profile", "bytes", Parts);
  Parts.resize(Records);
  encodeULEB128(2 * (Profile.size() - 24), OS);
  OS << Profile.drop_back(24);
  encodeULEB128(2 * 2 + 1, OS);
  encodeULEB128(3, OS);
  for (unsigned Column = 0; Column != 3; ++Column) {
    uint32_t Last = 0;
    for (unsigned Record = 0; Record != 2; ++Record) {
      uint32_t Word = support::endian::read32le(Profile.take_back(24).data() +
                                                4 * (3 * Record + Column));
      uint32_t Difference = Word - Last;
      encodeULEB128(Difference << 1 ^ (0 - (Difference >> 31)), OS);
      Last = Word;
    }
  }
  OS.flush();
  write("packed_profile", "records", Parts);
  // Took 2^63 steps.
  Parts.resize(Records);
  encodeULEB128(2 * 0 + 1, OS);
  encodeULEB128(uint64_t(1) << 63, OS);
  OS.flush();
  write("packed_profile", "no_records", Parts);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    errs() << "usage: udpc_fuzz_seeds <folder>\n";
    return 1;
  }
  Folder = argv[1];
  writeLog();
  Bytes Sites = fullTable();
  write("site_table", "one", asString(Sites));
  write("site_table", "two", asString(Sites).str() + asString(Sites).str());
  auto Events =
      makeProfile({Sites, Sites}, {{0, {{0, 0, 5}, {0, 1, 2}, {1, 2, 9}}},
                                   {1, {{0, 2, 7}}},
                                   {abi::OtherThreads, {{1, 0, 1}}}});
  write("event_profile", "threads", Events);
  writePacked(Events);
  write("profile_addition", "events", Events);
  write("continuous", "threads", fullContinuous(asString(Sites), 3).Bytes);
  write("profile_addition", "costs", testProfile());
  write("sites", "program", testElf().bytes());
  PlanBytes Plan;
  write("plan", "patches", toStringRef(Plan.File));
  write("rewrite", "program", testElf().bytes());
  // A loop, a call, a relative operand, a jump table's jump, a tail call.
  write("rewrite", "code",
        StringRef("\xf3\x0f\x1e\xfa\x53\xff\xcf\x75\xfc\xe8\x03\0\0\0\x5b\xc3"
                  "\x90\x48\x8d\x05\xec\xff\xff\xff\x48\x63\x0c\xb8\x48\x01\xc8"
                  "\xff\xe0\xe3\x02\xc3\x90\xe9\xd8\xff\xff\xff",
                  42));

  TableBytes Costs = testBuilder().finish();
  write("cost_table", "one", asText(Costs));
  TableBytes Packed = packTable(Costs);
  write("cost_table", "packed", asText(Packed));
  write("cache_profile", "packed", makeCacheProfile({Packed}, {}));
  write("cache_profile", "threads", testProfile());
  // 2.7 KB of this, with the sum right, took 580 MB.
  abi::CostHeader Header;
  std::memcpy(&Header, Costs.data(), sizeof(Header));
  Header.NumSlots = 1 << 24;
  std::memcpy(Costs.data(), &Header, sizeof(Header));
  write("cost_table", "many-slots", asText(Costs));
  write("cache_profile", "many-slots", makeCacheProfile({Costs}, {}));
  writeHints();
  return 0;
}
