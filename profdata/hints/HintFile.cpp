//===- HintFile.cpp - Hints as LLVM sample profiles -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintFile.h"
#include "profdata/hints/ProfileShape.h"
#include "profdata/hints/ProfileState.h"
#include "profdata/support/ShownText.h"
#include "profdata/support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/ProfileData/SampleProfReader.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace llvm::sampleprof;
using namespace udpc;

std::optional<HintFileForm> udpc::hintFileForm(StringRef Word) {
  return StringSwitch<std::optional<HintFileForm>>(Word)
      .Case("text", HintFileForm::Text)
      .Case("binary", HintFileForm::Binary)
      .Case("extbinary", HintFileForm::ExtBinary)
      .Default(std::nullopt);
}

namespace {

/// Extracts the hints of an LLVM profile.
class HintCollector {
public:
  HintCollector(StringRef Name, HintFile &File) : Name(Name), File(File) {}

  void collect(const FunctionSamples &Samples) {
    if (isOperationKeys(Samples) || collectProcessor(Samples)) {
      File.Hints.HasOperationKeys = true;
      return;
    }
    Stack.push_back({Samples.getFunction().str(), 0, 0});
    for (const auto &[Place, Record] : Samples.getBodySamples())
      collectAt(Place, Record);
    for (const auto &[Place, Callees] : Samples.getCallsiteSamples()) {
      Stack.back().LineOffset = Place.LineOffset;
      Stack.back().Discriminator = Place.Discriminator;
      for (const auto &[Callee, Inlined] : Callees)
        collect(Inlined);
    }
    Stack.pop_back();
  }

private:
  struct Found {
    unsigned Index;
    Hint What;
    bool operator<(const Found &R) const {
      return std::tie(Index, What.Type, What.Level, What.Prefetch) <
             std::tie(R.Index, R.What.Type, R.What.Level, R.What.Prefetch);
    }
  };

  /// Whether \p Samples is the mark that the keys are those of operations.
  bool isOperationKeys(const FunctionSamples &Samples) {
    FunctionId Function = Samples.getFunction();
    return Stack.empty() &&
           (File.Hints.HasHashes
                ? Function.getHashCode() == MD5Hash(OperationKeysFunction)
                : Function.stringRef() == OperationKeysFunction);
  }

  /// Whether \p Samples names a processor, which is then added.
  bool collectProcessor(const FunctionSamples &Samples) {
    FunctionId Function = Samples.getFunction();
    std::optional<CpuFamily> Family =
        File.Hints.HasHashes ? processorFunctionOfHash(Function.getHashCode())
                             : parseProcessorFunction(Function.stringRef());
    if (!Family || !Stack.empty())
      return false;
    std::string &Model = File.Hints.Processors[*Family];
    if (!File.Hints.HasHashes)
      for (const auto &[Place, Record] : Samples.getBodySamples())
        for (const auto &[Target, Count] : Record.getCallTargets())
          Model = cpuNameOfTarget(Target.stringRef());
    return true;
  }

  std::optional<HintName> nameOf(const FunctionId &Target) {
    if (File.Hints.HasHashes)
      return hintNameOfHash(Target.getHashCode());
    StringRef Text = Target.stringRef();
    // Other targets are real calls: the profile may have other uses, too.
    if (!Text.starts_with(HintNamePrefix))
      return std::nullopt;
    std::optional<HintName> Result = parseHintName(Text);
    if (!Result)
      File.Warnings.push_back(
          (Name + ": '" + shownLine(Text) + "' at " + shownLine(key().text()) +
           " is no hint; left out (known types: " + hintTypeWords() +
           ", index 0 to " + Twine(MaxHintIndex) + ")")
              .str());
    return Result;
  }

  MemoryOperationKey key() const { return {Stack}; }

  void collectAt(const LineLocation &Place, const SampleRecord &Record) {
    Stack.back().LineOffset = Place.LineOffset;
    Stack.back().Discriminator = Place.Discriminator;
    std::vector<Found> Here;
    auto TooFar = llvm::find_if(
        Stack, [](const KeyFrame &F) { return F.LineOffset > UINT16_MAX; });
    if (TooFar != Stack.end())
      return leaveOut(Record, TooFar->LineOffset);
    for (const auto &[Target, Count] : Record.getCallTargets())
      if (std::optional<HintName> N = nameOf(Target)) {
        N->What.Delta = static_cast<int64_t>(Count);
        Here.push_back({N->Index, N->What});
      }
    llvm::sort(Here);
    for (const Found &F : Here)
      if (std::string Mistake = mistakeOfDelta(F.What); Mistake.empty())
        File.Hints.add(key(), F.What);
      else
        File.Warnings.push_back((Name + ": a hint at " +
                                 shownLine(key().text()) +
                                 " is left out: " + Mistake)
                                    .str());
  }

  /// Warns about hints with a line offset that keys and binary forms cannot
  /// represent, but text can.
  void leaveOut(const SampleRecord &Record, uint32_t LineOffset) {
    if (llvm::any_of(Record.getCallTargets(), [&](const auto &Target) {
          return nameOf(Target.first).has_value();
        }))
      File.Warnings.push_back((Name + ": the hints at " +
                               shownLine(key().text()) +
                               " are left out: the line offset " +
                               Twine(LineOffset) + " is not 0 to 65535")
                                  .str());
  }

  StringRef Name;
  HintFile &File;
  std::vector<KeyFrame> Stack;
};

/// Collects LLVM's diagnostics while reading.
class MessageCollector : public DiagnosticHandler {
public:
  MessageCollector(std::string &Message) : Message(Message) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    const auto *Sample = dyn_cast<DiagnosticInfoSampleProfile>(&Info);
    if (!Sample || !Message.empty())
      return true;
    if (Sample->getLineNum())
      Message = ":" + utostr(Sample->getLineNum());
    Message += ": " + shownLine(Sample->getMsg().str());
    return true;
  }

private:
  std::string &Message;
};

} // namespace

static bool hasLines(const MemoryBuffer &Buffer) {
  return any_of(make_range(line_iterator(Buffer, true, '#'), line_iterator()),
                [](StringRef Line) { return !Line.trim(' ').empty(); });
}

/// Warns about text that is valid but probably a mistake.
static void addTextWarnings(const MemoryBuffer &Buffer, HintFile &File) {
  StringRef Name = Buffer.getBufferIdentifier();
  StringSet<> Functions;
  for (line_iterator Line(Buffer, true, '#'); !Line.is_at_eof(); ++Line) {
    if (Line->starts_with(" "))
      continue;
    // Two counts follow the name.
    StringRef Function = Line->rsplit(':').first.rsplit(':').first;
    if (!Functions.insert(Function).second)
      File.Warnings.push_back((Name + ":" + Twine(Line.line_number()) + ": '" +
                               shownLine(Function) +
                               "' again; deltas of the same hint are added up "
                               "(udpc hints merge puts files together)")
                                  .str());
  }
  if (!Buffer.getBuffer().ends_with("\n"))
    File.Warnings.push_back(
        (Name + ": the last line has no end; was the file cut off?").str());
}

Expected<HintFile> udpc::readHints(std::unique_ptr<MemoryBuffer> Unchecked) {
  std::string Name = Unchecked->getBufferIdentifier().str();
  HintFile File;
  auto WarnOfNone = [&](const Twine &Why) {
    File.Warnings.push_back((Name + ": no hints; " + Why).str());
  };
  if (Unchecked->getBuffer() == NoHintsComment)
    return File;
  if (!hasLines(*Unchecked)) {
    WarnOfNone("the file is empty");
    return File;
  }
  auto Buffer = readableProfile(std::move(Unchecked));
  if (!Buffer)
    return Buffer.takeError();
  // Detects a likely mistake on the command line.
  bool IsCsv = (*Buffer)->getBuffer().starts_with_insensitive("0x") &&
               (*Buffer)->getBuffer().split('\n').first.count(',') == 2;
  std::string Message;
  auto Fail = [&](const Twine &Otherwise) {
    return createStringError(Name +
                             (Message.empty() ? ": " + Otherwise : Message));
  };
  ProfileState State;
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<MessageCollector>(Message));
  auto Reader =
      SampleProfileReader::create(*Buffer, Context, *vfs::getRealFileSystem());
  if (std::error_code EC = Reader.getError())
    return Fail(EC == sampleprof_error::unrecognized_format
                    ? "no profile in LLVM's text, binary or extensible binary "
                      "form (text begins with a line 'function:0:0')" +
                          Twine(IsCsv ? "; 'udpc hints from-csv' makes hints "
                                        "of recommendations"
                                      : "")
                    : Twine(EC.message()));
  if (std::error_code EC = (*Reader)->read())
    return Fail(EC.message());
  if (FunctionSamples::ProfileIsCS || FunctionSamples::ProfileIsProbeBased)
    return Fail("profiles by calling context or by pseudo probes have no "
                "lines for hints");

  File.Hints.HasHashes = (*Reader)->useMD5();
  // The reader's map is unordered, so functions are sorted.
  std::vector<const FunctionSamples *> Functions;
  for (const auto &Entry : (*Reader)->getProfiles())
    Functions.push_back(&Entry.second);
  llvm::sort(Functions, [](const FunctionSamples *L, const FunctionSamples *R) {
    return L->getFunction() < R->getFunction();
  });
  HintCollector Collector(Name, File);
  for (const FunctionSamples *F : Functions)
    Collector.collect(*F);
  if ((*Reader)->getFormat() == SPF_Text)
    addTextWarnings(*(*Reader)->getBuffer(), File);
  if (File.Hints.empty())
    WarnOfNone("none of its call targets is named " + HintNamePrefix +
               "_<type>_<index>");
  return File;
}

/// Whether a file that begins with \p Begin may have hints: the text form has
/// no NUL bytes.
static bool mayBeHints(StringRef Begin) {
  return profileForm(Begin) != ProfileForm::Text || !Begin.contains('\0');
}

Expected<HintFile> udpc::readHintsOrInput(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer =
      readTextOrInput(Path, mayBeHints);
  if (!Buffer)
    return Buffer.takeError();
  return readHints(std::move(*Buffer));
}

Expected<HintFile> udpc::readHintFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readText(Path, mayBeHints);
  if (Buffer)
    return readHints(std::move(*Buffer));
  // The compiler quotes file names.
  std::string Message = toString(Buffer.takeError());
  StringRef Why = Message;
  Why.consume_front(Path);
  return createStringError("'" + Path + "'" + Why);
}
