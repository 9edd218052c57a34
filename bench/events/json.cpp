// Parses and walks generated JSON with nlohmann::json.
// usage: json [<rounds>]
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

int main(int argc, char **argv) {
  int Rounds = argc > 1 ? std::atoi(argv[1]) : 4;
  std::string Text = "[";
  for (int I = 0; I < 20000; ++I)
    Text +=
        (I ? "," : "") + ("{\"id\":" + std::to_string(I) + ",\"name\":\"item " +
                          std::to_string(I * 7919 % 1000) +
                          "\",\"tags\":[1,2.5,true,null],\"nested\":{\"x\":" +
                          std::to_string(I % 17) + "}}");
  Text += "]";
  size_t Sum = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    auto J = nlohmann::json::parse(Text);
    for (auto &Item : J)
      Sum += Item["name"].get<std::string>().size() +
             Item["nested"]["x"].get<int>();
    Sum += J.dump().size();
  }
  std::printf("%zu\n", Sum);
}
