//===- Fuzz.h - What all fuzzers use ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_FUZZ_FUZZ_H
#define UDPC_TEST_FUZZ_FUZZ_H

#include "profdata/file/ProfileFile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace udpc {

inline llvm::StringRef textOf(const uint8_t *Data, size_t Size) {
  return llvm::StringRef(reinterpret_cast<const char *>(Data), Size);
}

/// Ends the fuzzer, which keeps the input, if \p Holds is false.
inline void require(bool Holds, const llvm::Twine &What) {
  if (Holds)
    return;
  llvm::errs() << "fuzz: " << What << '\n';
  std::abort();
}

/// The message of \p E, which must be one line that begins with \p Name.
inline void requireMessage(llvm::Error E, llvm::StringRef Name) {
  std::string Message = llvm::toString(std::move(E));
  require(llvm::StringRef(Message).starts_with(Name) &&
              Message.find('\n') == std::string::npos,
          "message: " + Message);
}

/// The input as a profile: with the right size and checksum.
inline std::string sealedProfile(const uint8_t *Data, size_t Size) {
  std::string Bytes = textOf(Data, Size).str();
  abi::ProfileHeader Header;
  if (Size >= sizeof(Header)) {
    std::memcpy(&Header, Data, sizeof(Header));
    sealProfile(Bytes, Header);
  }
  return Bytes;
}

} // namespace udpc

#endif // UDPC_TEST_FUZZ_FUZZ_H
