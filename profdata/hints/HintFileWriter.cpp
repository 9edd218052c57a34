//===- HintFileWriter.cpp - Writes hints as LLVM sample profiles ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintFile.h"
#include "profdata/hints/ProfileShape.h"
#include "profdata/hints/ProfileState.h"
#include "profdata/support/ShownText.h"
#include "profdata/support/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ProfileData/SampleProfWriter.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::sampleprof;
using namespace udpc;

namespace {

/// Converts a set of hints to an LLVM profile, which references the names in
/// the set.
class ProfileBuilder {
public:
  explicit ProfileBuilder(bool HasHashes) : HasHashes(HasHashes) {}

  SampleProfileMap Profile;

  Error add(const MemoryOperationKey &Key, const HintSet::HintList &Hints) {
    Expected<FunctionId> Function = functionId(Key.function());
    if (!Function)
      return Function.takeError();
    FunctionSamples *Samples = &Profile.create(SampleContext(*Function));
    for (size_t I = 1; I != Key.Frames.size(); ++I) {
      Expected<FunctionId> Callee = functionId(Key.Frames[I].Function);
      if (!Callee)
        return Callee.takeError();
      Samples = &Samples->functionSamplesAt(place(Key.Frames[I - 1]))[*Callee];
      Samples->setFunction(*Callee);
    }
    LineLocation Place = place(Key.Frames.back());
    Samples->addBodySamples(Place.LineOffset, Place.Discriminator, 0);
    for (const auto &[Index, H] : enumerate(Hints))
      Samples->addCalledTargetSamples(Place.LineOffset, Place.Discriminator,
                                      nameId(hintName(H, Index)),
                                      static_cast<uint64_t>(H.Delta));
    return Error::success();
  }

  /// Adds the mark that the keys are those of operations.
  void addOperationKeys() {
    Profile.create(SampleContext(nameId(OperationKeysFunction.str())))
        .addBodySamples(0, 0, 0);
  }

  void addProcessor(CpuFamily Family, StringRef Model) {
    FunctionId Function = nameId(processorFunction(Family));
    FunctionSamples &Samples = Profile.create(SampleContext(Function));
    Samples.addBodySamples(0, 0, 0);
    if (!Model.empty())
      Samples.addCalledTargetSamples(0, 0, nameId(processorTarget(Model)), 1);
  }

private:
  static LineLocation place(const KeyFrame &F) {
    return {F.LineOffset, F.Discriminator};
  }

  Expected<FunctionId> functionId(StringRef Name) {
    if (!HasHashes)
      return FunctionId(Names.save(Name));
    uint64_t Hash;
    if (Name.getAsInteger(10, Hash) || Hash == 0)
      return createStringError("'" + Name + "' is no hash of a function");
    return FunctionId(Hash);
  }

  FunctionId nameId(const std::string &Name) {
    return HasHashes ? FunctionId(MD5Hash(Name)) : FunctionId(Names.save(Name));
  }

  bool HasHashes;
  BumpPtrAllocator Allocator;
  UniqueStringSaver Names{Allocator};
};

} // namespace

/// The first line of a text whose first function name looks like another form.
static constexpr StringLiteral TextComment = "# prefetch hints, as text\n";

bool udpc::canBeInText(StringRef Name) {
  // Names may be at the start of a line or after a place.
  return !Name.empty() && !isDigit(Name[0]) &&
         !StringRef(" #![").contains(Name[0]) &&
         Name.find_first_of("\r\n") == StringRef::npos;
}

static Error checkNames(const HintSet &Hints, HintFileForm Form) {
  if (Hints.HasHashes && Form != HintFileForm::ExtBinary)
    return createStringError(
        "these hints have hashes (MD5) in place of functions' names, which "
        "only the form extbinary can hold");
  if (Form != HintFileForm::Text)
    return Error::success();
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys)
      for (const KeyFrame &F : Key.Frames)
        if (!canBeInText(F.Function))
          return createStringError("no text can hold the function name '" +
                                   shownLine(F.Function) +
                                   "'; choose the form binary or extbinary");
  return Error::success();
}

static SampleProfileFormat llvmFormat(HintFileForm Form) {
  switch (Form) {
  case HintFileForm::Text:
    return SPF_Text;
  case HintFileForm::Binary:
    return SPF_Binary;
  case HintFileForm::ExtBinary:
    return SPF_Ext_Binary;
  }
  llvm_unreachable("all forms are there");
}

Expected<std::string> udpc::hintFileBytes(const HintSet &Hints,
                                          HintFileForm Form) {
  if (Error E = checkNames(Hints, Form))
    return std::move(E);
  if (Hints.empty() && Form == HintFileForm::Text)
    return NoHintsComment.str();
  ProfileState State;
  ProfileBuilder Builder(Hints.HasHashes);
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys)
      if (Error E = Builder.add(Key, List))
        return std::move(E);
  if (Hints.HasOperationKeys && Hints.Processors.empty())
    Builder.addOperationKeys();
  for (const auto &[Family, Model] : Hints.Processors)
    Builder.addProcessor(Family, Model);
  // The section writer seeks back to the section table, so it needs memory.
  SmallString<0> Bytes;
  std::unique_ptr<raw_ostream> OS =
      std::make_unique<raw_svector_ostream>(Bytes);
  auto Writer = SampleProfileWriter::create(OS, llvmFormat(Form));
  if (std::error_code EC = Writer.getError())
    return createStringError(EC, EC.message());
  if (Hints.HasHashes)
    (*Writer)->setUseMD5();
  if (std::error_code EC = (*Writer)->write(Builder.Profile))
    return createStringError(EC, EC.message());
  if (Form == HintFileForm::Text && profileForm(Bytes) != ProfileForm::Text)
    return (TextComment + Bytes).str();
  return std::string(Bytes);
}

Error udpc::writeHintFile(const HintSet &Hints, HintFileForm Form,
                          StringRef Path) {
  Expected<std::string> Bytes = hintFileBytes(Hints, Form);
  if (!Bytes)
    return createStringError(Path + ": " + toString(Bytes.takeError()));
  Error E = writeWhole(Path, *Bytes);
  return E ? createStringError(Path + ": " + toString(std::move(E)))
           : Error::success();
}
