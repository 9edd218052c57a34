//===- RecordBytes.h - Records as bytes -------------------------*- C++ -*-===//
//
// Reads records from bytes, with bounds checks, and appends them. Used by the
// readers and writers of binary files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SUPPORT_RECORDBYTES_H
#define UDPC_PROFDATA_SUPPORT_RECORDBYTES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <string>
#include <vector>

namespace udpc {

/// Reads records from the front of a buffer. Each function returns false, and
/// reads nothing, if the rest is too short.
class RecordCursor {
public:
  explicit RecordCursor(llvm::StringRef Data) : Rest(Data) {}

  template <typename T> bool read(T &Record) {
    if (Rest.size() < sizeof(T))
      return false;
    std::memcpy(&Record, Rest.data(), sizeof(T));
    Rest = Rest.drop_front(sizeof(T));
    return true;
  }
  template <typename T> bool read(uint64_t Count, std::vector<T> &Records) {
    llvm::StringRef Bytes;
    if (!takeArray<T>(Count, Bytes))
      return false;
    Records.resize(Count);
    if (Count)
      std::memcpy(Records.data(), Bytes.data(), Bytes.size());
    return true;
  }
  /// Like read(), but without a copy: \p Records reference the buffer, which is
  /// aligned for them.
  template <typename T> bool view(uint64_t Count, llvm::ArrayRef<T> &Records) {
    llvm::StringRef Bytes;
    if (!takeArray<T>(Count, Bytes))
      return false;
    Records = llvm::ArrayRef(reinterpret_cast<const T *>(Bytes.data()), Count);
    return true;
  }
  bool take(uint64_t Size, llvm::StringRef &Bytes) {
    if (Rest.size() < Size)
      return false;
    Bytes = Rest.take_front(Size);
    Rest = Rest.drop_front(Size);
    return true;
  }
  llvm::StringRef rest() const { return Rest; }

private:
  template <typename T> bool takeArray(uint64_t Count, llvm::StringRef &Bytes) {
    return Count <= Rest.size() / sizeof(T) && take(Count * sizeof(T), Bytes);
  }

  llvm::StringRef Rest;
};

template <typename T> void appendRecord(std::string &Out, const T &Record) {
  Out.append(reinterpret_cast<const char *>(&Record), sizeof(T));
}

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_RECORDBYTES_H
