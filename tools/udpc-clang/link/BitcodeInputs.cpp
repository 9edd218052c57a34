//===- BitcodeInputs.cpp - Inspects bitcode for LTO links -----------------===//
//
// Unreadable files are ignored: the linker reports them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/udpc-clang/link/BitcodeInputs.h"
#include "passes/options/PrefetchOptions.h"
#include "passes/options/ProfileOptions.h"
#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"

using namespace llvm;
using namespace udpc;

/// Returns the value, or none after an error.
template <typename T> static std::optional<T> get(Expected<T> Value) {
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return std::nullopt;
}

/// Returns whether \p F has one of the attributes that the plugin adds.
static bool isToPrefetch(const Function &F) {
  return F.hasFnAttribute(HintsAttribute) ||
         F.hasFnAttribute(ProfileAttribute) ||
         F.getFnAttribute(DiscriminateAttribute).getValueAsString() == "true";
}

static bool hasModuleToPrefetch(MemoryBufferRef Bitcode) {
  auto Modules = get(getBitcodeModuleList(Bitcode));
  return Modules && any_of(*Modules, [](BitcodeModule &M) {
           // Function bodies are not loaded.
           LLVMContext Context;
           Context.setDiagnosticHandlerCallBack(
               [](const DiagnosticInfo *, void *) {});
           auto Read =
               get(M.getLazyModule(Context, /*ShouldLazyLoadMetadata=*/true,
                                   /*IsImporting=*/false));
           return Read && any_of(**Read, isToPrefetch);
         });
}

static bool isBitcode(StringRef Contents) {
  return identify_magic(Contents) == file_magic::bitcode;
}

bool udpc::hasBitcodeToPrefetch(StringRef File) {
  std::unique_ptr<MemoryBuffer> Buffer = readRegularFile(File);
  if (!Buffer)
    return false;
  StringRef Contents = Buffer->getBuffer();
  if (isBitcode(Contents))
    return hasModuleToPrefetch(Buffer->getMemBufferRef());
  if (identify_magic(Contents) != file_magic::archive)
    return false;
  auto Archive = get(object::Archive::create(Buffer->getMemBufferRef()));
  if (!Archive)
    return false;
  Error Failed = Error::success();
  bool Found = false;
  for (const object::Archive::Child &Member : (*Archive)->children(Failed)) {
    auto Contained = get(Member.getMemoryBufferRef());
    Found |= Contained && isBitcode(Contained->getBuffer()) &&
             hasModuleToPrefetch(*Contained);
    if (Found)
      break;
  }
  consumeError(std::move(Failed));
  return Found;
}
