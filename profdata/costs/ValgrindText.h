//===- ValgrindText.h - Common parts of Valgrind's formats ------*- C++ -*-===//
//
// Parses lines, words, events and compressed names of Cachegrind's and
// Callgrind's files. Source: Valgrind's manual, "Cachegrind: File format" and
// "Callgrind Format Specification".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_COSTS_VALGRINDTEXT_H
#define UDPC_PROFDATA_COSTS_VALGRINDTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc::valgrind {

inline constexpr llvm::StringLiteral Blanks = " \t";

/// Returns \p Text in quotes for a message, only the beginning if it is long.
std::string quoted(const llvm::Twine &Text);

/// Removes the first word of \p Text and returns it; "" at the end.
llvm::StringRef takeWord(llvm::StringRef &Text);

/// Parses the names after 'events:'. Errors do not name a position in the file.
llvm::Expected<std::vector<std::string>> parseEvents(llvm::StringRef Words);

/// Names with numbers: "(number) name" defines one, and "(number)" stands for
/// the name from then on.
class ShortNames {
public:
  /// Returns the name that \p Text is or stands for, which may be part of \p
  /// Text. Errors do not name a position in the file.
  llvm::Expected<llvm::StringRef> resolve(llvm::StringRef Text);
  /// Removes "(number)" from the front of \p Text, if present.
  static bool takeNumber(llvm::StringRef &Text, uint64_t &Number);
  void clear() { Names.clear(); }

private:
  llvm::DenseMap<uint64_t, llvm::StringRef> Names;
};

/// The base class of the parsers: splits a file into lines.
class LineParser {
protected:
  /// \p File and \p Format ("Callgrind") are for messages.
  LineParser(llvm::StringRef Text, llvm::StringRef File, llvm::StringRef Format)
      : Rest(Text), File(File), Format(Format) {}

  /// Returns an error at the current line.
  llvm::Error error(const llvm::Twine &What) const;
  /// Reads the next line. False at the end of the file.
  llvm::Expected<bool> nextLine();
  /// Adds \p Counts of \p Events to \p Sums. Fails if they overflow.
  llvm::Error addTo(llvm::MutableArrayRef<uint64_t> Sums,
                    llvm::ArrayRef<uint64_t> Counts,
                    llvm::ArrayRef<std::string> Events) const;

  llvm::StringRef Line; ///< The current line, without its end.

private:
  llvm::StringRef Rest, File, Format;
  size_t Number = 0;
};

} // namespace udpc::valgrind

#endif // UDPC_PROFDATA_COSTS_VALGRINDTEXT_H
