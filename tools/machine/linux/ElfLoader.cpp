//===- ElfLoader.cpp - Loads a program into memory ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/ElfLoader.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <cstring>
#include <linux/auxvec.h>
#include <sys/random.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

using Object = object::ELF64LEFile;
using Header = object::ELF64LE::Phdr;

/// Load address of position-independent programs. Linux uses two thirds of the
/// address space; this address is fixed so that runs are reproducible.
constexpr uint64_t IndependentBase = uint64_t(1) << 35;
/// Random bytes for stack protectors, fixed for the same reason.
constexpr char RandomBytes[16] = {'u', 'd', 'p', 'c', 1, 2,  3,  4,
                                  5,   6,   7,   8,   9, 10, 11, 12};
/// I, M, A, F, D, C in AT_HWCAP: bit n is the n-th letter.
constexpr uint64_t Extensions =
    1 << 0 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 8 | 1 << 12;

static Error checkHeader(const Object &File) {
  const auto &H = File.getHeader();
  if (!H.checkMagic() || H.getFileClass() != ELF::ELFCLASS64 ||
      H.getDataEncoding() != ELF::ELFDATA2LSB)
    return createStringError("is not a 64-bit ELF file");
  if (H.e_machine != ELF::EM_RISCV)
    return createStringError("is not a riscv64 program");
  if (H.e_type == ELF::ET_REL)
    return createStringError("is an object file; link it with -static");
  if (H.e_type != ELF::ET_EXEC && H.e_type != ELF::ET_DYN)
    return createStringError("is not an executable");
  return Error::success();
}

static Error checkSegments(ArrayRef<Header> Headers, size_t FileSize) {
  bool HasCode = false;
  for (const Header &H : Headers) {
    if (H.p_type == ELF::PT_INTERP)
      return createStringError("is linked dynamically; link it with -static");
    if (H.p_type != ELF::PT_LOAD)
      continue;
    if (H.p_filesz > H.p_memsz || H.p_offset > FileSize ||
        H.p_filesz > FileSize - H.p_offset)
      return createStringError("has a segment beyond the end of the file");
    if (H.p_vaddr > GuestMemory::Size || H.p_memsz > GuestMemory::Size ||
        H.p_vaddr + H.p_memsz > GuestMemory::Size / 2)
      return createStringError("has a segment above 32 GB");
    HasCode |= (H.p_flags & ELF::PF_X) != 0;
  }
  if (!HasCode)
    return createStringError("has no segment of code");
  return Error::success();
}

static unsigned permissionsOf(const Header &H) {
  return (H.p_flags & ELF::PF_R ? MayRead : 0) |
         (H.p_flags & ELF::PF_W ? MayWrite : 0) |
         (H.p_flags & ELF::PF_X ? MayExecute : 0);
}

/// Maps a segment. A page shared by two segments gets the permissions of both.
static Error mapSegment(GuestMemory &Memory, const Header &H, uint64_t Bias,
                        StringRef Contents, unsigned &LastPermissions) {
  uint64_t Start = (H.p_vaddr + Bias) & ~(GuestPageSize - 1);
  uint64_t End = roundUpToPage(H.p_vaddr + Bias + H.p_memsz);
  unsigned Permissions = permissionsOf(H);
  if (Start < GuestMemory::LowestAddress)
    return createStringError("has a segment below address 0x10000");
  if (!Memory.isFree(Start, GuestPageSize)) {
    if (int64_t E =
            Memory.protect(Start, GuestPageSize, Permissions | LastPermissions))
      return createStringError(std::strerror(-E));
    Start += GuestPageSize;
  }
  if (Start < End && !Memory.isFree(Start, End - Start))
    return createStringError("has segments that overlap");
  if (Start < End)
    if (int64_t E = Memory.map(Start, End - Start, Permissions))
      return createStringError(std::strerror(-E));
  std::memcpy(Memory.host(H.p_vaddr + Bias), Contents.data() + H.p_offset,
              H.p_filesz);
  LastPermissions = Permissions;
  return Error::success();
}

static Expected<LoadedProgram> load(GuestMemory &Memory, StringRef Contents) {
  Expected<Object> File = Object::create(Contents);
  if (!File) {
    consumeError(File.takeError());
    return createStringError("is not a 64-bit ELF file");
  }
  if (Error E = checkHeader(*File))
    return std::move(E);
  auto Headers = File->program_headers();
  if (!Headers)
    return Headers.takeError();
  if (Error E = checkSegments(*Headers, Contents.size()))
    return std::move(E);

  const auto &H = File->getHeader();
  uint64_t Bias = H.e_type == ELF::ET_DYN ? IndependentBase : 0;
  uint64_t End = 0;
  unsigned LastPermissions = 0;
  LoadedProgram Result = {H.e_entry + Bias, 0, H.e_phnum};
  for (const Header &Segment : *Headers) {
    if (Segment.p_type != ELF::PT_LOAD || !Segment.p_memsz)
      continue;
    if (Error E = mapSegment(Memory, Segment, Bias, Contents, LastPermissions))
      return std::move(E);
    End = std::max<uint64_t>(End, Segment.p_vaddr + Bias + Segment.p_memsz);
    if (H.e_phoff >= Segment.p_offset &&
        H.e_phoff < Segment.p_offset + Segment.p_filesz)
      Result.Headers = H.e_phoff - Segment.p_offset + Segment.p_vaddr + Bias;
  }
  if (!Memory.bytes(Result.Entry, 2, MayExecute))
    return createStringError("has its entry point outside of its code");
  Memory.setBreak(roundUpToPage(End));
  return Result;
}

Expected<LoadedProgram> machine::loadProgram(GuestMemory &Memory,
                                             StringRef Path) {
  // Devices may be endless, so only regular files are read.
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return createStringError(Path + ": no regular file");
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError(Path + ": " + Buffer.getError().message());
  Expected<LoadedProgram> Result = load(Memory, (*Buffer)->getBuffer());
  if (!Result)
    return createStringError(Path + ": " + toString(Result.takeError()));
  return Result;
}

namespace {
/// Writes a stack from its top downwards.
class StackWriter {
public:
  StackWriter(GuestMemory &Memory, uint64_t Top) : Memory(Memory), Here(Top) {}

  uint64_t push(const void *Data, size_t Size) {
    Here -= Size;
    std::memcpy(Memory.host(Here), Data, Size);
    return Here;
  }
  uint64_t push(const std::string &Text) {
    return push(Text.c_str(), Text.size() + 1);
  }
  /// Pushes strings, the first at the lowest address. Returns their addresses
  /// and a final 0.
  std::vector<uint64_t> pushAll(ArrayRef<std::string> Texts) {
    std::vector<uint64_t> Addresses(Texts.size() + 1);
    for (size_t I = Texts.size(); I--;)
      Addresses[I] = push(Texts[I]);
    return Addresses;
  }
  void align(uint64_t Alignment) { Here &= ~(Alignment - 1); }

private:
  GuestMemory &Memory;
  uint64_t Here;
};
} // namespace

Expected<uint64_t> machine::makeStack(GuestMemory &Memory,
                                      const LoadedProgram &Program,
                                      ArrayRef<std::string> Arguments,
                                      ArrayRef<std::string> Environment,
                                      uint64_t StackSize) {
  constexpr uint64_t Top = GuestMemory::Size - GuestPageSize;
  size_t Needed = GuestPageSize;
  for (ArrayRef<std::string> List : {Arguments, Environment})
    for (const std::string &Text : List)
      Needed += Text.size() + 1 + sizeof(uint64_t);
  if (Needed > StackSize / 4)
    return createStringError("arguments and environment are too long for a "
                             "stack of " +
                             Twine(StackSize) + " bytes");
  if (int64_t E = Memory.map(Top - StackSize, StackSize, MayRead | MayWrite))
    return createStringError(std::strerror(-E));

  // The order is the kernel's, because the alignment of strings decides how
  // many instructions the C library's functions take.
  StackWriter Stack(Memory, Top);
  Stack.push("\0\0\0\0\0\0\0", sizeof(uint64_t));
  uint64_t Name = Stack.push(Arguments[0]);
  std::vector<uint64_t> Variables = Stack.pushAll(Environment);
  std::vector<uint64_t> Words = Stack.pushAll(Arguments);
  Words.insert(Words.begin(), Arguments.size());
  Words.insert(Words.end(), Variables.begin(), Variables.end());
  Stack.align(16);
  uint64_t Random = Stack.push(RandomBytes, sizeof(RandomBytes));
  const uint64_t Auxiliary[][2] = {{AT_PHDR, Program.Headers},
                                   {AT_PHENT, sizeof(Header)},
                                   {AT_PHNUM, Program.NumHeaders},
                                   {AT_PAGESZ, GuestPageSize},
                                   {AT_BASE, 0},
                                   {AT_FLAGS, 0},
                                   {AT_ENTRY, Program.Entry},
                                   {AT_UID, getuid()},
                                   {AT_EUID, geteuid()},
                                   {AT_GID, getgid()},
                                   {AT_EGID, getegid()},
                                   {AT_HWCAP, Extensions},
                                   {AT_CLKTCK, 100},
                                   {AT_SECURE, 0},
                                   {AT_RANDOM, Random},
                                   {AT_EXECFN, Name},
                                   {AT_NULL, 0}};
  for (const auto &Entry : Auxiliary) {
    // The auxiliary vector does not mention headers that are not in memory.
    if (Entry[0] == AT_PHDR && !Entry[1])
      continue;
    Words.insert(Words.end(), {Entry[0], Entry[1]});
  }
  Stack.align(16);
  if (Words.size() % 2)
    Stack.push("\0\0\0\0\0\0\0", sizeof(uint64_t));
  return Stack.push(Words.data(), Words.size() * sizeof(uint64_t));
}
