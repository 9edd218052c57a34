//===- CalibrationFile.cpp - Calibrations as JSON -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/calibration/CalibrationFile.h"
#include "profdata/support/JsonText.h"
#include "profdata/support/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

static constexpr int64_t Version = 1;

static constexpr std::pair<HintType, StringLiteral> Types[] = {
    {HintType::NTA, "nta"}, {HintType::T0, "t0"}, {HintType::T1, "t1"},
    {HintType::T2, "t2"},   {HintType::W, "w"},
};

json::Value udpc::calibrationJson(const Calibration &C) {
  json::Array Levels;
  for (const CalibratedLevel &L : C.Levels)
    Levels.push_back(json::Object{{"name", L.Name},
                                  {"bytes", L.Bytes},
                                  {"share", L.Share},
                                  {"latency_ns", L.Latency}});
  json::Object Worth;
  for (auto [Type, Word] : Types) {
    PrefetchWorth W = C.worth(Type);
    json::Object Of{{"beyond_l2", W.BeyondL2},
                    {"beyond_ll", W.BeyondLL},
                    {"most_lines", W.MostLines}};
    if (W.Busy > 0) {
      Of["busy"] = W.Busy;
      Of["busy_lines"] = W.BusyLines;
    }
    Worth[Word] = std::move(Of);
  }
  return json::Object{
      {"version", Version},
      {"cpu", json::Object{{"vendor", C.What.Vendor},
                           {"family", C.What.Family},
                           {"model", C.What.Model},
                           {"name", C.What.Name},
                           {"kind", cpuFamilyWord(C.What.Kind)}}},
      {"measured", C.Source != CalibrationSource::FamilyDefault},
      {"levels", std::move(Levels)},
      {"memory_latency_ns", C.MemoryLatency},
      {"page_walk_ns", C.PageWalk},
      {"lines_in_flight", C.LinesInFlight},
      {"instructions_per_ns", C.InstructionsPerNs},
      {"window", C.Window},
      {"prefetcher",
       json::Object{{"longest_stride", C.Prefetcher.LongestStride},
                    {"ends_at_page", C.Prefetcher.EndsAtPage}}},
      {"prefetch_types", std::move(Worth)}};
}

namespace {

/// Reads fields and checks their ranges. The root of the path keeps the first
/// mistake.
class FieldReader {
public:
  FieldReader(const json::Value &V, json::Path P) : Mapper(V, P), V(V), P(P) {}
  explicit operator bool() { return bool(Mapper); }

  template <typename T> bool text(StringLiteral Name, T &Out) {
    return Mapper && Mapper.map(Name, Out);
  }
  /// Leaves \p Out unchanged if there is no such field.
  bool optionalNumber(StringLiteral Name, double &Out, double Least,
                      double Most) {
    const json::Object *O = V.getAsObject();
    return O && O->get(Name) ? number(Name, Out, Least, Most) : bool(Mapper);
  }
  bool number(StringLiteral Name, double &Out, double Least, double Most) {
    if (!Mapper || !Mapper.map(Name, Out))
      return false;
    if (std::isfinite(Out) && Out >= Least && Out <= Most)
      return true;
    P.field(Name).report("is out of range");
    return false;
  }
  template <typename T>
  bool whole(StringLiteral Name, T &Out, int64_t Least, int64_t Most) {
    int64_t Number;
    if (!Mapper || !Mapper.map(Name, Number))
      return false;
    if (Number < Least || Number > Most) {
      P.field(Name).report("is out of range");
      return false;
    }
    Out = static_cast<T>(Number);
    return true;
  }

private:
  json::ObjectMapper Mapper;
  const json::Value &V;
  json::Path P;
};

} // namespace

/// Limits far above any processor, so that computations do not overflow.
static constexpr int64_t MostBytes = int64_t(1) << 46;
static constexpr double MostNs = 1e6;

namespace udpc {

static bool fromJSON(const json::Value &V, Cpu &C, json::Path P) {
  FieldReader R(V, P);
  std::string Kind;
  if (!R.text("vendor", C.Vendor) ||
      !R.whole("family", C.Family, 0, UINT32_MAX) ||
      !R.whole("model", C.Model, 0, UINT32_MAX) || !R.text("name", C.Name) ||
      !R.text("kind", Kind))
    return false;
  std::optional<CpuFamily> Family = cpuFamilyOf(Kind);
  if (!Family) {
    P.field("kind").report("is no family of processors");
    return false;
  }
  C.Kind = *Family;
  return true;
}

static bool fromJSON(const json::Value &V, CalibratedLevel &L, json::Path P) {
  FieldReader R(V, P);
  return R.text("name", L.Name) && R.whole("bytes", L.Bytes, 0, MostBytes) &&
         R.whole("share", L.Share, 1, MostBytes) &&
         R.number("latency_ns", L.Latency, 0.01, MostNs);
}

static bool fromJSON(const json::Value &V, PrefetchWorth &W, json::Path P) {
  FieldReader R(V, P);
  return R.number("beyond_l2", W.BeyondL2, 0, 100) &&
         R.number("beyond_ll", W.BeyondLL, 0, 100) &&
         R.number("most_lines", W.MostLines, 0, 1e6) &&
         R.optionalNumber("busy", W.Busy, 0, 100) &&
         R.optionalNumber("busy_lines", W.BusyLines, 0, 1e6);
}

static bool fromJSON(const json::Value &V, PrefetcherReach &Reach,
                     json::Path P) {
  FieldReader R(V, P);
  return R.whole("longest_stride", Reach.LongestStride, 0, MostBytes) &&
         R.text("ends_at_page", Reach.EndsAtPage);
}

static bool fromJSON(const json::Value &V,
                     std::array<PrefetchWorth, std::size(Types)> &Worth,
                     json::Path P) {
  json::ObjectMapper Mapper(V, P);
  for (auto [Type, Word] : Types)
    if (!Mapper || !Mapper.map(Word, Worth[size_t(Type)]))
      return false;
  return true;
}

static bool fromJSON(const json::Value &V, Calibration &C, json::Path P) {
  FieldReader R(V, P);
  int64_t Found;
  bool Measured;
  if (!R.whole("version", Found, Version, Version) || !R.text("cpu", C.What) ||
      !R.text("measured", Measured) || !R.text("levels", C.Levels) ||
      !R.number("memory_latency_ns", C.MemoryLatency, 0.01, MostNs) ||
      !R.number("page_walk_ns", C.PageWalk, 0, MostNs) ||
      !R.number("lines_in_flight", C.LinesInFlight, 1, 10000) ||
      !R.number("instructions_per_ns", C.InstructionsPerNs, 0.001, 1000) ||
      !R.number("window", C.Window, 1, 1e6) ||
      !R.text("prefetcher", C.Prefetcher) || !R.text("prefetch_types", C.Worth))
    return false;
  C.Source =
      Measured ? CalibrationSource::Measured : CalibrationSource::FamilyDefault;
  auto Named = [&](size_t I, StringRef Name) {
    return C.Levels[I].Name == Name;
  };
  size_t Number = C.Levels.size();
  bool AreThere = (Number == 2 || Number == 3) && Named(0, "D1") &&
                  (Number == 2 || Named(1, "L2")) && Named(Number - 1, "LL");
  if (!AreThere)
    P.field("levels").report("are D1, L2 and LL, or D1 and LL");
  return AreThere;
}

} // namespace udpc

Expected<Calibration> udpc::parseCalibration(StringRef Path, StringRef Text) {
  auto Fail = [&](Error E) {
    return createStringError(Path +
                             ": no calibration: " + toString(std::move(E)) +
                             "; measure again with `udpc calibrate`");
  };
  Expected<json::Value> V = parseJson(Text);
  if (!V)
    return Fail(V.takeError());
  Calibration C;
  json::Path::Root Root;
  if (!fromJSON(*V, C, Root))
    return Fail(Root.getError());
  C.File = Path.str();
  return C;
}

Expected<Calibration> udpc::readCalibration(StringRef Path) {
  if (!sys::fs::exists(Path))
    return createFileError(
        Path, std::make_error_code(std::errc::no_such_file_or_directory));
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readText(Path);
  if (!Buffer)
    return Buffer.takeError();
  return parseCalibration(Path, (*Buffer)->getBuffer());
}

Error udpc::writeCalibration(const Calibration &C, StringRef Path) {
  StringRef Folder = sys::path::parent_path(Path);
  if (!Folder.empty())
    if (std::error_code EC = sys::fs::create_directories(Folder))
      return createFileError(Folder, EC);
  return writeWhole(Path, formatv("{0:2}\n", calibrationJson(C)).str());
}

std::string udpc::calibrationPath(const Cpu &C) {
  SmallString<128> Path(sys::Process::GetEnv("XDG_CACHE_HOME").value_or(""));
  // The specification of base directories ignores relative paths.
  if (!sys::path::is_absolute(Path)) {
    std::string Home = sys::Process::GetEnv("HOME").value_or("");
    if (Home.empty())
      return "";
    Path = Home;
    sys::path::append(Path, ".cache");
  }
  sys::path::append(Path, "udpc", "calibration-" + C.fileStem() + ".json");
  return std::string(Path);
}
