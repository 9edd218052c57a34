//===- ProgramFiles.cpp - Stores builds of a program ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/work/ProgramFiles.h"
#include "profdata/support/WholeFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace udpc;

FileState::FileState(StringRef File) {
  sys::fs::file_status Status;
  if (sys::fs::status(File, Status) || !sys::fs::is_regular_file(Status))
    return;
  Id = Status.getUniqueID();
  Written = Status.getLastModificationTime();
  Size = Status.getSize();
}

bool FileState::operator==(const FileState &R) const {
  return Id == R.Id && Written == R.Written && Size == R.Size;
}

/// Returns a hash of the code in \p File, or of all of it if it is no object.
static Expected<uint64_t> hashOf(StringRef File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWhole(File);
  if (!Buffer)
    return Buffer.takeError();
  MemoryBufferRef Bytes = **Buffer;
  auto Object = object::ObjectFile::createObjectFile(Bytes);
  if (!Object) {
    consumeError(Object.takeError());
    return xxh3_64bits(Bytes.getBuffer());
  }
  uint64_t Hash = 0;
  for (const object::SectionRef &Section : (*Object)->sections()) {
    if (!Section.isText())
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents)
      return Contents.takeError();
    Hash = Hash * 31 + xxh3_64bits(*Contents);
  }
  return Hash;
}

/// Replaces \p To atomically by \p From, as a hard link where possible.
static Error replace(StringRef From, StringRef To, bool MayLink) {
  std::string Next = (To + ".udpc-loop").str();
  sys::RemoveFileOnSignal(Next);
  sys::fs::remove(Next);
  std::error_code EC =
      MayLink ? sys::fs::create_hard_link(From, Next)
              : std::make_error_code(std::errc::operation_not_supported);
  int Copy;
  if (EC &&
      !(EC = sys::fs::openFileForWrite(Next, Copy, sys::fs::CD_CreateNew))) {
    EC = sys::fs::copy_file(From, Copy);
    sys::Process::SafelyCloseFileDescriptor(Copy);
  }
  // Copy the permissions.
  if (!EC)
    if (auto Mode = sys::fs::getPermissions(From))
      EC = sys::fs::setPermissions(Next, *Mode);
  if (!EC)
    EC = sys::fs::rename(Next, To);
  // rename() does nothing if both names are the same file.
  sys::fs::remove(Next);
  sys::DontRemoveFileOnSignal(Next);
  return EC ? createStringError(To + ": " + EC.message()) : Error::success();
}

std::string ProgramFiles::kept(StringRef Build, size_t Index) const {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Build,
                    Twine(Index) + "-" + sys::path::filename(Files[Index]));
  return Path.str().str();
}

/// Returns the file that \p Path links to. The run may use it by another link,
/// such as those of versioned libraries.
static std::string linked(StringRef Path) {
  SmallString<128> Real;
  return sys::fs::real_path(Path, Real) ? Path.str() : Real.str().str();
}

Error ProgramFiles::keep(StringRef Build) {
  for (size_t I = 0; I != Files.size(); ++I) {
    std::string Copy = kept(Build, I);
    if (std::error_code EC =
            sys::fs::create_directories(sys::path::parent_path(Copy)))
      return createStringError(Copy + ": " + EC.message());
    if (Error E = replace(Files[I], Copy, /*MayLink=*/false))
      return E;
  }
  return restore(Build);
}

Error ProgramFiles::restore(StringRef Build) {
  uint64_t Hash = 0;
  for (size_t I = 0; I != Files.size(); ++I) {
    Expected<uint64_t> Code = hashOf(kept(Build, I));
    if (!Code)
      return Code.takeError();
    Hash = Hash * 31 + *Code;
  }
  Hashes[Build] = Hash;
  return Error::success();
}

Error ProgramFiles::place(StringRef Build) {
  for (size_t I = 0; I != Files.size(); ++I)
    if (Error E = replace(kept(Build, I), linked(Files[I]), /*MayLink=*/true))
      return E;
  return Error::success();
}

Error ProgramFiles::detach() {
  for (const std::string &File : Files) {
    std::string Real = linked(File);
    if (Error E = replace(Real, Real, /*MayLink=*/false))
      return E;
  }
  return Error::success();
}
