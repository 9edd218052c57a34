//===- AppendBytes.h - Records as bytes -------------------------*- C++ -*-===//
//
// Appends records of ELF files to the bytes of a piece.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_APPENDBYTES_H
#define UDPC_REWRITE_ELF_APPENDBYTES_H

#include <string>

namespace udpc {

template <class Record> void appendRecord(std::string &Bytes, const Record &R) {
  Bytes.append(reinterpret_cast<const char *>(&R), sizeof(R));
}

} // namespace udpc

#endif // UDPC_REWRITE_ELF_APPENDBYTES_H
