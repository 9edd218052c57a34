//===- CodeWriter.cpp - Writes added code ---------------------------------===//
//
// A count, for one site and slot N:
//
//     leaq -128(%rsp), %rsp              the red zone
//     pushq %rax
//     pushq %rcx
//     lahf                               the flags, in %ax
//     seto %al
//     movq Unit.ChunkPointer(%rip), %rcx
//     testq %rcx, %rcx
//     je slow
//     movq %fs:(%rcx), %rcx
//     testq %rcx, %rcx
//     je slow
//     addq Unit.ChunkOffset(%rip), %rcx
//   found:
//     nop                                the switch, 2 bytes
//     incq 8*N(%rcx)
//     addb $127, %al
//     sahf
//     popq %rcx
//     popq %rax
//     leaq 128(%rsp), %rsp
//
// LAHF and SAHF take a cycle where PUSHF and POPF take 20. Where the program
// replaces the flags before it reads them, neither they nor %rax are saved.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/plan/CodeWriter.h"
#include "udpc/abi.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace udpc;

void CodeWriter::number(uint32_t Value) {
  bytes(Value, Value >> 8, Value >> 16, Value >> 24);
}

void CodeWriter::copy(ArrayRef<uint8_t> Bytes) {
  Plan.Code.insert(Plan.Code.end(), Bytes.begin(), Bytes.end());
}

void CodeWriter::align(unsigned Bytes) {
  while (here() % Bytes)
    bytes(0xcc);
}

CodeWriter::Label CodeWriter::newLabel() {
  Labels.push_back(UINT32_MAX);
  return Labels.size() - 1;
}

void CodeWriter::unwindAs(uint64_t Address, uint32_t Bytes) {
  UnwindRow Row = {here(), Address, Bytes};
  if (!Plan.Rows.empty() && Plan.Rows.back().CodeOffset == here())
    Plan.Rows.back() = Row;
  else
    Plan.Rows.push_back(Row);
}

void CodeWriter::distanceTo(Label L) {
  Distances.push_back({here(), L});
  number(0);
}

void CodeWriter::distanceToModule(uint64_t Address, int32_t Addend) {
  Plan.Fixups.push_back({here(), plan::FixupBase::Module, Address, Addend});
  number(0);
}

void CodeWriter::distanceToData(uint64_t Offset, int32_t Addend) {
  Plan.Fixups.push_back({here(), plan::FixupBase::Data, Offset, Addend});
  number(0);
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Writes a function that sets %rcx to the calling thread's slots and may
/// change the flags, but keeps all other registers. Before the module is
/// relocated, and without a runtime, there is no function to call: it returns
/// the early slots.
void CodeWriter::writeFindSlots() {
  FindSlots = newLabel();
  Label Early = newLabel();
  bind(FindSlots);
  unwindAs(0, 0);
  bytes(0x48, 0x83, 0x3d); // cmpq $0, FindSlots(%rip)
  distanceToData(offsetof(abi::Unit, FindSlots), -5);
  bytes(0);
  bytes(0x0f, 0x84); // je
  distanceTo(Early);
  bytes(0x48, 0x8d, 0x0d); // leaq Unit(%rip), %rcx
  distanceToData(0);
  bytes(0x51); // pushq %rcx
  unwindAs(0, 8);
  bytes(0xff, 0x15); // callq *FindSlots(%rip)
  distanceToData(offsetof(abi::Unit, FindSlots));
  bytes(0x59); // popq %rcx
  unwindAs(0, 0);
  bytes(0x48, 0x8d, 0x89); // leaq SlotsBias(%rcx), %rcx
  number(abi::SlotsBias);
  bytes(0xc3); // retq
  bind(Early);
  bytes(0x48, 0x8d, 0x0d); // leaq EarlySlots(%rip), %rcx
  distanceToData(sizeof(abi::Unit));
  bytes(0xc3); // retq
}

void CodeWriter::beginCount(uint64_t Address, bool SaveFlags) {
  CountBytes = 128;
  bytes(0x48, 0x8d, 0x64, 0x24, 0x80); // leaq -128(%rsp), %rsp
  unwindAs(Address, StackBytes + CountBytes);
  if (SaveFlags) {
    bytes(0x50); // pushq %rax
    unwindAs(Address, StackBytes + (CountBytes += 8));
  }
  bytes(0x51); // pushq %rcx
  unwindAs(Address, StackBytes + (CountBytes += 8));
  if (!SaveFlags)
    return;
  bytes(0x9f);             // lahf
  bytes(0x0f, 0x90, 0xc0); // seto %al
}

void CodeWriter::count(ArrayRef<std::pair<uint32_t, uint32_t>> SitesAndSlots) {
  SlowPath Slow = {newLabel(), newLabel(), Plan.Rows.back().Address,
                   StackBytes + CountBytes};
  bytes(0x48, 0x8b, 0x0d); // movq ChunkPointer(%rip), %rcx
  distanceToData(offsetof(abi::Unit, ChunkPointer));
  bytes(0x48, 0x85, 0xc9); // testq %rcx, %rcx
  bytes(0x0f, 0x84);       // je
  distanceTo(Slow.Begin);
  bytes(0x64, 0x48, 0x8b, 0x09); // movq %fs:(%rcx), %rcx
  bytes(0x48, 0x85, 0xc9);       // testq %rcx, %rcx
  bytes(0x0f, 0x84);             // je
  distanceTo(Slow.Begin);
  bytes(0x48, 0x03, 0x0d); // addq ChunkOffset(%rip), %rcx
  distanceToData(offsetof(abi::Unit, ChunkOffset));
  bind(Slow.Found);
  SlowPaths.push_back(Slow);
  for (auto [Site, Slot] : SitesAndSlots) {
    if (here() % 2)
      bytes(0x90);
    Plan.Counts.push_back({Site, here()});
    bytes(0x66, 0x90);       // xchgw %ax, %ax
    bytes(0x48, 0xff, 0x81); // incq
    number(8 * Slot);
  }
}

void CodeWriter::endCount(uint64_t Address) {
  bool SavesFlags = CountBytes != 136;
  if (SavesFlags) {
    bytes(0x04, 0x7f); // addb $127, %al
    bytes(0x9e);       // sahf
  }
  bytes(0x59); // popq %rcx
  unwindAs(Address, StackBytes + (CountBytes -= 8));
  if (SavesFlags) {
    bytes(0x58); // popq %rax
    unwindAs(Address, StackBytes + (CountBytes -= 8));
  }
  bytes(0x48, 0x8d, 0xa4, 0x24); // leaq 128(%rsp), %rsp
  number(128);
  unwindAs(Address, StackBytes);
}

void CodeWriter::writeSlowPaths() {
  for (const SlowPath &Slow : SlowPaths) {
    bind(Slow.Begin);
    unwindAs(Slow.Address, Slow.StackBytes);
    bytes(0xe8); // callq
    distanceTo(FindSlots);
    jump(Slow.Found);
  }
  SlowPaths.clear();
}

//===----------------------------------------------------------------------===//
// Tests of the targets of indirect jumps
//===----------------------------------------------------------------------===//

void CodeWriter::beginTargetTest(const ModuleInstruction &I,
                                 ArrayRef<uint8_t> Bytes) {
  bytes(0x48, 0x8d, 0x64, 0x24, 0x80); // leaq -128(%rsp), %rsp
  unwindAs(I.Address, 128);
  bytes(0x52); // pushq %rdx
  StackBytes = 136;
  unwindAs(I.Address, StackBytes);
  // movq <the jump's operand>, %rdx
  uint8_t Rex = 0x48;
  for (uint8_t Prefix : Bytes.take_front(I.Opcode)) {
    if ((Prefix & 0xf0) == 0x40)
      Rex |= Prefix & 3;
    else if (Prefix == 0x64 || Prefix == 0x65 || Prefix == 0x67)
      bytes(Prefix);
  }
  bytes(Rex, 0x8b, (Bytes[I.Opcode + 1] & 0xc7) | 2 << 3);
  copy(Bytes.drop_front(I.Opcode + 2));
}

void CodeWriter::skipIfInside(ArrayRef<AddressRange> Ranges, Label Skip) {
  for (AddressRange Range : Ranges) {
    bytes(0x48, 0x8d, 0x0d); // leaq Begin(%rip), %rcx
    distanceToModule(Range.Begin);
    bytes(0x48, 0xf7, 0xd9); // negq %rcx
    bytes(0x48, 0x01, 0xd1); // addq %rdx, %rcx
    bytes(0x48, 0x81, 0xf9); // cmpq $Size, %rcx
    number(Range.End - Range.Begin);
    bytes(0x0f, 0x82); // jb
    distanceTo(Skip);
  }
}

void CodeWriter::endTargetTest(uint64_t Address) {
  bytes(0x5a); // popq %rdx
  unwindAs(Address, 128);
  bytes(0x48, 0x8d, 0xa4, 0x24); // leaq 128(%rsp), %rsp
  number(128);
  StackBytes = 0;
  unwindAs(Address, 0);
}

//===----------------------------------------------------------------------===//
// Instructions of the module
//===----------------------------------------------------------------------===//

void CodeWriter::jump(uint64_t Address) {
  bytes(0xe9);
  distanceToModule(Address);
}

void CodeWriter::jump(Label L) {
  bytes(0xe9);
  distanceTo(L);
}

void CodeWriter::branch(const ModuleInstruction &I, ArrayRef<uint8_t> Bytes,
                        Label Taken) {
  uint8_t Op = Bytes[I.Opcode];
  if (Op == 0x0f || (Op & 0xf0) == 0x70) {
    uint8_t Condition = (Op == 0x0f ? Bytes[I.Opcode + 1] : Op) & 0xf;
    bytes(0x0f, 0x80 | Condition);
    distanceTo(Taken);
    return;
  }
  copy(Bytes.drop_back()); // LOOP and JRCXZ have only short forms.
  bytes(2);
  bytes(0xeb, 5); // jmp
  jump(Taken);
}

void CodeWriter::copyWithDisplacement(const ModuleInstruction &I,
                                      ArrayRef<uint8_t> Bytes) {
  if (!I.DisplacementAt)
    return copy(Bytes);
  copy(Bytes.take_front(I.DisplacementAt));
  distanceToModule(I.Reference, I.DisplacementAt - static_cast<int>(I.Size));
  copy(Bytes.drop_front(I.DisplacementAt + 4));
}

/// Pushes the return address that \p I would push, and jumps. The call before
/// it keeps the processor's return prediction paired, so that only this return
/// is mispredicted.
void CodeWriter::moveCall(const ModuleInstruction &I, ArrayRef<uint8_t> Bytes) {
  bytes(0xe8, 1, 0, 0, 0); // callq over the next byte
  bytes(0xcc);
  unwindAs(I.Address, 8);
  bytes(0x50); // pushq %rax
  unwindAs(I.Address, 16);
  bytes(0x48, 0x8d, 0x05); // leaq <address behind the call>(%rip), %rax
  distanceToModule(I.end());
  bytes(0x48, 0x89, 0x44, 0x24, 8); // movq %rax, 8(%rsp)
  bytes(0x58);                      // popq %rax
  unwindAs(I.Address, 8);
  if (I.Kind == Flow::Call)
    return jump(I.Target);
  SmallVector<uint8_t, 15> Jump(Bytes);
  Jump[I.Opcode + 1] = (Jump[I.Opcode + 1] & 0xc7) | 4 << 3;
  copyWithDisplacement(I, Jump);
}

void CodeWriter::move(const ModuleInstruction &I, ArrayRef<uint8_t> Bytes,
                      std::optional<Label> Target) {
  if (I.IsNop)
    return;
  switch (I.Kind) {
  case Flow::Call:
  case Flow::IndirectCall:
    return moveCall(I, Bytes);
  case Flow::Jump:
    return Target ? jump(*Target) : jump(I.Target);
  case Flow::Branch: {
    uint8_t Op = Bytes[I.Opcode];
    if (Target)
      return branch(I, Bytes, *Target);
    if (Op == 0x0f || (Op & 0xf0) == 0x70) {
      bytes(0x0f, 0x80 | ((Op == 0x0f ? Bytes[I.Opcode + 1] : Op) & 0xf));
      return distanceToModule(I.Target);
    }
    copy(Bytes.drop_back());
    bytes(2);
    bytes(0xeb, 5); // jmp
    return jump(I.Target);
  }
  default:
    return copyWithDisplacement(I, Bytes);
  }
}

void CodeWriter::finish() {
  for (auto [Place, L] : Distances)
    support::endian::write32le(Plan.Code.data() + Place,
                               Labels[L] - (Place + 4));
}
