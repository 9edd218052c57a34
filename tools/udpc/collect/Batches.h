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
// Another user may own the folder of profiles. So it is accessed by descriptor
// (OpenFolder.h), and nobody but this user may write to the folder of batches.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_COLLECT_BATCHES_H
#define UDPC_TOOLS_UDPC_COLLECT_BATCHES_H

#include "tools/udpc/collect/Sink.h"
#include "tools/udpc/files/OpenFolder.h"
#include <set>

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
  /// locked it, or if another user may write to it.
  llvm::Error open();
  /// Ships what earlier calls have left, then the profiles that are there now.
  /// An error says why a batch was not shipped; it stays. Returns the number of
  /// profiles that were shipped.
  llvm::Expected<size_t> collect();

private:
  /// Moves finished profiles into a new batch.
  llvm::Error gather();
  /// Moves \p Name to \p Batch if it is a complete regular file to which no
  /// process is adding, and that may be shipped. Returns whether it did.
  bool moveFinished(const std::string &Name, const OpenFolder &Batch);
  llvm::Expected<size_t> shipBatch(const std::string &Name);
  /// Writes what is to be shipped, in the folder \p Batch.
  llvm::Error makePayload(const std::string &Name, const OpenFolder &Batch);
  /// Keeps a file of \p Batch that cannot be shipped beside the batches.
  void reject(const OpenFolder &Batch, const std::string &Name,
              const std::string &Why);

  CollectSettings Settings;
  Sink &To;
  OpenFolder Profiles; ///< The folder of profiles.
  OpenFolder All;      ///< .udpc-collect in it: the folder of batches.
  OpenFolder Rejected; ///< `rejected` in All.
  int LockFD = -1;
  uint64_t LastTime = 0;
  /// The files that are not shipped, about which warnings were printed.
  std::set<std::string> Refused;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COLLECT_BATCHES_H
