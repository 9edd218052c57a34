// The tokens of a program text, from the first to the last byte: hardware reads
// ahead of it, and the names that it knows fit the cache. By hand there is
// little to gain.
#include "../../common.h"
#include <cctype>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

using Names = std::unordered_map<std::string_view, uint32_t>;

} // namespace

KERNEL static uint64_t lex(std::string_view Text, const Names &Known) {
  uint64_t Sum = 0;
  for (size_t At = 0; At < Text.size();) {
    BY_HAND(Text.data() + At + DISTANCE * 16);
    size_t Start = At;
    char C = Text[At++];
    if (std::isalpha(static_cast<unsigned char>(C))) {
      while (At < Text.size() &&
             std::isalnum(static_cast<unsigned char>(Text[At])))
        ++At;
      auto Name = Known.find(Text.substr(Start, At - Start));
      Sum += Name != Known.end() ? Name->second : 1;
    } else if (std::isdigit(static_cast<unsigned char>(C))) {
      uint64_t Number = C - '0';
      while (At < Text.size() &&
             std::isdigit(static_cast<unsigned char>(Text[At])))
        Number = Number * 10 + Text[At++] - '0';
      Sum = Sum * 31 + Number;
    } else if (C != ' ') {
      Sum = Sum * 7 + C;
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv);
  std::vector<std::string> Words(1000);
  Names Known;
  for (std::string &W : Words) {
    W.resize(2 + random32() % 9);
    for (char &C : W)
      C = 'a' + random32() % 26;
    if (random32() % 4)
      Known.emplace(W, Known.size());
  }
  std::string Text;
  while (Text.size() < Bytes)
    switch (random32() % 3) {
    case 0:
      Text += Words[random32() % Words.size()];
      Text += ' ';
      break;
    case 1:
      Text += std::to_string(random32() % 100000);
      Text += ';';
      break;
    default:
      Text += "+-*/()"[random32() % 6];
    }
  publish(&Known);
  MEASURE(lex(Text, Known));
}
