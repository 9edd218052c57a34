//===- ModuleCode.cpp - The code of a linked file, decoded ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/code/ModuleCode.h"
#include "profdata/binary/LinkedFile.h"
#include "rewrite/code/ModuleContents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

using Contents = ModuleCode::Contents;

ModuleCode::ModuleCode(std::unique_ptr<Contents> C) : Impl(std::move(C)) {}
ModuleCode::ModuleCode(ModuleCode &&) = default;
ModuleCode::~ModuleCode() = default;

ArrayRef<CodeFunction> ModuleCode::functions() const { return Impl->Functions; }

/// Returns the last element of \p List, which is sorted, that begins at or
/// before \p Address, or null.
template <class T, class BeginOf>
static const T *lastBefore(const std::vector<T> &List, uint64_t Address,
                           BeginOf Begin) {
  auto Next = partition_point(
      List, [&](const T &Each) { return Begin(Each) <= Address; });
  return Next == List.begin() ? nullptr : &*std::prev(Next);
}

uint64_t CodeSection::instructionBefore(uint64_t End) const {
  constexpr uint64_t MaxSize = 15;
  for (uint64_t Size = 1; Size <= MaxSize && Address + Size <= End; ++Size) {
    size_t At = End - Size - Address;
    if (Flags[At] & ReachedStart && Lengths[At] == Size)
      return End - Size;
  }
  return 0;
}

const CodeSection *Contents::sectionAt(uint64_t Address) const {
  const auto *S =
      lastBefore(Sections, Address, [](const auto &S) { return S.Address; });
  return S && Address < S->end() ? S : nullptr;
}

ArrayRef<uint8_t> Contents::dataAt(uint64_t Address) const {
  const auto *S =
      lastBefore(Data, Address, [](const auto &S) { return S.Address; });
  return S && Address < S->end() ? S->Bytes.drop_front(Address - S->Address)
                                 : ArrayRef<uint8_t>();
}

ModuleInstruction Contents::instructionAt(uint64_t Address) const {
  const CodeSection *S = sectionAt(Address);
  ModuleInstruction I;
  bool IsValid =
      Reader->read(S->Bytes.drop_front(Address - S->Address), Address, I);
  assert(IsValid && "it was decoded before");
  (void)IsValid;
  return I;
}

int32_t Contents::rangeAt(uint64_t Address) const {
  const auto *R =
      lastBefore(Ranges, Address, [](const auto &R) { return R.Range.Begin; });
  return R && R->Range.contains(Address) ? R - Ranges.data() : -1;
}

int32_t Contents::functionOf(int32_t Range) const {
  while (Range >= 0 && Ranges[Range].PartOf >= 0)
    Range = Ranges[Range].PartOf;
  return Range;
}

void Contents::sortFlows() {
  llvm::sort(Flows, [](const auto &L, const auto &R) {
    return L.Address < R.Address;
  });
  for (const auto &[Index, F] : enumerate(Flows))
    if (F.Target)
      FlowsByTarget.push_back(Index);
  llvm::sort(FlowsByTarget, [&](uint32_t L, uint32_t R) {
    return std::make_pair(Flows[L].Target, L) <
           std::make_pair(Flows[R].Target, R);
  });
}

ArrayRef<FlowInstruction> Contents::flowsIn(AddressRange Range) const {
  auto Before = [](uint64_t Address) {
    return [=](const FlowInstruction &F) { return F.Address < Address; };
  };
  auto Begin = partition_point(Flows, Before(Range.Begin));
  auto End = std::partition_point(Begin, Flows.end(), Before(Range.End));
  return ArrayRef(Flows).slice(Begin - Flows.begin(), End - Begin);
}

void Contents::forEachFlowTo(
    uint64_t Target, function_ref<void(const FlowInstruction &)> Visit) const {
  auto At = partition_point(FlowsByTarget, [&](uint32_t Index) {
    return Flows[Index].Target < Target;
  });
  for (; At != FlowsByTarget.end() && Flows[*At].Target == Target; ++At)
    Visit(Flows[*At]);
}

Expected<ModuleCode> ModuleCode::create(const ELFObjectFileBase &File,
                                        const ELFObjectFileBase *Debug) {
  if (File.getEMachine() != ELF::EM_X86_64 || File.getBytesInAddress() != 8)
    return createStringError("not for x86-64, and sites can be added only to "
                             "code for x86-64");
  if (Error E = checkSections(File))
    return std::move(E);
  if (Debug)
    if (Error E = checkSections(*Debug))
      return std::move(E);
  if (auto Lowest = loadAddressOf(File); !Lowest)
    return Lowest.takeError();

  auto C = std::make_unique<Contents>();
  C->IsPositionIndependent = File.getEType() != ELF::ET_EXEC;
  Expected<InstructionReader> Reader = InstructionReader::create(File);
  if (!Reader)
    return Reader.takeError();
  C->Reader.emplace(std::move(*Reader));
  if (Error E = findFunctions(File, Debug, *C))
    return std::move(E);
  if (Error E = findAddressConstants(File, *C))
    return std::move(E);
  traverseCode(*C);
  joinFunctionParts(*C);
  return ModuleCode(std::move(C));
}
