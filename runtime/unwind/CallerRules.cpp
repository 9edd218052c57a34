//===- CallerRules.cpp - Finds a function's caller ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/unwind/CallerRules.h"
#include "runtime/base/Bytes.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

/// DWARF's numbers of registers on x86-64.
enum Register : uint64_t { FramePointer = 6, StackPointer = 7, Return = 16 };

/// Reads a record sequentially; fails for good beyond its end.
class Reader {
public:
  Reader(const uint8_t *At, const uint8_t *End) : At(At), End(End) {}

  bool atEnd() const { return At >= End; }
  bool hasFailed() const { return Failed; }
  const uint8_t *place() const { return At; }

  template <typename T> T number() {
    T Result = 0;
    if (take(sizeof(T)))
      copyBytes(&Result, At - sizeof(T), sizeof(T));
    return Result;
  }
  uint64_t unsignedLeb() { return leb(/*IsSigned=*/false); }
  int64_t signedLeb() { return static_cast<int64_t>(leb(/*IsSigned=*/true)); }
  void skip(uint64_t Size) { take(Size); }

private:
  bool take(uint64_t Size) {
    Failed |= Size > static_cast<uint64_t>(End - At);
    if (!Failed)
      At += Size;
    return !Failed;
  }
  uint64_t leb(bool IsSigned);

  const uint8_t *At, *End;
  bool Failed = false;
};

/// Contents of a common information entry.
struct Common {
  uint64_t CodeFactor = 1;
  int64_t DataFactor = 1;
  bool IsSignal = false, HasAugmentation = false;
  const uint8_t *Instructions = nullptr, *End = nullptr;
};

/// The rules at one place, while instructions are executed.
struct Row {
  uint64_t Base = StackPointer;
  int64_t Offset = 8;
  bool IsExpression = false;
  /// Offset from the frame's address at which it is saved; 0 if unchanged.
  int64_t FramePointerAt = 0;
  bool IsFramePointerKnown = true, IsReturnUndefined = false;
};

} // namespace

uint64_t Reader::leb(bool IsSigned) {
  uint64_t Result = 0;
  unsigned Shift = 0;
  uint8_t Byte;
  do {
    Byte = number<uint8_t>();
    if (Shift < 64)
      Result |= uint64_t(Byte & 0x7f) << Shift;
    Shift += 7;
  } while (Byte & 0x80 && !Failed);
  if (IsSigned && Byte & 0x40 && Shift < 64)
    Result |= ~uint64_t(0) << Shift;
  return Result;
}

/// Stores the bounds of the record at \p At, after its size. False for the
/// 64-bit form, which compilers do not use.
static bool bounds(const uint8_t *At, const uint8_t *&Begin,
                   const uint8_t *&End) {
  uint32_t Size;
  copyBytes(&Size, At, sizeof(Size));
  Begin = At + sizeof(Size);
  End = Begin + Size;
  return Size && Size != UINT32_MAX;
}

static bool readCommon(const uint8_t *At, Common &Out) {
  const uint8_t *Begin;
  if (!bounds(At, Begin, Out.End))
    return false;
  Reader R(Begin, Out.End);
  if (R.number<uint32_t>() != 0)
    return false;
  uint8_t Version = R.number<uint8_t>();
  auto *Augmentation = reinterpret_cast<const char *>(R.place());
  while (R.number<uint8_t>() && !R.hasFailed())
    ;
  Out.CodeFactor = R.unsignedLeb();
  Out.DataFactor = R.signedLeb();
  uint64_t ReturnRegister =
      Version == 1 ? R.number<uint8_t>() : R.unsignedLeb();
  if (R.hasFailed() || (Version != 1 && Version != 3) ||
      ReturnRegister != Return)
    return false;
  if (*Augmentation == 'z') {
    Out.HasAugmentation = true;
    uint64_t Size = R.unsignedLeb();
    for (const char *C = Augmentation + 1; *C; ++C)
      Out.IsSignal |= *C == 'S';
    R.skip(Size);
  } else if (*Augmentation) {
    return false;
  }
  Out.Instructions = R.place();
  return !R.hasFailed();
}

namespace {

/// Executes call frame instructions.
class Program {
public:
  explicit Program(const Common &C) : C(C) {}

  /// Executes the instructions of \p R up to the row for \p Distance bytes
  /// after the function's start. False for instructions that ordinary functions
  /// do not have.
  bool run(Reader R, uint64_t Distance);
  /// Sets the row to which `restore` returns.
  void setInitial() { Initial = Current; }
  const Row &row() const { return Current; }

private:
  bool runOne(Reader &R, uint8_t Code);
  void setSaved(uint64_t Register, int64_t At) {
    if (Register == FramePointer) {
      Current.FramePointerAt = At;
      Current.IsFramePointerKnown = true;
    }
  }
  void restore(uint64_t Register) {
    if (Register != FramePointer)
      return;
    Current.FramePointerAt = Initial.FramePointerAt;
    Current.IsFramePointerKnown = Initial.IsFramePointerKnown;
  }
  void forget(uint64_t Register) {
    if (Register == FramePointer)
      Current.IsFramePointerKnown = false;
  }
  void setBase(uint64_t Register, int64_t Offset) {
    Current.Base = Register;
    Current.Offset = Offset;
    Current.IsExpression = false;
  }

  const Common &C;
  Row Current, Initial;
  static constexpr unsigned MaxRemembered = 8;
  Row Remembered[MaxRemembered];
  unsigned NumRemembered = 0;
  uint64_t Location = 0;
};

} // namespace

bool Program::run(Reader R, uint64_t Distance) {
  while (!R.atEnd()) {
    uint8_t Code = R.number<uint8_t>();
    uint64_t Advance = 0;
    if (Code >> 6 == 1)
      Advance = Code & 0x3f;
    else if (Code == 0x02)
      Advance = R.number<uint8_t>();
    else if (Code == 0x03)
      Advance = R.number<uint16_t>();
    else if (Code == 0x04)
      Advance = R.number<uint32_t>();
    else if (!runOne(R, Code))
      return false;
    Location += Advance * C.CodeFactor;
    if (R.hasFailed())
      return false;
    if (Location > Distance)
      break;
  }
  return true;
}

bool Program::runOne(Reader &R, uint8_t Code) {
  auto SkipBlock = [&] { R.skip(R.unsignedLeb()); };
  if (Code >> 6 == 2) {
    setSaved(Code & 0x3f, int64_t(R.unsignedLeb()) * C.DataFactor);
    return true;
  }
  if (Code >> 6 == 3) {
    restore(Code & 0x3f);
    return true;
  }
  uint64_t Register;
  switch (Code) {
  case 0x00: // nop
    return true;
  case 0x05: // offset_extended
    Register = R.unsignedLeb();
    setSaved(Register, int64_t(R.unsignedLeb()) * C.DataFactor);
    return true;
  case 0x06: // restore_extended
    restore(R.unsignedLeb());
    return true;
  case 0x07: // undefined
    Register = R.unsignedLeb();
    Current.IsReturnUndefined |= Register == Return;
    forget(Register);
    return true;
  case 0x08: // same_value
    setSaved(R.unsignedLeb(), 0);
    return true;
  case 0x09: // register
    forget(R.unsignedLeb());
    R.unsignedLeb();
    return true;
  case 0x0a: // remember_state
    if (NumRemembered == MaxRemembered)
      return false;
    Remembered[NumRemembered++] = Current;
    return true;
  case 0x0b: // restore_state
    if (!NumRemembered)
      return false;
    Current = Remembered[--NumRemembered];
    return true;
  case 0x0c: // def_cfa
    Register = R.unsignedLeb();
    setBase(Register, int64_t(R.unsignedLeb()));
    return true;
  case 0x0d: // def_cfa_register
    setBase(R.unsignedLeb(), Current.Offset);
    return true;
  case 0x0e: // def_cfa_offset
    Current.Offset = int64_t(R.unsignedLeb());
    return true;
  case 0x0f: // def_cfa_expression
    Current.IsExpression = true;
    SkipBlock();
    return true;
  case 0x10: // expression
  case 0x16: // val_expression
    forget(R.unsignedLeb());
    SkipBlock();
    return true;
  case 0x14: // val_offset
    forget(R.unsignedLeb());
    R.unsignedLeb();
    return true;
  case 0x2e: // GNU_args_size
    R.unsignedLeb();
    return true;
  default:
    // Signed forms of offsets, and vendors' own instructions, which compilers
    // for x86-64 do not emit.
    return false;
  }
}

CallerRules rt::callerRulesAt(const UnwindTable &Table, uintptr_t Address) {
  CallerRules Result;
  const uint8_t *Description = Table.descriptionOf(Address);
  const uint8_t *Begin, *End;
  if (!Description || !bounds(Description, Begin, End))
    return Result;
  Reader R(Begin, End);
  uint32_t ToCommon = R.number<uint32_t>();
  Common C;
  if (!readCommon(Begin - ToCommon, C))
    return Result;
  // Encoded like the search table, whose other forms UnwindTable refuses:
  // relative to itself, in 4 bytes.
  uintptr_t Start = Table.startOf(Address);
  R.skip(sizeof(uint32_t));
  uint64_t Size = R.number<uint32_t>();
  if (C.HasAugmentation)
    R.skip(R.unsignedLeb());
  if (R.hasFailed() || Address - Start >= Size)
    return Result;
  if (C.IsSignal) {
    Result.What = CallerRules::Signal;
    return Result;
  }
  Program P(C);
  if (!P.run(Reader(C.Instructions, C.End), UINT64_MAX))
    return Result;
  P.setInitial();
  if (!P.run(Reader(R.place(), End), Address - Start))
    return Result;
  const Row &Found = P.row();
  if (Found.IsReturnUndefined) {
    Result.What = CallerRules::Outermost;
    return Result;
  }
  if (Found.IsExpression || !Found.IsFramePointerKnown ||
      (Found.Base != FramePointer && Found.Base != StackPointer) ||
      Found.Offset != int32_t(Found.Offset) ||
      Found.FramePointerAt != int32_t(Found.FramePointerAt))
    return Result;
  Result = {CallerRules::Usual, Found.Base == FramePointer,
            int32_t(Found.Offset), int32_t(Found.FramePointerAt)};
  return Result;
}
