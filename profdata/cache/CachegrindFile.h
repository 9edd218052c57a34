//===- CachegrindFile.h - Files in Cachegrind's format ----------*- C++ -*-===//
//
// The common model of all commands that show costs: read from a cache profile
// or a cachegrind.out file, and written as the latter. Format: Valgrind's
// manual, "Cachegrind: File format".
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

/// The counts of a cost centre, in the order of the events. For events that
/// cannot happen there, for example because no instruction of the line writes
/// to memory, old versions of Cachegrind write a dot instead of 0.
template <typename Number> struct CentreCounts : std::vector<Number> {
  using std::vector<Number>::vector;

  EventSet Impossible; ///< Events that cannot happen in any of the added code.

  /// Adds code in which the events in \p Excluded cannot happen. Must be called
  /// before the code's counts are added.
  void addCode(const EventSet &Excluded) {
    if (this->empty())
      Impossible = Excluded;
    else
      Impossible.keep(Excluded);
  }
};

/// Costs by file, function and line.
class CachegrindFile {
public:
  /// Counts in the order of Events.
  using Counts = std::vector<uint64_t>;
  using Lines = std::map<uint32_t, CentreCounts<uint64_t>>;

  std::vector<std::string> Descriptions; ///< The texts after "desc: ".
  std::string Command;
  std::vector<std::string> Events;
  /// Lines by file, then by function, with the names in the file.
  std::map<std::string, std::map<std::string, Lines>> Files;
  /// The sum of all counts, saturating at 2^64 - 1.
  Counts Summary;

  /// Parses files of all versions of Cachegrind, with fi=, fe= and compressed
  /// names. Errors are "file:line: message". A missing or wrong summary is an
  /// error.
  static llvm::Expected<CachegrindFile> parse(llvm::StringRef Text,
                                              llvm::StringRef Name);
  /// Whether \p Bytes begin like a file in this format.
  static bool isCachegrindFile(llvm::StringRef Bytes);

  struct Options {
    bool Demangle = true;
    /// Whether to use the name of the inlined function instead of the function
    /// that contains the code.
    bool Inlined = false;
    /// The thread whose costs to use; null for all threads.
    const CacheProfileThread *Thread = nullptr;
    /// Whether to include Bc and Bi, which are exact, even without simulated
    /// branches.
    bool Branches = false;
    /// Whether to include the misses of the middle level, if it was simulated.
    /// False for files of Cachegrind and Callgrind, which have two levels.
    bool MiddleLevel = false;
  };
  static CachegrindFile of(const CacheProfile &Profile, Options O);
  static CachegrindFile of(const CacheProfile &Profile) {
    return of(Profile, Options());
  }

  /// Returns the header, with a summary of 0.
  static CachegrindFile headOf(const CacheProfile &Profile, const Options &O);
  /// Returns the events (abi::CostEvent) of \p Profile, in the order of Events.
  static std::vector<unsigned> eventsOf(const CacheProfile &Profile,
                                        const Options &O);
  /// Returns the function of \p Costs under the options \p O.
  static llvm::StringRef functionOf(const CostTable &Table,
                                    const FrameCosts &Costs, const Options &O);

  /// Adds \p Count to a cost centre and to the summary. The events in \p
  /// Excluded cannot happen in the code of these counts.
  void add(llvm::StringRef File, llvm::StringRef Function, uint32_t Line,
           const Counts &Count, const EventSet &Excluded = {});

  /// Adds another run. Fails if its events differ.
  llvm::Error add(const CachegrindFile &Other);

  /// Fails if sums of a cache profile overflow, which the format cannot
  /// express.
  llvm::Error checkSums() const;

  /// Prints the file in the grammar that all versions of cg_annotate read: no
  /// fi=, fe=, compressed names or dots. Omits counts of impossible events at
  /// the end of a line, which old versions show as dots; other impossible
  /// events are 0.
  void print(llvm::raw_ostream &OS) const;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHEGRINDFILE_H
