//===- Batches.h - Ships the profiles of a folder ---------------*- C++ -*-===//
//
// Ships profiles in batches. The folder .udpc-collect in the folder of profiles
// has:
//
//   <name>.open   profiles that are being moved here
//   <name>        a batch: its profiles, and what is shipped of them in
//   `payload` <name>.done   a batch that the sink has confirmed
//
// Each step is one rename, so whenever the program is killed, each profile is
// at one place, and the next run continues from there.
//
// Another user may own the folder of profiles. So it is accessed by its
// descriptor (OpenFolder.h), and only this user may write to the folder of
// batches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_FLEET_COLLECT_BATCHES_H
#define UDPC_TOOLS_UDPC_FLEET_COLLECT_BATCHES_H

#include "tools/udpc/files/OpenFolder.h"
#include "tools/udpc/fleet/collect/Sink.h"
#include <set>

namespace udpc {

struct CollectSettings {
  std::string Folder;
  std::string Host;
};

/// The batches of a folder.
class Batches {
public:
  Batches(CollectSettings Settings, Sink &To)
      : Settings(std::move(Settings)), To(To) {}
  ~Batches();
  /// Creates and locks the folder of batches. Fails if another process has
  /// locked it, or if another user may write to it.
  llvm::Error open();
  /// Ships the batches that earlier calls have left, then the present profiles.
  /// Returns the number of profiles shipped, or an error with the reason why a
  /// batch was not shipped; it is kept.
  llvm::Expected<size_t> collect();

private:
  /// Moves finished profiles into a new batch.
  llvm::Error gather();
  /// Moves \p Name to \p Batch if it is a complete regular file that no process
  /// is writing to, and that may be shipped. Returns whether it did.
  bool moveFinished(const std::string &Name, const OpenFolder &Batch);
  llvm::Expected<size_t> shipBatch(const std::string &Name);
  /// Writes the payload of \p Batch in its folder.
  llvm::Error makePayload(const std::string &Name, const OpenFolder &Batch);
  /// Moves a file of \p Batch that cannot be shipped to the folder `rejected`.
  void reject(const OpenFolder &Batch, const std::string &Name,
              const std::string &Why);

  CollectSettings Settings;
  Sink &To;
  OpenFolder Profiles; ///< The folder of profiles.
  OpenFolder All;      ///< The folder of batches.
  OpenFolder Rejected; ///< `rejected` in All.
  int LockFD = -1;
  uint64_t LastTime = 0;
  /// Files that are not shipped and were warned about.
  std::set<std::string> Refused;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_FLEET_COLLECT_BATCHES_H
