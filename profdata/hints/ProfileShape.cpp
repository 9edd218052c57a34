//===- ProfileShape.cpp - Validates sample profiles -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/ProfileShape.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::sampleprof;
using namespace udpc;

namespace {

/// Walks over the parts of a binary profile, as
/// LLVM/ProfileData/SampleProfReader.h describes them. Reading beyond the end
/// sets the cursor's error state, after which all values read are 0.
class ShapeWalker {
public:
  explicit ShapeWalker(StringRef Bytes) : Data(Bytes, true, 8), C(0) {}
  // The error may be unchecked.
  ~ShapeWalker() { consumeError(C.takeError()); }

  bool HasVTables = false;

  uint64_t number() { return Data.getULEB128(C); }
  uint64_t fixed() { return Data.getU64(C); }
  bool atEnd() { return C && Data.eof(C); }
  bool good() { return static_cast<bool>(C); }
  StringRef rest() const { return Data.getData().drop_front(C.tell()); }

  bool magic(SampleProfileFormat Format) {
    return number() == SPMagic(Format) && number() == SPVersion();
  }

  bool summary() {
    for (int Field = 0; Field != 5; ++Field)
      number();
    // Each element has three numbers.
    return skipNumbers(number(), 3);
  }

  bool names() {
    uint64_t Count = number();
    if (!fits(Count, 1))
      return false;
    for (NumNames = 0; NumNames != Count && C; ++NumNames)
      Data.getCStrRef(C);
    return good();
  }

  bool hashes(bool FixedLength) {
    uint64_t Count = number();
    if (!fits(Count, FixedLength ? 8 : 1))
      return false;
    for (NumNames = 0; NumNames != Count && C; ++NumNames)
      // LLVM treats 0 as a hash that has not been computed yet.
      if ((FixedLength ? fixed() : number()) == 0)
        return false;
    return good();
  }

  bool functions() {
    while (C && !Data.eof(C)) {
      number(); // Head samples.
      if (!name() || !function(0))
        return false;
    }
    return good();
  }

  size_t numNames() const { return NumNames; }
  void setNumNames(size_t N) { NumNames = N; }

private:
  /// Whether \p Count elements of at least \p Least bytes can follow.
  bool fits(uint64_t Count, uint64_t Least) {
    return C && Count <= (Data.size() - C.tell()) / Least;
  }
  bool skipNumbers(uint64_t Count, unsigned Each) {
    if (!fits(Count, Each))
      return false;
    for (uint64_t I = 0; I != Count * Each && C; ++I)
      number();
    return good();
  }
  bool name() { return number() < NumNames && C; }
  bool offset() { return isUInt<16>(number()) && C; }

  bool function(unsigned Depth) {
    if (Depth > MaxInlineDepth)
      return false;
    number(); // Samples.
    for (uint64_t Records = number(); Records && C; --Records) {
      bool Offset = offset();
      number(); // Discriminator.
      number(); // Samples.
      if (!Offset || !targets())
        return false;
    }
    for (uint64_t Inlined = number(); Inlined && C; --Inlined) {
      bool Offset = offset();
      number(); // Discriminator.
      if (!Offset || !name() || !function(Depth + 1))
        return false;
    }
    return !HasVTables || vtables();
  }

  bool targets() {
    for (uint64_t Targets = number(); Targets && C; --Targets) {
      if (!name())
        return false;
      number(); // Samples.
    }
    return good();
  }

  bool vtables() {
    for (uint64_t Places = number(); Places && C; --Places) {
      bool Offset = offset();
      number(); // Discriminator.
      if (!Offset || !targets())
        return false;
    }
    return good();
  }

  DataExtractor Data;
  DataExtractor::Cursor C;
  size_t NumNames = 0;
};

Error otherVersion() {
  return createStringError(
      "a version of the form that LLVM " LLVM_VERSION_STRING " does not read");
}

struct Section {
  uint64_t Type, Flags;
  StringRef Bytes;
};

/// Extracts the relevant sections of an extensible binary profile.
class ExtBinaryShape {
public:
  explicit ExtBinaryShape(StringRef File) : File(File) {}

  Expected<std::unique_ptr<MemoryBuffer>> readable(StringRef Name) {
    if (Error E = readSections())
      return std::move(E);
    if (Error E = checkSections())
      return std::move(E);
    return MemoryBuffer::getMemBufferCopy(withoutTheRest(), Name);
  }

private:
  // LLVM writes fewer sections. The number is limited, since each section costs
  // a pass over its bytes.
  static constexpr uint64_t MaxSections = 64;

  static Error damaged(const Twine &What) {
    return createStringError("damaged: " + What);
  }

  Error readSections() {
    ShapeWalker Header(File);
    if (!Header.magic(SPF_Ext_Binary))
      return otherVersion();
    uint64_t Count = Header.fixed();
    if (Count > MaxSections)
      return damaged("it has " + Twine(Count) + " sections");
    for (uint64_t I = 0; I != Count; ++I) {
      uint64_t Type = Header.fixed(), Flags = Header.fixed();
      uint64_t Offset = Header.fixed(), Size = Header.fixed();
      if (!Header.good() || Offset > File.size() || Size > File.size() - Offset)
        return damaged("its sections reach beyond its end; was it cut off?");
      // Other sections are indexes or additional information.
      if (Size && (Type == SecProfSummary || Type == SecNameTable ||
                   Type == SecLBRProfile))
        Sections.push_back({Type, Flags, File.substr(Offset, Size)});
      if (Type == SecFuncMetadata &&
          flag(Flags, SecFuncMetadataFlags::SecFlagIsProbeBased))
        return createStringError("profiles by pseudo probes have no lines for "
                                 "hints");
      if (Type == SecProfSummary &&
          flag(Flags, SecProfSummaryFlags::SecFlagFullContext))
        return createStringError(
            "profiles by calling context have no lines for hints");
    }
    return Error::success();
  }

  Error checkSections() {
    size_t NumNames = 0;
    bool HasVTables = false;
    for (Section &S : Sections) {
      if (Error E = decompress(S))
        return E;
      ShapeWalker W(S.Bytes);
      W.setNumNames(NumNames);
      W.HasVTables = HasVTables;
      bool Good = true;
      switch (S.Type) {
      case SecProfSummary:
        Good = W.summary();
        HasVTables =
            flag(S.Flags, SecProfSummaryFlags::SecFlagHasVTableTypeProf);
        break;
      case SecNameTable:
        Good = NumNames == 0 && names(W, S.Flags);
        NumNames = W.numNames();
        break;
      default:
        Good = W.functions();
      }
      if (!Good || !W.atEnd())
        return damaged("its " + getSecName(static_cast<SecType>(S.Type)) +
                       " is invalid");
    }
    return Error::success();
  }

  static bool names(ShapeWalker &W, uint64_t Flags) {
    bool Hashes = flag(Flags, SecNameTableFlags::SecFlagMD5Name);
    bool Fixed = flag(Flags, SecNameTableFlags::SecFlagFixedLengthMD5);
    if (Hashes)
      return W.hashes(Fixed);
    return !Fixed && W.names();
  }

  /// Flags of specific sections are above the common flags.
  template <typename Flag> static bool flag(uint64_t Flags, Flag F) {
    return Flags & (static_cast<uint64_t>(F) << 32);
  }
  static bool flag(uint64_t Flags, SecCommonFlags F) {
    return Flags & static_cast<uint64_t>(F);
  }

  Error decompress(Section &S) {
    if (!flag(S.Flags, SecCommonFlags::SecFlagCompress))
      return Error::success();
    S.Flags &= ~static_cast<uint64_t>(SecCommonFlags::SecFlagCompress);
    ShapeWalker W(S.Bytes);
    uint64_t Size = W.number(), Compressed = W.number();
    if (!W.good() || Compressed > W.rest().size())
      return damaged("a compressed section is cut off");
    // The maximum compression ratio of function lists, with an allowance for
    // small ones.
    if (Size > Compressed * 64 + (16 << 20))
      return damaged("a compressed section claims " + Twine(Size) + " bytes");
    if (!compression::zlib::isAvailable())
      return createStringError("compressed, and LLVM was built without zlib");
    auto &Whole = Decompressed.emplace_back(std::make_unique<SmallString<0>>());
    SmallVector<uint8_t, 0> Bytes;
    if (Error E = compression::zlib::decompress(
            arrayRefFromStringRef(W.rest().take_front(Compressed)), Bytes,
            Size)) {
      consumeError(std::move(E));
      return damaged("a compressed section cannot be decompressed");
    }
    if (Bytes.size() != Size)
      return damaged("a compressed section has another size than recorded");
    *Whole = toStringRef(Bytes);
    S.Bytes = *Whole;
    return Error::success();
  }

  std::string withoutTheRest() const {
    std::string Bytes;
    raw_string_ostream OS(Bytes);
    encodeULEB128(SPMagic(SPF_Ext_Binary), OS);
    encodeULEB128(SPVersion(), OS);
    support::endian::Writer W(OS, endianness::little);
    W.write<uint64_t>(Sections.size());
    uint64_t Offset = OS.tell() + Sections.size() * 4 * sizeof(uint64_t);
    for (const Section &S : Sections) {
      W.write<uint64_t>(S.Type);
      W.write<uint64_t>(S.Flags);
      W.write<uint64_t>(Offset);
      W.write<uint64_t>(S.Bytes.size());
      Offset += S.Bytes.size();
    }
    for (const Section &S : Sections)
      OS << S.Bytes;
    return Bytes;
  }

  StringRef File;
  std::vector<Section> Sections;
  std::vector<std::unique_ptr<SmallString<0>>> Decompressed;
};

} // namespace

ProfileForm udpc::profileForm(StringRef Bytes) {
  uint64_t Magic = ShapeWalker(Bytes).number();
  if (Magic == SPMagic(SPF_Ext_Binary))
    return ProfileForm::ExtBinary;
  if (Magic == SPMagic(SPF_Binary))
    return ProfileForm::Binary;
  return Bytes.starts_with("adcg*704") ? ProfileForm::Gcc : ProfileForm::Text;
}

static Error checkRawBinary(StringRef Bytes) {
  ShapeWalker W(Bytes);
  if (!W.magic(SPF_Binary))
    return otherVersion();
  if (W.summary() && W.names() && W.functions())
    return Error::success();
  return createStringError(W.good() ? "damaged: its parts do not fit together"
                                    : "damaged: it ends too early");
}

/// Rejects text that would crash LLVM's reader, or that it would mistake for
/// another kind of profile.
static Error checkText(const MemoryBuffer &Buffer) {
  for (line_iterator Line(Buffer, true, '#'); !Line.is_at_eof(); ++Line) {
    auto Wrong = [&](const Twine &What) {
      return createStringError(Buffer.getBufferIdentifier() + ":" +
                               Twine(Line.line_number()) + ": " + What);
    };
    if (Line->starts_with("["))
      return Wrong("profiles by calling context have no lines for hints");
    size_t Depth = Line->find_first_not_of(' ');
    if (Depth != StringRef::npos && Depth > MaxInlineDepth)
      return Wrong("nested too deeply, by " + Twine(Depth) + " spaces");
  }
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>>
udpc::readableProfile(std::unique_ptr<MemoryBuffer> Buffer) {
  StringRef Bytes = Buffer->getBuffer();
  StringRef Name = Buffer->getBufferIdentifier();
  auto InFile = [&](Error E) {
    return createStringError(Name + ": " + toString(std::move(E)));
  };
  switch (profileForm(Bytes)) {
  case ProfileForm::ExtBinary: {
    auto Readable = ExtBinaryShape(Bytes).readable(Name);
    if (!Readable)
      return InFile(Readable.takeError());
    return Readable;
  }
  case ProfileForm::Binary:
    if (Error E = checkRawBinary(Bytes))
      return InFile(std::move(E));
    return Buffer;
  case ProfileForm::Gcc:
    return createStringError(
        Name + ": a profile for GCC; hints are read from LLVM's forms");
  case ProfileForm::Text:
    break;
  }
  if (Error E = checkText(*Buffer))
    return std::move(E);
  return Buffer;
}
