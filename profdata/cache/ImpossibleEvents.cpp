//===- ImpossibleEvents.cpp - What cannot happen at a line ----------------===//

#include "profdata/cache/ImpossibleEvents.h"

using namespace llvm;
using namespace udpc;

void CommonEvents::add(const EventSet &Impossible) {
  if (IsFirst)
    Events = Impossible;
  else
    Events.keep(Impossible);
  IsFirst = false;
}

void ImpossibleEvents::add(StringRef File, StringRef Function, uint32_t Line,
                           const EventSet &Events, bool IsFirst) {
  if (IsFirst ? Events.empty() : Places.empty())
    return;
  std::tuple<std::string, std::string, uint32_t> Place(File.str(),
                                                       Function.str(), Line);
  if (IsFirst) {
    Places[std::move(Place)] = Events;
    return;
  }
  auto Found = Places.find(Place);
  if (Found == Places.end())
    return;
  Found->second.keep(Events);
  if (Found->second.empty())
    Places.erase(Found);
}

const EventSet &ImpossibleEvents::at(StringRef File, StringRef Function,
                                     uint32_t Line) const {
  static const EventSet None;
  if (Places.empty())
    return None;
  auto Found = Places.find({File.str(), Function.str(), Line});
  return Found == Places.end() ? None : Found->second;
}
