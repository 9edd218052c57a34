//===- RuntimeOptions.cpp - Options linked into programs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/link/RuntimeOptions.h"
#include "runtime/auto/HotSites.h"
#include "runtime/base/Glob.h"
#include "runtime/cache/model/CacheGeometry.h"
#include "runtime/options/OptionParser.h"
#include "runtime/options/PerfEvents.h"
#include "runtime/options/StartValues.h"
#include "udpc/abi.h"
#include "udpc/amounts.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <memory>
#include <optional>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

static bool isInterval(const char *Text) {
  uint64_t Nanoseconds;
  return amounts::parseDuration(Text, Nanoseconds) &&
         Nanoseconds >= amounts::LeastInterval;
}

static bool isLogSize(const char *Text) {
  uint64_t Bytes;
  return amounts::parseSize(Text, Bytes) && Bytes >= amounts::LeastLogSize;
}

static bool isPercent(const char *Text) {
  uint64_t Millionths;
  return rt::parsePercent(Text, Millionths);
}

static bool isPerfList(const char *Text) {
  rt::PerfEvent Event;
  while (*Text)
    if (!rt::readPerfEvent(Text, Event))
      return false;
  return true;
}

static bool isCache(const char *Text) {
  abi::CacheGeometry Geometry;
  return !rt::parseGeometry(Text, Geometry);
}

/// Describes a value in \p O that is invalid although it has the option's type;
/// "" if there is none.
static std::string findWrongValue(const rt::Options &O) {
  auto Wrong = [](StringRef Name, const char *Value, StringRef Expected) {
    return (Name + ": '" + Value + "' is not " + Expected).str();
  };
  constexpr StringLiteral Cache = "a size, associativity and line size, as "
                                  "32768,8,64 are";
  struct {
    StringRef Name;
    const char *Value;
    bool IsRight;
    StringRef Expected;
  } Checks[] = {
      {"enable", O.enable.Text, rt::isGlobList(O.enable.Text),
       "a list of globs"},
      {"mask", O.mask.Text, rt::isGlobList(O.mask.Text), "a list of globs"},
      {"write", O.write.Text, rt::isStartValueList(O.write.Text),
       "a list of events with their values, name=number,..."},
      {"auto", O.autoBudget.Text, isPercent(O.autoBudget.Text),
       "a part of the CPU time, as 2% and 0.5% are"},
      {"perf", O.perf.Text, isPerfList(O.perf.Text),
       "a list of the kernel's events"},
      {"I1", O.I1.Text, isCache(O.I1.Text), Cache},
      {"D1", O.D1.Text, isCache(O.D1.Text), Cache},
      {"LL", O.LL.Text, isCache(O.LL.Text), Cache},
      {"L2", O.L2.Text, StringRef(O.L2.Text) == "auto" || isCache(O.L2.Text),
       Cache},
      {"log_size", O.log_size.Text, isLogSize(O.log_size.Text),
       "a size from 4K on, as 500K, 16M, 2G are"},
      {"interval", O.interval.Text, isInterval(O.interval.Text),
       "a time from 1ms on, as 500ms, 10s, 5m are"},
  };
  for (const auto &C : Checks)
    if (*C.Value && !C.IsRight)
      return Wrong(C.Name, C.Value, C.Expected);
  return "";
}

Error udpc::checkRuntimeOptions(StringRef Text) {
  auto Options = std::make_unique<rt::Options>();
  rt::setDefaults(*Options);
  std::string First;
  rt::parseOptions(
      *Options, Text.str().c_str(),
      [](void *First, const char *Message) {
        auto &Text = *static_cast<std::string *>(First);
        if (Text.empty())
          Text = Message;
      },
      &First, "-fudpc-options");
  if (First.empty())
    if (std::string Wrong = findWrongValue(*Options); !Wrong.empty())
      First = "-fudpc-options: " + Wrong;
  return First.empty() ? Error::success() : createStringError(First);
}

//===----------------------------------------------------------------------===//
// The object
//===----------------------------------------------------------------------===//

/// Returns the header of the first ELF file in \p Bytes, an archive or a
/// library.
static std::optional<ELF::Elf64_Ehdr> findHeader(StringRef Bytes) {
  ELF::Elf64_Ehdr Header;
  size_t At = Bytes.find(StringRef(ELF::ElfMagic, 4));
  if (At == StringRef::npos || Bytes.size() - At < sizeof(Header))
    return std::nullopt;
  std::memcpy(&Header, Bytes.data() + At, sizeof(Header));
  return Header;
}

template <typename T> static void append(std::string &Out, const T &Record) {
  Out.append(reinterpret_cast<const char *>(&Record), sizeof(Record));
}

/// Returns the note with the options \p Text.
static std::string makeNote(StringRef Text) {
  std::string Note;
  append(Note, ELF::Elf64_Nhdr{sizeof(abi::NoteName),
                               static_cast<ELF::Elf64_Word>(Text.size() + 1),
                               abi::OptionsNote});
  Note.append(abi::NoteName, sizeof(abi::NoteName));
  Note += Text;
  Note.append(alignTo(Text.size() + 1, 4) - Text.size(), 0);
  return Note;
}

Expected<std::string> udpc::makeOptionsObject(StringRef Text,
                                              StringRef Runtime) {
  auto Buffer = MemoryBuffer::getFile(Runtime, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError(Runtime + ": " + Buffer.getError().message());
  std::optional<ELF::Elf64_Ehdr> Found = findHeader((*Buffer)->getBuffer());
  if (!Found)
    return createStringError(Runtime + ": has no ELF file");
  // The linker compares the machine and the flags, which specify the ABI.
  ELF::Elf64_Ehdr Header = *Found;
  static const char Names[] =
      "\0" UDPC_OPTIONS_SECTION "\0.note.GNU-stack\0.shstrtab";
  auto NameAt = [](StringRef Name) {
    return static_cast<ELF::Elf64_Word>(
        StringRef(Names, sizeof(Names)).find(Name));
  };
  Header.e_type = ELF::ET_REL;
  Header.e_entry = Header.e_phoff = 0;
  Header.e_phentsize = Header.e_phnum = 0;
  Header.e_ehsize = sizeof(Header);
  Header.e_shentsize = sizeof(ELF::Elf64_Shdr);
  std::string Note = makeNote(Text), Out(sizeof(Header), 0);
  ELF::Elf64_Shdr Sections[4] = {};
  auto Add = [&](ELF::Elf64_Shdr &S, StringRef Name, unsigned Type,
                 uint64_t Flags, uint64_t Align, StringRef Content) {
    S.sh_name = NameAt(Name);
    S.sh_type = Type;
    S.sh_flags = Flags;
    S.sh_addralign = Align;
    S.sh_offset = Out.size();
    S.sh_size = Content.size();
    Out += Content;
  };
  Add(Sections[1], UDPC_OPTIONS_SECTION, ELF::SHT_NOTE, ELF::SHF_ALLOC, 4,
      Note);
  // Without this section, linkers assume that the stack must be executable.
  Add(Sections[2], ".note.GNU-stack", ELF::SHT_PROGBITS, 0, 1, "");
  Add(Sections[3], ".shstrtab", ELF::SHT_STRTAB, 0, 1,
      StringRef(Names, sizeof(Names)));
  Out.append(alignTo(Out.size(), 8) - Out.size(), 0);
  Header.e_shoff = Out.size();
  Header.e_shnum = std::size(Sections);
  Header.e_shstrndx = 3;
  append(Out, Sections);
  std::memcpy(Out.data(), &Header, sizeof(Header));
  return Out;
}
