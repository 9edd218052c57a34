//===- Batches.h - Ships the profiles of a folder ---------------*- C++ -*-===//
//
// The folder .udpc-collect in the folder of profiles has the batches:
//
//   <name>.open   profiles that are being moved here
//   <name>        a batch: its profiles, and what is made of them in `payload`
//   <name>.done   the sink has confirmed it
//
// Each step is one rename, so whenever the program is killed, a profile is at
// one place, and the next run continues from there.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_BATCHES_H
#define UDPC_TOOLS_UDPC_BATCHES_H

#include "tools/udpc/collect/Sink.h"
#include <vector>

namespace udpc {

struct CollectSettings {
  std::string Folder;
  std::string Host;
};

class Batches {
public:
  Batches(CollectSettings Settings, Sink &To)
      : Settings(std::move(Settings)), To(To) {}
  ~Batches();
  /// Makes the folder of batches, and locks it. Fails if another process has
  /// locked it.
  llvm::Error open();
  /// Ships what earlier calls have left, then the profiles that are there now.
  /// An error says why a batch was not shipped; it stays. Returns the number of
  /// profiles that were shipped.
  llvm::Expected<size_t> collect();

private:
  std::string at(const llvm::Twine &Name) const;
  /// Moves finished profiles into a new batch.
  llvm::Error gather();
  llvm::Expected<size_t> shipBatch(const std::string &Name);
  /// Writes what is to be shipped, in the batch's folder \p Path.
  llvm::Error makePayload(const std::string &Name, const std::string &Path);
  /// Keeps a file that cannot be shipped beside the batches.
  void reject(const std::string &File, const std::string &Why);

  CollectSettings Settings;
  Sink &To;
  int LockFD = -1;
  uint64_t LastTime = 0;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_BATCHES_H
