//===- HintFile.cpp - Hints in the form of LLVM's sample profiles ---------===//

#include "profdata/hints/HintFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/ProfileData/SampleProfReader.h"
#include "llvm/ProfileData/SampleProfWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace llvm;
using namespace llvm::sampleprof;
using namespace udpc;

namespace {

/// Takes the hints out of LLVM's profile.
class HintCollector {
public:
  HintCollector(StringRef Name, HintFile &File) : Name(Name), File(File) {}

  void collect(const FunctionSamples &Samples) {
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
      return std::tie(Index, What.Type) < std::tie(R.Index, R.What.Type);
    }
  };

  std::optional<HintName> nameOf(const FunctionId &Target) {
    if (File.Hints.HasHashes)
      return hintNameOfHash(Target.getHashCode());
    StringRef Text = Target.stringRef();
    // Other targets are those of calls: the profile may be for other use, too.
    if (!Text.starts_with(HintNamePrefix))
      return std::nullopt;
    std::optional<HintName> Result = parseHintName(Text);
    if (!Result)
      File.Warnings.push_back(
          (Name + ": '" + Text + "' at " + key().text() +
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
    for (const auto &[Target, Count] : Record.getCallTargets())
      if (std::optional<HintName> N = nameOf(Target))
        Here.push_back({N->Index, {N->Type, static_cast<int64_t>(Count)}});
    llvm::sort(Here);
    for (const Found &F : Here)
      File.Hints.add(key(), F.What);
  }

  StringRef Name;
  HintFile &File;
  std::vector<KeyFrame> Stack;
};

/// Keeps what LLVM reports while it reads.
class MessageKeeper : public DiagnosticHandler {
public:
  MessageKeeper(std::string &Message) : Message(Message) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    const auto *Sample = dyn_cast<DiagnosticInfoSampleProfile>(&Info);
    if (!Sample || !Message.empty())
      return true;
    if (Sample->getLineNum())
      Message = ":" + utostr(Sample->getLineNum());
    Message += ": " + Sample->getMsg().str();
    return true;
  }

private:
  std::string &Message;
};

} // namespace

/// What LLVM keeps of the profile that was read last.
static auto keepProfileState() {
  return scope_exit([MD5 = FunctionSamples::UseMD5,
                     Probes = FunctionSamples::ProfileIsProbeBased,
                     CS = FunctionSamples::ProfileIsCS,
                     FS = FunctionSamples::ProfileIsFS,
                     Inlined = FunctionSamples::ProfileIsPreInlined,
                     Unique = FunctionSamples::HasUniqSuffix] {
    FunctionSamples::UseMD5 = MD5;
    FunctionSamples::ProfileIsProbeBased = Probes;
    FunctionSamples::ProfileIsCS = CS;
    FunctionSamples::ProfileIsFS = FS;
    FunctionSamples::ProfileIsPreInlined = Inlined;
    FunctionSamples::HasUniqSuffix = Unique;
  });
}

Expected<HintFile> udpc::readHints(std::unique_ptr<MemoryBuffer> Buffer) {
  static std::mutex Mutex;
  std::lock_guard Lock(Mutex);
  auto Restore = keepProfileState();
  std::string Name = Buffer->getBufferIdentifier().str();
  std::string Message;
  auto Fail = [&](const Twine &Otherwise) {
    return createStringError(Name +
                             (Message.empty() ? ": " + Otherwise : Message));
  };
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<MessageKeeper>(Message));
  auto Reader =
      SampleProfileReader::create(Buffer, Context, *vfs::getRealFileSystem());
  if (std::error_code EC = Reader.getError())
    return Fail(EC.message());
  if (std::error_code EC = (*Reader)->read())
    return Fail(EC.message());
  if (FunctionSamples::ProfileIsCS || FunctionSamples::ProfileIsProbeBased)
    return Fail("profiles by calling context or by pseudo probes have no "
                "lines for hints");

  HintFile File;
  File.Hints.HasHashes = (*Reader)->useMD5();
  // The reader's map has no order.
  std::vector<const FunctionSamples *> Functions;
  for (const auto &Entry : (*Reader)->getProfiles())
    Functions.push_back(&Entry.second);
  llvm::sort(Functions, [](const FunctionSamples *L, const FunctionSamples *R) {
    return L->getFunction() < R->getFunction();
  });
  HintCollector Collector(Name, File);
  for (const FunctionSamples *F : Functions)
    Collector.collect(*F);
  return File;
}

Expected<HintFile> udpc::readHintFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createFileError(Path, Buffer.getError());
  return readHints(std::move(*Buffer));
}
