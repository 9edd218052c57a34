//===- CachegrindFile.h - Files in Cachegrind's format ----------*- C++ -*-===//
//
// The model that everything which shows costs works on: it comes from a cache
// profile of ours or from a cachegrind.out file of Valgrind's, and is written
// as such. Source: Valgrind's manual, "Cachegrind: File format".
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CACHEGRINDFILE_H
#define UDPC_PROFDATA_CACHE_CACHEGRINDFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace udpc {

class CacheProfile;
class CostTable;
struct CacheProfileThread;
struct FrameCosts;

class CachegrindFile {
public:
  /// By the order of Events.
  using Counts = std::vector<uint64_t>;
  using Lines = std::map<uint32_t, Counts>;

  std::vector<std::string> Descriptions; ///< What follows "desc: ".
  std::string Command;
  std::vector<std::string> Events;
  /// File, then function, then line. Names as the file has them.
  std::map<std::string, std::map<std::string, Lines>> Files;
  /// The sum of all. 2^64 - 1, which no program gets to, is what does not fit.
  Counts Summary;

  /// Files of every version of Cachegrind, with fi=/fe= and compressed names.
  /// Errors are "file:line: what is wrong". A summary that is not the sum, or
  /// is missing, is an error.
  static llvm::Expected<CachegrindFile> read(llvm::StringRef File);
  static llvm::Expected<CachegrindFile> parse(llvm::StringRef Text,
                                              llvm::StringRef Name);
  /// Whether a file that begins so is meant to be read here.
  static bool isCachegrindFile(llvm::StringRef Bytes);
  /// Reads \p File whatever it is: a cache profile or Cachegrind's format.
  static llvm::Expected<CachegrindFile> readAny(llvm::StringRef File);

  struct Options {
    bool Demangle = true;
    /// Name the functions that were inlined, not the one that has the code.
    bool Inlined = false;
    /// Only what this thread of the profile has cost; null: all of them.
    const CacheProfileThread *Thread = nullptr;
  };
  static CachegrindFile of(const CacheProfile &Profile, Options O);
  static CachegrindFile of(const CacheProfile &Profile) {
    return of(Profile, Options());
  }

  /// What is before the costs, with a summary of 0.
  static CachegrindFile headOf(const CacheProfile &Profile);
  /// Which of abi::CostEvent \p Profile has, in the order of Events.
  static std::vector<unsigned> eventsOf(const CacheProfile &Profile);
  /// What \p O calls the function of \p Costs.
  static llvm::StringRef functionOf(const CostTable &Table,
                                    const FrameCosts &Costs, const Options &O);

  /// Adds \p Count to a cost centre and to the summary.
  void add(llvm::StringRef File, llvm::StringRef Function, uint32_t Line,
           const Counts &Count);

  /// Adds another run up. The error says that it counted other events.
  llvm::Error add(const CachegrindFile &Other);

  /// The error says that the sums of a cache profile do not fit: no file can
  /// say so.
  llvm::Error checkSums() const;

  /// In the grammar that all versions of cg_annotate read: no fi=, fe=, no
  /// compressed names.
  void print(llvm::raw_ostream &OS) const;
  /// Names come from debug information and command lines, which may have
  /// anything in them; a line of a file is a line.
  static std::string oneLine(llvm::StringRef Text);
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHEGRINDFILE_H
