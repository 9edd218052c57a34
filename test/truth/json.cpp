// A C++ program for the truth tests: makes a document, writes it out, parses it,
// changes it and writes it again. Always the same; the argument is the number of
// its records.

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

using nlohmann::json;

static uint32_t nextNumber() {
  static uint32_t State = 12345;
  return State = State * 1664525 + 1013904223;
}

static json makeRecord(int Number) {
  json Record = {{"id", Number},
                 {"name", "record " + std::to_string(nextNumber() % 1000)},
                 {"share", (nextNumber() % 10000) / 7.0},
                 {"valid", Number % 3 != 0},
                 {"note", nullptr}};
  for (int I = 0; I != Number % 5; ++I)
    Record["tags"].push_back("tag\t\"" + std::to_string(nextNumber() % 50));
  return Record;
}

int main(int argc, char **argv) {
  json Document;
  int Records = argc > 1 ? std::atoi(argv[1]) : 400;
  for (int I = 0; I != Records; ++I)
    Document["records"].push_back(makeRecord(I));
  std::string Text = Document.dump(2);
  json Parsed = json::parse(Text);
  unsigned Errors = 0;
  for (json &Record : Parsed["records"]) {
    try {
      Record["first"] = Record.at("tags").at(0);
    } catch (const json::out_of_range &) {
      ++Errors;
    }
    Record.erase("note");
  }
  std::cout << Parsed.dump().size() << ' ' << (Parsed == Document) << ' '
            << Errors << '\n';
  // As a library it is not called main.
  return 0;
}
