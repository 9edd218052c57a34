//===- AddressLines.cpp - Source lines of addresses of a run --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/AddressLines.h"
#include "profdata/binary/DebugFile.h"
#include "profdata/binary/LinkedFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

static symbolize::LLVMSymbolizer::Options symbolizerOptions() {
  symbolize::LLVMSymbolizer::Options O;
  O.Demangle = false;
  O.DebugFileDirectory = {GlobalDebugFolder.str()};
  return O;
}

AddressLines::AddressLines(bool Demangle)
    : Demangle(Demangle), Symbolizer(symbolizerOptions()) {}

/// Returns why \p Binary cannot be the file that was mapped as \p M; "" if it
/// may be.
static std::string mismatchReason(const object::ObjectFile &Binary,
                                  const LogModule &M) {
  auto *File = dyn_cast<object::ELFObjectFileBase>(&Binary);
  if (!File)
    return "not an ELF file";
  if (Error E = checkSections(*File))
    return toString(std::move(E));
  StringRef Id = toStringRef(object::getBuildID(File));
  if (M.BuildId.empty() || Id == M.BuildId)
    return "";
  return "was built anew since: its build ID is " +
         (Id.empty() ? "missing" : toHex(Id, true)) + ", not " +
         toHex(M.BuildId, true);
}

const object::ELFObjectFileBase *AddressLines::fileOf(const LogModule &M) {
  auto [It, New] = Files.try_emplace({M.Path, M.BuildId});
  File &F = It->second;
  if (!New)
    return F ? cast<object::ELFObjectFileBase>(F->getBinary()) : nullptr;
  // A path from a log may name any file: reading a FIFO would not end.
  if (!sys::fs::is_regular_file(M.Path)) {
    // Mappings such as [vdso] have no file.
    if (StringRef(M.Path).starts_with("/"))
      Warnings.push_back(M.Path + ": there is no such file");
    return nullptr;
  }
  Expected<object::OwningBinary<object::ObjectFile>> Binary =
      object::ObjectFile::createObjectFile(M.Path);
  std::string Why = Binary ? mismatchReason(*Binary->getBinary(), M)
                           : toString(Binary.takeError());
  if (!Why.empty()) {
    Warnings.push_back(M.Path + ": " + Why);
    return nullptr;
  }
  F = std::make_unique<object::OwningBinary<object::ObjectFile>>(
      std::move(*Binary));
  return cast<object::ELFObjectFileBase>(F->getBinary());
}

/// Returns the address in \p Of of the byte at the file offset \p Offset.
static std::optional<uint64_t> addressOf(const object::ELFObjectFileBase &Of,
                                         uint64_t Offset) {
  return withELFFile(Of, [&](const auto &ELF) -> std::optional<uint64_t> {
    auto Headers = ELF.program_headers();
    if (!Headers) {
      consumeError(Headers.takeError());
      return std::nullopt;
    }
    for (const auto &H : *Headers)
      if (H.p_type == ELF::PT_LOAD && Offset >= H.p_offset &&
          Offset - H.p_offset < H.p_filesz)
        return H.p_vaddr + (Offset - H.p_offset);
    return std::nullopt;
  });
}

/// Returns the function that represents unknown code of \p M.
static StackFunction unknownIn(const LogModule *M) {
  StringRef Name = M ? sys::path::filename(M->Path) : "unknown";
  StackFunction F;
  F.Name = Name.starts_with("[") ? Name.str() : ("[" + Name + "]").str();
  return F;
}

std::vector<StackLine> AddressLines::at(const LogModule *M, uint64_t Address,
                                        StackProfile &To) {
  const object::ELFObjectFileBase *File = M ? fileOf(*M) : nullptr;
  std::optional<uint64_t> InFile;
  if (File)
    InFile = addressOf(*File, Address - M->Start + M->Offset);
  std::vector<StackLine> Lines;
  if (InFile) {
    Expected<DIInliningInfo> Frames = Symbolizer.symbolizeInlinedCode(
        *File, {*InFile, object::SectionedAddress::UndefSection});
    if (!Frames) {
      Warnings.push_back(M->Path + ": " + toString(Frames.takeError()));
      Files[{M->Path, M->BuildId}].reset();
    } else {
      for (unsigned I = 0; I != Frames->getNumberOfFrames(); ++I) {
        const DILineInfo &L = Frames->getFrame(I);
        if (L.FunctionName == DILineInfo::BadString)
          continue;
        StackFunction F;
        F.Name = Demangle ? demangle(L.FunctionName) : L.FunctionName;
        F.LinkageName = L.FunctionName;
        if (L.FileName != DILineInfo::BadString)
          F.File = L.FileName;
        F.Line = L.StartLine;
        Lines.push_back({To.addFunction(F), L.Line});
      }
    }
  }
  if (Lines.empty())
    Lines.push_back({To.addFunction(unknownIn(M)), 0});
  return Lines;
}
