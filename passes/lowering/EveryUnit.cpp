//===- EveryUnit.cpp - The unit of an event with `every` ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/EveryUnit.h"
#include "passes/lowering/EveryLowering.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/ThreadSlots.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MD5.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

/// Slots of the unit, as laid out in abi::EveryWords.
static constexpr uint32_t CounterSlot =
    offsetof(abi::EveryWords, Pair.Counter) / sizeof(uint64_t);
static constexpr uint32_t OffsetSlot =
    offsetof(abi::EveryWords, Pair.Offset) / sizeof(uint64_t);
static constexpr uint32_t OverflowsSlot =
    offsetof(abi::EveryWords, Overflows) / sizeof(uint64_t);

FunctionType *udpc::overflowType(LLVMContext &C) {
  Type *Ptr = PointerType::getUnqual(C);
  return FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr}, /*isVarArg=*/false);
}

CallingConv::ID udpc::overflowConvention(const Module &M) {
  return M.getTargetTriple().isX86_64() ? CallingConv::PreserveMost
                                        : CallingConv::C;
}

/// Encodes the unit's site table: the event if its sites count together, and
/// how often its period has been passed.
static std::vector<uint8_t> encodeEveryTable(const EventSpec &Spec,
                                             unsigned Event,
                                             EverySiteCounts Counts,
                                             StringRef SourceFile) {
  SiteTableBuilder Table;
  Table.setSourceFile(SourceFile);
  Table.setNumSlots(abi::NumEverySlots);
  for (const CountedEvent &E : Spec.Events)
    Table.addEvent(E.Name, E.Counter);
  abi::SiteRec Site = {};
  Site.Event = Event;
  // Code with instructions and code with amounts share a unit, though their
  // entries differ in kind.
  abi::SiteKind Kind = abi::SiteKind::Mark;
  if (Counts != EverySiteCounts::Beside)
    Kind = find_if(Spec.Entries, [&](const SpecEntry &E) {
             return E.Event == Event;
           })->Kind;
  Site.Kind = static_cast<uint8_t>(Kind);
  if (Counts == EverySiteCounts::Together) {
    // Counter + Offset. The term 0 - Counter declares Counter as signed.
    Table.addDerived(abi::ZeroValue, CounterSlot, /*Subtract=*/true);
    Table.addDerived(OffsetSlot, abi::NumEverySlots, /*Subtract=*/true);
    Table.addSite(Site, {{abi::NumEverySlots + 1, 0, 0, 0, 0}});
  }
  Site.Event = Table.addEvent(Spec.Events[Event].Name + ".overflows", -1);
  Table.addSite(Site, {{OverflowsSlot, 0, 0, 0, 0}});
  return Table.finish();
}

/// Returns abi::EveryRec::Overflow for programs without a runtime. It moves the
/// next call 2^62 occurrences away.
static Function *neverAgainFunction(Module &M) {
  constexpr StringLiteral Name = "__udpc_overflow_nothing";
  if (Function *F = M.getFunction(Name))
    return F;
  LLVMContext &C = M.getContext();
  Function *F = makeSharedFunction(M, overflowType(C), Name);
  F->setCallingConv(overflowConvention(M));
  F->addFnAttr(Attribute::NoInline);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  Value *Counter = F->getArg(1);
  static_assert(offsetof(abi::EveryPair, Counter) == 0, "the first word");
  Value *Offset = B.CreateConstInBoundsGEP1_64(
      B.getInt64Ty(), Counter,
      offsetof(abi::EveryPair, Offset) / sizeof(uint64_t));
  constexpr int64_t Far = int64_t(1) << 62;
  Value *Old = B.CreateLoad(B.getInt64Ty(), Counter);
  Value *Sum = B.CreateAdd(B.CreateLoad(B.getInt64Ty(), Offset), Old);
  B.CreateStore(B.CreateAdd(Sum, B.getInt64(Far)), Offset);
  B.CreateStore(B.getInt64(-Far), Counter);
  B.CreateRetVoid();
  return F;
}

namespace {

/// Makes the globals of one unit.
class EveryUnitMaker {
public:
  EveryUnitMaker(Module &M, std::string Name)
      : M(M), Name(std::move(Name)), Group(M.getOrInsertComdat(this->Name)) {}

  EveryUnit make(const CountingGroup &G, ArrayRef<uint8_t> Bytes);

private:
  /// Makes \p G a member of the group that the linker keeps once.
  template <typename T> T *share(T *G, const Twine &Suffix) {
    G->setName(Name + Suffix);
    G->setLinkage(GlobalValue::LinkOnceODRLinkage);
    G->setVisibility(GlobalValue::HiddenVisibility);
    G->setComdat(Group);
    return G;
  }
  Constant *initialRecord(const CountingGroup &G, Constant &EventUnit);

  Module &M;
  std::string Name;
  Comdat *Group;
};

} // namespace

/// Whether the event's words are counted by calls. Instructions count in words
/// that other code could count in as well.
static bool countsByCall(const Module &M, const CountingGroup &G) {
  return G.SiteLowering == Lowering::Call || !canCountInline(M);
}

Constant *EveryUnitMaker::initialRecord(const CountingGroup &G,
                                        Constant &EventUnit) {
  LLVMContext &C = M.getContext();
  Type *I8 = Type::getInt8Ty(C), *I64 = Type::getInt64Ty(C);
  const EveryRule &Rule = *G.Spec.Events[*G.EveryEvent].Every;
  EverySiteCounts Counts = everySiteCounts(G);
  unsigned Flags = (Rule.HasRandomPhase ? abi::RandomPhase : 0) |
                   (Counts == EverySiteCounts::Pairs    ? abi::SitesApart
                    : Counts == EverySiteCounts::Beside ? abi::SitesBeside
                                                        : 0);
  auto *Padding = ArrayType::get(I8, sizeof(abi::EveryRec::Reserved));
  return ConstantStruct::getAnon(
      {neverAgainFunction(M), &EventUnit,
       ConstantPointerNull::get(PointerType::getUnqual(C)),
       ConstantInt::get(I64, Rule.Period), ConstantInt::get(I64, Rule.Warmup),
       ConstantInt::get(I8, static_cast<uint8_t>(Rule.Action)),
       ConstantInt::get(I8, Flags), Constant::getNullValue(Padding),
       ConstantInt::get(Type::getInt32Ty(C), *G.EveryEvent)});
}

EveryUnit EveryUnitMaker::make(const CountingGroup &G,
                               ArrayRef<uint8_t> Bytes) {
  LLVMContext &C = M.getContext();
  EveryUnit U = {};
  U.Unit = share(makeUnit(M, ""), ".unit");
  Constant *Initial = initialRecord(G, *U.Unit);
  U.Every = share(makeGlobal(M, Initial->getType(), false, Initial, ""), "");
  GlobalVariable *Table =
      makeGlobal(M, ArrayType::get(Type::getInt8Ty(C), Bytes.size()), true,
                 ConstantDataArray::get(C, Bytes), "");
  Table->setSection(UDPC_TABLES_SECTION);

  UnitContents Fields;
  Fields.NumSlots = abi::NumEverySlots;
  Fields.Table = share(Table, ".table");
  Fields.TableSize = Bytes.size();
  Fields.Every = U.Every;
  if (countsByCall(M, G)) {
    Fields.Kind = abi::UnitLowering::Call;
    createCallLowering(M, *U.Unit)->describe(Fields);
  } else {
    Fields.Kind = abi::UnitLowering::Inline;
    U.Words = createSlots(M, abi::NumEveryWords);
    U.Words->setAlignment(Align(abi::EveryAlignment));
    if (hasStaticThreadLocals(M)) {
      share(U.Words, ".words");
      Function *Address = createSlotsFunction(M, *U.Words);
      Fields.Slots = share(Address, ".address");
    } else {
      addThreadSlots(M, *U.Words, *U.Unit);
      U.Words->setName(Name + ".words");
      describeThreadSlots(M, *U.Words, Fields);
      share(cast<GlobalVariable>(Fields.EarlySlots), ".early");
    }
  }
  initialiseUnit(*U.Unit, Fields);
  GlobalVariable *List = makeGlobal(M, U.Unit->getType(), false, U.Unit, "");
  List->setSection(UDPC_UNITS_SECTION);
  share(List, ".ptr");
  appendToUsed(M, {List, Table});
  return U;
}

EveryUnit udpc::makeEveryUnit(Module &M, const CountingGroup &G) {
  const EveryRule &Rule = *G.Spec.Events[*G.EveryEvent].Every;
  EverySiteCounts Counts = everySiteCounts(G);
  // Equal units may come from translation units with different names.
  MD5 Hash;
  Hash.update(encodeEveryTable(G.Spec, *G.EveryEvent, Counts, ""));
  std::string Settings =
      join(ArrayRef<std::string>{utostr(Rule.Period), utostr(Rule.Warmup),
                                 utostr(static_cast<unsigned>(Rule.Action)),
                                 utostr(Rule.HasRandomPhase),
                                 utostr(static_cast<unsigned>(Counts)),
                                 countsByCall(M, G)         ? "call"
                                 : hasStaticThreadLocals(M) ? "static"
                                                            : "chunk"},
           " ");
  Hash.update(Settings);
  MD5::MD5Result Digest = Hash.final();
  std::string Name = "__udpc_every_" + utohexstr(Digest.low(), true, 16);
  // The unit exists already for the marks with amounts of an event that
  // instructions count.
  if (GlobalVariable *Every = M.getNamedGlobal(Name))
    return {M.getNamedGlobal(Name + ".unit"), Every,
            M.getNamedGlobal(Name + ".words")};
  return EveryUnitMaker(M, Name).make(
      G,
      encodeEveryTable(G.Spec, *G.EveryEvent, Counts, M.getSourceFileName()));
}
