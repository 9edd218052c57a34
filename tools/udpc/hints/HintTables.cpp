//===- HintTables.cpp - Output of udpc hints ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/hints/HintTables.h"
#include "profdata/binary/operations/BinaryOperations.h"
#include "profdata/hints/HintCsv.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Terminal.h"
#include "udpc/keys.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace llvm;
using namespace udpc;

static std::string plural(size_t N, StringRef Word) {
  return (grouped(N) + " " + Word + (N == 1 ? "" : "s")).str();
}

void udpc::keyJson(json::OStream &J, const MemoryOperationKey &Key) {
  J.attribute("key", Key.text());
  J.attributeArray("frames", [&] {
    for (const KeyFrame &F : Key.Frames)
      J.object([&] {
        J.attribute("function", F.Function);
        J.attribute("line_offset", F.LineOffset);
        J.attribute("discriminator", F.Discriminator);
      });
  });
}

void udpc::hintJson(json::OStream &J, const Hint &H) {
  J.attribute("type", hintTypeWord(H.Type));
  if (isIndirect(H.Type)) {
    if (hasLevels(H.Type))
      J.attribute("level", H.Level);
    J.attribute("prefetch", hintTypeWord(H.Prefetch));
  }
  J.attribute("delta", H.Delta);
}

static void addressesJson(json::OStream &J, ArrayRef<uint64_t> Addresses) {
  J.attributeArray("addresses", [&] {
    for (uint64_t A : Addresses)
      J.value(A);
  });
}

static std::string addressesText(ArrayRef<uint64_t> Addresses) {
  return join(map_range(Addresses, addressText), " ");
}

static std::string keyText(const MemoryOperationKey &Key, HintOutput How) {
  return How == HintOutput::Table ? Key.shortText() : Key.text();
}

/// Width of a column. Keys are last, so that long ones do not widen the table.
static constexpr size_t MaxWidth = 40;

std::string udpc::keyPlace(StringRef File, unsigned Line, HintOutput How) {
  std::string Text = placeText(File, Line, 0);
  return How == HintOutput::Table &&
                 (sys::path::is_absolute(Text) || Text.size() > MaxWidth)
             ? sys::path::filename(Text).str()
             : Text;
}

/// Prints \p T, as wide as it is if all of its text was asked for.
static void printTable(raw_ostream &OS, const Table &T, HintOutput How) {
  if (How == HintOutput::FullTable)
    T.print(OS, SIZE_MAX);
  else
    T.print(OS);
}

namespace {
/// A hint, and the addresses of its key in a binary, if one is given.
struct ShownHint {
  const MemoryOperationKey &Key;
  const Hint &What;
  ArrayRef<uint64_t> Addresses;
};
} // namespace

static void eachHint(const HintSet &Hints, const std::vector<CheckedKey> *Found,
                     function_ref<void(ShownHint)> Each) {
  // Both are sorted by key.
  size_t Next = 0;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys) {
      ArrayRef<uint64_t> Addresses;
      if (Found)
        Addresses = (*Found)[Next++].Addresses;
      for (const Hint &H : List)
        Each({Key, H, Addresses});
    }
}

static std::string sumOf(const HintSet &Hints) {
  size_t NumKeys = 0;
  for (const auto &[Function, Keys] : Hints.functions())
    NumKeys += Keys.size();
  return plural(Hints.numHints(), "hint") + " at " +
         plural(NumKeys, "operation") + " in " +
         plural(Hints.functions().size(), "function") +
         (Hints.Processors.empty()
              ? ""
              : ", for " + shownText(processorsText(Hints.Processors)));
}

void udpc::printHints(raw_ostream &OS, const HintSet &Hints,
                      const std::vector<CheckedKey> *Found, HintOutput How) {
  if (How == HintOutput::Csv) {
    eachHint(Hints, Found, [&](ShownHint H) {
      for (uint64_t A : H.Addresses)
        OS << hintCsvLine(A, H.What);
    });
    return;
  }
  if (How == HintOutput::Json) {
    json::OStream J(OS, 1);
    J.object([&] {
      J.attribute("version", 1);
      J.attribute("hashes", Hints.HasHashes);
      J.attributeArray("processors", [&] {
        for (const auto &[Family, Model] : Hints.Processors)
          J.object([&, Family = Family, &Model = Model] {
            J.attribute("family", cpuFamilyWord(Family));
            J.attribute("model", Model);
          });
      });
      J.attributeArray("hints", [&] {
        eachHint(Hints, Found, [&](ShownHint H) {
          J.object([&] {
            keyJson(J, H.Key);
            hintJson(J, H.What);
            if (Found)
              addressesJson(J, H.Addresses);
          });
        });
      });
    });
    OS << '\n';
    return;
  }
  std::vector<std::string> Heads = {"type", "delta"};
  std::vector<Table::Align> Aligns = {Table::Left, Table::Right, Table::Left};
  if (Found) {
    Heads.push_back("address");
    Aligns.push_back(Table::Left);
  }
  Heads.push_back("key");
  Table T(Heads, Aligns);
  T.setMaxWidth(MaxWidth);
  eachHint(Hints, Found, [&](ShownHint H) {
    std::vector<std::string> Cells = {H.What.word(),
                                      std::to_string(H.What.Delta)};
    if (Found)
      Cells.push_back(H.Addresses.empty() ? "-" : addressesText(H.Addresses));
    Cells.push_back(keyText(H.Key, How));
    T.add(std::move(Cells));
  });
  printTable(OS, T, How);
  OS << sumOf(Hints) << '\n';
}

static StringRef whatToDo(HintVerdict Verdict) {
  switch (Verdict) {
  case HintVerdict::NoFunction:
    return "of another program or library, inlined now, or compiled without "
           "keys (-fudpc-discriminate-memops)";
  case HintVerdict::NoOperation:
    return "the source or the flags have changed since these hints were made; "
           "measure again";
  case HintVerdict::Call:
    return "the compiler finds the calls of these lines: -Rpass=udpc tells "
           "what it prefetches";
  case HintVerdict::Several:
    return "build with -fudpc-discriminate-memops and make the hints from that "
           "build";
  case HintVerdict::NotPrefetchable:
    return "leave them out";
  case HintVerdict::Applies:
  case HintVerdict::Prefetched:
    break;
  }
  llvm_unreachable("these apply");
}

/// Returns \p Near, in a table without the prefix that it shares with \p Key.
static std::string nearText(const MemoryOperationKey &Key,
                            const MemoryOperationKey &Near, HintOutput How) {
  if (How != HintOutput::Table)
    return keyText(Near, How);
  size_t Same = 0;
  while (Same + 1 < std::min(Key.Frames.size(), Near.Frames.size()) &&
         Key.Frames[Same] == Near.Frames[Same])
    ++Same;
  MemoryOperationKey Rest;
  Rest.Frames.assign(Near.Frames.begin() + Same, Near.Frames.end());
  return (Same ? "... @ " : "") + Rest.shortText();
}

std::string udpc::reasonText(const CheckedKey &Checked, HintOutput How) {
  std::string Near;
  for (const MemoryOperationKey &Key : Checked.Nearest) {
    std::string Next = nearText(*Checked.Key, Key, How);
    if (How == HintOutput::Table && !Near.empty() &&
        Near.size() + Next.size() > 2 * MaxWidth)
      break;
    Near += (Near.empty() ? "; nearest: " : ", ") + Next;
  }
  return Checked.Reason + Near;
}

void udpc::printCheck(raw_ostream &OS, const std::vector<CheckedKey> &Found,
                      HintOutput How) {
  size_t NumHints = 0, NumApply = 0, NumThere = 0;
  std::map<HintVerdict, size_t> Failed;
  for (const CheckedKey &K : Found) {
    NumHints += K.Hints->size();
    if (K.Verdict == HintVerdict::Prefetched)
      NumThere += K.Hints->size();
    if (!K.applies())
      Failed[K.Verdict] += K.Hints->size();
    NumApply += K.applies() ? K.Hints->size() : 0;
  }
  if (How == HintOutput::Json) {
    json::OStream J(OS, 1);
    J.object([&] {
      J.attribute("version", 1);
      J.attribute("hints", NumHints);
      J.attribute("apply", NumApply);
      J.attributeArray("keys", [&] {
        for (const CheckedKey &K : Found)
          J.object([&] {
            keyJson(J, *K.Key);
            J.attributeArray("hints", [&] {
              for (const Hint &H : *K.Hints)
                J.object([&] { hintJson(J, H); });
            });
            J.attribute("verdict", hintVerdictWord(K.Verdict));
            J.attribute("reason", K.Reason);
            addressesJson(J, K.Addresses);
            J.attributeArray("nearest", [&] {
              for (const MemoryOperationKey &Near : K.Nearest)
                J.value(Near.text());
            });
          });
      });
    });
    OS << '\n';
    return;
  }
  Table T({"applies", "type", "delta", "address", "key", ""},
          {Table::Left, Table::Left, Table::Right, Table::Left, Table::Left,
           Table::Left});
  T.setMaxWidth(MaxWidth);
  for (const CheckedKey &K : Found) {
    std::string Reason = reasonText(K, How);
    for (const Hint &H : *K.Hints)
      T.add({K.applies() ? "yes" : "no", H.word(), std::to_string(H.Delta),
             K.Addresses.empty() ? "-" : addressesText(K.Addresses),
             keyText(*K.Key, How), Reason});
  }
  printTable(OS, T, How);
  // A binary without prefetches may not have been rebuilt with the hints.
  OS << grouped(NumApply) << " of " << plural(NumHints, "hint") << " apply, "
     << grouped(NumThere) << " to operations with prefetches\n";
  for (const auto &[Verdict, Number] : Failed)
    printSentence(OS, Twine(grouped(Number)) + " " + hintVerdictWord(Verdict) +
                          ": " + whatToDo(Verdict));
}

static StringRef kindOf(const BinaryOperation &Op) {
  if (Op.MayLoad)
    return Op.MayStore ? "load+store" : "load";
  return Op.MayStore ? "store" : "-";
}

KeyPrinter::KeyPrinter(raw_ostream &OS, HintOutput How)
    : OS(OS), How(How), J(OS, 1),
      Rows({"address", "place", "kind", "instruction", "key"},
           {Table::Right, Table::Left, Table::Left, Table::Left, Table::Left}) {
  Rows.setMaxWidth(MaxWidth);
  if (How == HintOutput::Csv)
    OS << "address,key,file,line,kind\n";
  if (How != HintOutput::Json)
    return;
  J.objectBegin();
  J.attribute("version", 1);
  J.attributeBegin("operations");
  J.arrayBegin();
}

void KeyPrinter::add(const BinaryOperation &Op) {
  ++NumOperations;
  std::string Key;
  if (Op.Key) {
    Key = Op.Key->text();
    ++Keys[xxh3_64bits(Key)];
  } else {
    ++NumWithout;
  }
  switch (How) {
  case HintOutput::Csv:
    OS << addressText(Op.Address) << ',' << csvField(Key) << ','
       << csvField(Op.File) << ',' << Op.Line << ',' << kindOf(Op) << '\n';
    return;
  case HintOutput::Json:
    J.object([&] {
      J.attribute("address", Op.Address);
      if (Op.Key)
        keyJson(J, *Op.Key);
      J.attribute("symbol", Op.Symbol);
      J.attribute("file", Op.File);
      J.attribute("line", Op.Line);
      J.attribute("loads", Op.MayLoad);
      J.attribute("stores", Op.MayStore);
      J.attribute("not_prefetchable", Op.NotPrefetchable);
      J.attribute("instruction", Op.Assembly);
    });
    return;
  case HintOutput::Table:
  case HintOutput::FullTable:
    Rows.add({addressText(Op.Address),
              Op.Line ? keyPlace(Op.File, Op.Line, How) : "-", kindOf(Op).str(),
              Op.Assembly, Op.Key ? keyText(*Op.Key, How) : "-"});
  }
}

std::string KeyPrinter::finish(uint64_t SectionSize) {
  size_t NumUnique = 0;
  for (const auto &[Key, Count] : Keys)
    NumUnique += Count == 1;
  if (How == HintOutput::Json) {
    J.arrayEnd();
    J.attributeEnd();
    J.attribute("num_operations", NumOperations);
    J.attribute("num_unique_keys", NumUnique);
    J.attribute("num_without_key", NumWithout);
    J.attribute("key_section_bytes", SectionSize);
    J.objectEnd();
    OS << '\n';
  }
  if (How == HintOutput::Table || How == HintOutput::FullTable)
    printTable(OS, Rows, How);
  if (!NumOperations)
    return "no memory operations";
  return (Twine(grouped(NumUnique)) + " of " +
          plural(NumOperations, "memory operation") + " (" +
          percent(NumUnique, NumOperations) + ") have a key of their own, " +
          grouped(NumOperations - NumUnique - NumWithout) + " share one, " +
          grouped(NumWithout) + " have none; " +
          (SectionSize ? "the keys take " + grouped(SectionSize) +
                             " bytes (" UDPC_KEYS_SECTION ")"
                       : "the keys are those of the debug information"))
      .str();
}
