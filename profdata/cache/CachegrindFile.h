//===- CachegrindFile.h - Files in Cachegrind's format ----------*- C++ -*-===//
//
// The model that all commands that show costs use: read from a cache profile or
// a cachegrind.out file, and written as the latter. Source: Valgrind's manual,
// "Cachegrind: File format".
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CACHEGRINDFILE_H
#define UDPC_PROFDATA_CACHE_CACHEGRINDFILE_H

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <initializer_list>
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

/// A set of events, by position.
class EventSet {
public:
  EventSet() = default;
  EventSet(std::initializer_list<unsigned> Events) {
    for (unsigned Event : Events)
      insert(Event);
  }

  void insert(unsigned Event) {
    if (Event >= Bits.size())
      Bits.resize(Event + 1);
    Bits.set(Event);
  }
  void erase(unsigned Event) {
    if (count(Event))
      Bits.reset(Event);
  }
  void clear() { Bits.clear(); }
  bool count(unsigned Event) const {
    return Event < Bits.size() && Bits.test(Event);
  }
  /// Removes the events that \p Others does not have.
  void keep(const EventSet &Others) { Bits &= Others.Bits; }
  bool operator==(const EventSet &R) const {
    return Bits.subsetOf(R.Bits) && R.Bits.subsetOf(Bits);
  }

private:
  llvm::SmallBitVector Bits;
};

/// The counts of a cost centre, in the order of the events. Of an event that
/// cannot happen there, since for example no instruction of the line writes to
/// memory, old versions of Cachegrind write a dot instead of 0.
template <typename Number> struct CentreCounts : std::vector<Number> {
  using std::vector<Number>::vector;

  EventSet Impossible; ///< The events that cannot happen in any code added.

  /// Adds code in which the events \p Excluded cannot happen. Its counts are to
  /// be added afterwards.
  void addCode(const EventSet &Excluded) {
    if (this->empty())
      Impossible = Excluded;
    else
      Impossible.keep(Excluded);
  }
};

class CachegrindFile {
public:
  /// In the order of Events.
  using Counts = std::vector<uint64_t>;
  using Lines = std::map<uint32_t, CentreCounts<uint64_t>>;

  std::vector<std::string> Descriptions; ///< The texts after "desc: ".
  std::string Command;
  std::vector<std::string> Events;
  /// File, then function, then line. Names are those of the file.
  std::map<std::string, std::map<std::string, Lines>> Files;
  /// The sum of all, saturating at 2^64 - 1.
  Counts Summary;

  /// Parses files of every version of Cachegrind, with fi=/fe= and compressed
  /// names. Errors are "file:line: message". A missing or wrong summary is an
  /// error.
  static llvm::Expected<CachegrindFile> parse(llvm::StringRef Text,
                                              llvm::StringRef Name);
  /// Whether \p Bytes begin like such a file.
  static bool isCachegrindFile(llvm::StringRef Bytes);

  struct Options {
    bool Demangle = true;
    /// Use the inlined function's name, not the one of the function that
    /// contains the code.
    bool Inlined = false;
    /// Only the costs of this thread; null: all threads.
    const CacheProfileThread *Thread = nullptr;
    /// Bc and Bi as well, where branches are not simulated. They are exact.
    bool Branches = false;
    /// The misses of the middle level, if it was simulated. Not for files of
    /// Cachegrind and Callgrind, which have two levels.
    bool MiddleLevel = false;
  };
  static CachegrindFile of(const CacheProfile &Profile, Options O);
  static CachegrindFile of(const CacheProfile &Profile) {
    return of(Profile, Options());
  }

  /// The header, with a summary of 0.
  static CachegrindFile headOf(const CacheProfile &Profile, const Options &O);
  /// The events (abi::CostEvent) of \p Profile, in the order of Events.
  static std::vector<unsigned> eventsOf(const CacheProfile &Profile,
                                        const Options &O);
  /// The function of \p Costs under the options \p O.
  static llvm::StringRef functionOf(const CostTable &Table,
                                    const FrameCosts &Costs, const Options &O);

  /// Adds \p Count to a cost centre and to the summary. The events \p Excluded
  /// cannot happen in the code that it is of.
  void add(llvm::StringRef File, llvm::StringRef Function, uint32_t Line,
           const Counts &Count, const EventSet &Excluded = {});

  /// Adds another run. Fails if its events differ.
  llvm::Error add(const CachegrindFile &Other);

  /// Fails if sums of a cache profile overflow, which the format cannot
  /// express.
  llvm::Error checkSums() const;

  /// Prints the grammar that all versions of cg_annotate read: no fi=, fe=,
  /// compressed names or dots. Counts of impossible events at the end of a line
  /// are left out, which old versions show as dots; others are 0.
  void print(llvm::raw_ostream &OS) const;
  /// Replaces line breaks and NULs in names from debug information and command
  /// lines.
  static std::string oneLine(llvm::StringRef Text);
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHEGRINDFILE_H
