// Builds units that profile costs by hand, as the plugin does.
#include <string>
#include <udpc/costs.h>
#include <udpc/udpc.h>
#include <vector>

struct CostUnit {
  std::vector<udpc::abi::DerivedRec> Derived;
  std::vector<udpc::abi::CodeRec> Functions;
  std::vector<udpc::abi::LineRec> Lines;
  std::vector<udpc::abi::BlockRec> Blocks;
  std::vector<udpc::abi::CostRec> Costs;
  std::vector<udpc::abi::OperationRec> Operations;
  std::string Strings = std::string(1, '\0');
  uint32_t NumSlots = 0, Flags = 0;
  udpc::abi::Unit Unit = {};

  uint32_t string(const std::string &S) {
    uint32_t Offset = Strings.size();
    Strings += S + '\0';
    return Offset;
  }
  uint32_t function(const std::string &Name) {
    uint32_t S = string(Name);
    Functions.push_back({S, S, 0, 0, 0, 0});
    return Functions.size() - 1;
  }
  uint32_t line(uint32_t Function, uint32_t File, uint32_t Line) {
    Lines.push_back({Function, File, Line});
    return Lines.size() - 1;
  }
  /// A block that costs at one line.
  void block(uint32_t Value, uint32_t Line, uint16_t Ir, uint16_t Dr = 0,
             uint16_t Dw = 0) {
    Blocks.push_back({Lines[Line].Function, Value, udpc::abi::NoIndex,
                      (uint32_t)Costs.size(), 1, 0});
    Costs.push_back({udpc::abi::NoIndex, Line, Ir, Dr, Dw, 0});
  }

  template <typename T> void append(const std::vector<T> &Records) {
    auto *Begin = (const uint8_t *)Records.data();
    Table.insert(Table.end(), Begin, Begin + Records.size() * sizeof(T));
  }
  std::vector<uint8_t> Table;
  udpc::abi::CostHeader &header() {
    return *(udpc::abi::CostHeader *)Table.data();
  }
  udpc::abi::Unit *finish(uint64_t *(*Slots)()) {
    using namespace udpc::abi;
    CostHeader H = {};
    H.Magic = CostMagic;
    H.Version = CostVersion;
    H.Flags = Flags;
    H.NumSlots = NumSlots;
    H.NumDerived = Derived.size();
    H.NumFunctions = Functions.size();
    H.NumLines = Lines.size();
    H.NumBlocks = Blocks.size();
    H.NumCosts = Costs.size();
    H.NumOperations = Operations.size();
    H.StringsSize = Strings.size();
    Table.assign(sizeof(H), 0);
    append(Derived);
    append(Functions);
    append(Lines);
    append(Blocks);
    append(Costs);
    append(Operations);
    Table.insert(Table.end(), Strings.begin(), Strings.end());
    Table.resize((Table.size() + 7) & ~7);
    H.TotalSize = Table.size();
    header() = H;
    Unit.Version = udpc::abi::UnitVersion;
    Unit.NumSlots = NumSlots;
    Unit.Slots = Slots;
    Unit.Lowering = UnitLowering::Inline;
    Unit.Costs = Table.data();
    Unit.CostsSize = Table.size();
    return &Unit;
  }
  void enroll() {
    auto *U = &Unit;
    __udpc_register(&U, &U + 1);
  }
};
