//===- Protobuf.h - Encodes messages of protocol buffers --------*- C++ -*-===//
//
// Writes the wire format of protocol buffers, whose variable-length integers
// are LLVM's ULEB128. The library of protocol buffers would add a compiler to
// the build and a library to each installation, for one format that is only
// written. Source: protobuf.dev, "Encoding". Used by PprofFile.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_PROTOBUF_H
#define UDPC_PROFDATA_STACKS_PROTOBUF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

namespace udpc {

/// One message. Fields are encoded in the order of the calls. Fields with the
/// value 0 are omitted, which readers assume.
class ProtobufMessage {
public:
  /// Adds an int64, uint64 or bool.
  void add(unsigned Field, uint64_t Value) {
    if (Value) {
      tag(Field, Varint);
      llvm::encodeULEB128(Value, OS);
    }
  }
  /// Adds bytes or a string, even if empty.
  void add(unsigned Field, llvm::StringRef Bytes) {
    tag(Field, Delimited);
    llvm::encodeULEB128(Bytes.size(), OS);
    OS << Bytes;
  }
  void add(unsigned Field, const ProtobufMessage &Message) {
    add(Field, Message.bytes());
  }
  /// Adds a repeated int64 or uint64, packed.
  template <typename T> void add(unsigned Field, llvm::ArrayRef<T> Values) {
    ProtobufMessage Packed;
    for (T V : Values)
      llvm::encodeULEB128(static_cast<uint64_t>(V), Packed.OS);
    add(Field, Packed);
  }

  llvm::StringRef bytes() const { return Bytes.str(); }

private:
  enum WireType { Varint = 0, Delimited = 2 };

  void tag(unsigned Field, WireType Type) {
    llvm::encodeULEB128(Field << 3 | Type, OS);
  }

  llvm::SmallString<64> Bytes;
  llvm::raw_svector_ostream OS{Bytes};
};

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_PROTOBUF_H
