//===- RegionParser.cpp - Parses the regions of the spec ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/RegionParser.h"
#include "spec/EventSpec.h"
#include "spec/PlaceParser.h"
#include "spec/YamlReader.h"
#include "udpc/regions.h"

using namespace llvm;
using namespace udpc;

namespace {

/// An item of the list during parsing.
struct Item {
  std::string Name;
  yaml::Node *Region = nullptr, *Function = nullptr, *Begin = nullptr,
             *End = nullptr, *In = nullptr;
};

class RegionParser {
public:
  explicit RegionParser(YamlReader &R) : R(R) {}
  /// Parses one item. None after an error.
  std::optional<SpecRegion> parse(yaml::MappingNode &Map);

private:
  bool takeKey(StringRef Name, yaml::Node &Value);
  bool check(yaml::MappingNode &Map);
  bool mark(StringRef Names, SpecEntry &Entry);

  YamlReader &R;
  Item I;
  SpecEntry Function;
  std::optional<std::string> BeginNames, EndNames, In;
  bool IsGood = true;
};

} // namespace

bool RegionParser::takeKey(StringRef Name, yaml::Node &Value) {
  if (Name == "region") {
    I.Region = &Value;
    std::optional<std::string> Text = R.scalar(Value, "the name of a region");
    IsGood &= Text.has_value();
    I.Name = Text.value_or("");
    if (Text && Text->size() > abi::MaxRegionName) {
      IsGood = false;
      R.addError(Value, "the region's name '" + shortened(*Text) + "' has " +
                            Twine(Text->size()) + " characters; at most " +
                            Twine(abi::MaxRegionName) + " are allowed");
    }
  } else if (Name == "function") {
    I.Function = &Value;
    IsGood &= parseFunction(R, Value, Function);
  } else if (Name == "begin" || Name == "end") {
    bool IsBegin = Name == "begin";
    (IsBegin ? I.Begin : I.End) = &Value;
    auto &Names = IsBegin ? BeginNames : EndNames;
    Names = parseNames(R, Value, "a glob over the names of marks");
    IsGood &= Names.has_value();
  } else if (Name == "in") {
    I.In = &Value;
    In = R.scalar(Value, "a glob over function signatures");
    IsGood &= In.has_value();
  } else {
    return IsGood = false;
  }
  return true;
}

bool RegionParser::check(yaml::MappingNode &Map) {
  if (!I.Region) {
    R.addError(Map, "'region' is missing; expected the region's name");
    return false;
  }
  std::string Region = ("region '" + I.Name + "'");
  if (I.Function && (I.Begin || I.End)) {
    R.addError(*I.Function, Region + " has 'function' and marks; write an item "
                                     "for each");
    return false;
  }
  if (I.Function && I.In) {
    R.addError(*I.In, "'in' belongs to 'begin' and 'end'");
    return false;
  }
  if (!I.Function && !(I.Begin && I.End)) {
    R.addError(Map, Region + (I.Begin ? " has no 'end'; expected a mark"
                              : I.End ? " has no 'begin'; expected a mark"
                                      : " has no place; expected 'function', "
                                        "or the marks 'begin' and 'end'"));
    return false;
  }
  return true;
}

bool RegionParser::mark(StringRef Names, SpecEntry &Entry) {
  Entry.Kind = abi::SiteKind::Mark;
  Entry.NameGlob = Entry.Pattern = Names.str();
  if (!setGlob(R, I.In ? *I.In : *I.Region, In.value_or("*"), Entry))
    return false;
  if (In)
    Entry.Pattern += ", in: " + *In;
  return true;
}

std::optional<SpecRegion> RegionParser::parse(yaml::MappingNode &Map) {
  static constexpr StringRef Known[] = {"region", "function", "begin", "end",
                                        "in"};
  SpecRegion Region;
  Region.SpecLine = R.lineOf(Map);
  bool WasRead = R.forEachKey(
      Map, Known, [&](StringRef Name, yaml::Node &, yaml::Node &Value) {
        return takeKey(Name, Value);
      });
  if (!WasRead || !IsGood || !check(Map))
    return std::nullopt;
  Region.Name = I.Name;
  if (I.Function) {
    Region.Begin = Function;
  } else {
    Region.End.emplace();
    if (!mark(*BeginNames, Region.Begin) || !mark(*EndNames, *Region.End))
      return std::nullopt;
    Region.End->SpecLine = Region.SpecLine;
  }
  Region.Begin.SpecLine = Region.SpecLine;
  return Region;
}

void udpc::parseRegions(YamlReader &R, yaml::Node &N,
                        std::vector<SpecRegion> &Regions) {
  auto *List = dyn_cast<yaml::SequenceNode>(&N);
  if (!List)
    return R.addError(N, "expected a list of regions, each as \"- region: "
                         "name\"");
  bool IsEmpty = true;
  for (yaml::Node &Item : *List) {
    IsEmpty = false;
    if (auto *Map = dyn_cast<yaml::MappingNode>(&Item)) {
      if (std::optional<SpecRegion> Region = RegionParser(R).parse(*Map))
        Regions.push_back(std::move(*Region));
    } else {
      R.addError(Item, "expected a region, as in \"- region: name\"");
    }
    Item.skip();
  }
  if (IsEmpty)
    R.addError(N, "no regions; name one, as in \"- region: name\", or leave "
                  "'regions' out");
}
