//===- SourcePath.cpp - Normalised names of source files ------------------===//

#include "passes/sites/SourcePath.h"
#include "profdata/support/PathGlob.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <vector>

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral RootsName = "udpc.path.roots";

/// The path roots of the thread's current module. LTO compiles several modules
/// concurrently.
static thread_local std::vector<std::string> Roots;

/// Whether the two name different files, as far as they are accessible.
static bool areDifferentFiles(StringRef A, StringRef B) {
  sys::fs::file_status StatusA, StatusB;
  return !sys::fs::status(A, StatusA) &&
         (sys::fs::status(B, StatusB) ||
          !sys::fs::equivalent(StatusA, StatusB));
}

std::string udpc::absolutePath(StringRef File, StringRef Directory) {
  SmallString<128> Path(File);
  if (!Directory.empty())
    sys::path::make_absolute(Directory, Path);
  sys::path::remove_dots(Path);
  std::string Short = normalisedPath(Path);
  // Only a path with `..` can have changed.
  if (Short != Path.str() && areDifferentFiles(Path, Short))
    return Path.str().str();
  return Short;
}

void udpc::addPathRoot(Module &M, StringRef Root) {
  LLVMContext &C = M.getContext();
  M.getOrInsertNamedMetadata(RootsName)->addOperand(
      MDNode::get(C, MDString::get(C, normalisedPath(Root))));
}

void udpc::usePathRootsOf(const Module &M) {
  Roots.clear();
  const NamedMDNode *Named = M.getNamedMetadata(RootsName);
  if (!Named)
    return;
  for (const MDNode *Node : Named->operands())
    Roots.push_back(cast<MDString>(Node->getOperand(0))->getString().str());
}

std::string udpc::tablePath(StringRef Path) {
  StringRef Shortest = Path;
  for (StringRef Root : Roots) {
    StringRef Rest = Path;
    if (Rest.consume_front(Root) &&
        (Root.ends_with("/") || Rest.consume_front("/")) && !Rest.empty() &&
        Rest.size() < Shortest.size())
      Shortest = Rest;
  }
  return Shortest.str();
}
