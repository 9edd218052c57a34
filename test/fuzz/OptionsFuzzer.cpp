//===- OptionsFuzzer.cpp - Any text as UDPC_OPTIONS -----------------------===//
//
// And as the size of a cache, and as a line of /proc/self/maps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "runtime/cache/model/CacheGeometry.h"
#include "runtime/modules/MapsLine.h"
#include "runtime/options/OptionParser.h"
#include <cstring>
#include <memory>

using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Text = textOf(Data, Size).str();
  auto Options = std::make_unique<rt::Options>();
  rt::setDefaults(*Options);
  auto Warn = [](void *, const char *Message) {
    require(*Message && std::strlen(Message) < 512, Message);
  };
  rt::parseOptions(*Options, Text.c_str(), Warn, nullptr);

  abi::CacheGeometry Geometry = {};
  if (!rt::parseGeometry(Text.c_str(), Geometry))
    require(!rt::checkGeometry(Geometry), "a size that is none");
  uint32_t Registers[3] = {};
  std::memcpy(Registers, Data, std::min(Size, sizeof(Registers)));
  rt::CacheSet Set = {};
  uint32_t LastLevel = 0;
  for (const rt::CpuCache &Cache :
       {rt::decodeCpuCache(Registers[0], Registers[1], Registers[2]),
        rt::decodeFirstLevel(rt::CacheType::Data, Registers[0]),
        rt::decodeSecondLevel(Registers[1])})
    if (Cache.Type != rt::CacheType::None)
      rt::addCpuCache(Set, LastLevel, Cache);

  rt::Mapping Mapping;
  if (rt::parseMapsLine(Text.c_str(), Mapping))
    require(Mapping.Name >= Text.c_str() &&
                Mapping.Name <= Text.c_str() + Text.size(),
            "a name outside of the line");
  return 0;
}
