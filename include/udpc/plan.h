//===- udpc/plan.h - Contract between the planner and the runtime ---------===//
//
// A plan file says how sites are added to one executable or library that was
// not compiled with udpc, while it runs (docs/formats.md is the prose
// version). `udpc run --spec` writes one for each module; the runtime reads
// those of its option `plans`.
//
// All records are little-endian and naturally aligned. Addresses are those of
// the module's file: the load bias is added to them. The header needs only
// <stdint.h>, because the runtime has no C++ library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PLAN_H
#define UDPC_PLAN_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace plan {

constexpr char Magic[8] = {'u', 'd', 'p', 'c', 'p', 'l', 'a', 'n'};
constexpr uint32_t Version = 1;
/// Suffix of plan files' names.
constexpr char Suffix[] = ".plan";
/// Upper limit of a file's size; a larger size is damage.
constexpr uint64_t MaxSize = uint64_t(1) << 31;
/// Upper limit of a patch's size.
constexpr unsigned MaxPatch = 32;

/// The file is: Header, then, each padded with zeros to a multiple of 8:
///   BuildIdSize bytes of the build ID, PathSize bytes of the module's path
///   (including a terminating zero), CodeSize bytes of code,
///   FixupRec[NumFixups], PatchRec[NumPatches], uint32_t[NumPatchSlots],
///   CountRec[NumCounts], MovedRec[NumMoved], PatchBytesSize bytes (the old and
///   the new ones of each patch), TableSize bytes (a site table, udpc/abi.h).
struct Header {
  char Magic[8];
  uint32_t Version;
  /// CRC-32 (as zlib's crc32) of all bytes after this header, followed by the
  /// header with 0 in this field.
  uint32_t Checksum;
  uint64_t Size; ///< The file's size in bytes, this header included.
  /// Identity of the file that the plan is for, if it has no build ID: its
  /// size, and when it was changed (nanoseconds since 1970).
  uint64_t ModuleSize;
  int64_t ModuleTime;
  /// The addresses of the module that are loaded.
  uint64_t Begin, End;
  uint16_t Machine; ///< e_machine of the ELF header: 62 is x86-64.
  uint16_t Flags;   ///< Flags below.
  uint32_t BuildIdSize;
  uint32_t PathSize;
  uint32_t CodeSize;
  uint32_t NumFixups;
  uint32_t NumPatches;
  uint32_t NumPatchSlots;
  uint32_t NumCounts;
  uint32_t NumMoved;
  uint32_t PatchBytesSize;
  uint32_t TableSize;
  uint32_t NumSlots; ///< NumSlots of the site table.
};

enum Flags : uint16_t {
  /// The module's code runs with all signals blocked (the C library and the
  /// dynamic linker): patches are applied while the process has one thread or
  /// never, and stay.
  PatchAtStart = 1,
};

/// Four bytes of the code to fill in: Target + Addend - (their address).
struct FixupRec {
  uint32_t Offset; ///< In the code.
  uint32_t Base;   ///< FixupBase.
  uint64_t Target;
  int32_t Addend;
  uint32_t Reserved; ///< 0.
};
enum class FixupBase : uint32_t {
  Module = 0, ///< Target is an address of the module.
  Data = 1,   ///< Target is an offset in the data: the abi::Unit, then 8 bytes
              ///< for each slot (EarlySlots).
};

enum class PatchForm : uint8_t {
  /// E9 and four bytes, then INT3: jumps to Code. Replaces whole instructions,
  /// all of which are moved. Calls and system calls are only ever the last.
  Jump = 0,
  /// E9 and four bytes in padding, or in instructions that the Jump before
  /// them, of the same group, has moved away. Is never undone. Must be there
  /// before a ShortJump to it.
  Island = 1,
  /// EB and one byte, then INT3: jumps to an Island. Replaces whole
  /// instructions as Jump does.
  ShortJump = 2,
  /// A direct branch, whose last four bytes are replaced: its target was the
  /// first instruction of a function, and is the code after the count.
  Retarget = 3,
  /// INT3, the first byte of an instruction. The SIGTRAP handler continues at
  /// Code. Needs the runtime.
  Breakpoint = 4,
};
constexpr uint8_t NumPatchForms = 5;
constexpr uint8_t NoField = 0xff;

/// Bytes of the module that change. Sorted by group; a group is applied in this
/// order, and undone in the reverse order.
struct PatchRec {
  uint64_t Address;
  uint32_t Group;
  uint32_t Code; ///< Offset of its destination in the code.
  uint32_t
      Bytes; ///< Offset in the patch bytes: Size old ones, then Size new ones.
  uint32_t FirstSlot,
      NumSlots; ///< Range of the patch slots: the slots that need it.
  uint8_t Size; ///< 1 to MaxPatch.
  uint8_t Form; ///< PatchForm.
  /// Offset of the four new bytes that become Code less the address behind
  /// them; or NoField.
  uint8_t Field;
  uint8_t Flags; ///< PatchFlags.
};
enum PatchFlags : uint8_t {
  /// The new bytes hold a jump that other patches lead to. Is never undone.
  HostsIsland = 1,
};

/// A place in the code that counts a slot. The two bytes at Switch, which is
/// even, do nothing; replaced by 0xEB and Skip they jump over the count.
struct CountRec {
  uint32_t Slot;
  uint32_t Switch;
  uint32_t Skip;
};

/// An instruction that the code has a copy of. A thread that is about to
/// execute the instruction can continue at the copy. Sorted by address.
struct MovedRec {
  uint64_t Address;
  uint32_t Code;
  uint32_t Reserved; ///< 0.
};

static_assert(sizeof(Header) == 104, "ABI");
static_assert(sizeof(FixupRec) == 24, "ABI");
static_assert(sizeof(PatchRec) == 32, "ABI");
static_assert(sizeof(CountRec) == 12, "ABI");
static_assert(sizeof(MovedRec) == 16, "ABI");

} // namespace plan
} // namespace udpc

#endif // UDPC_PLAN_H
