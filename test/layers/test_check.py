# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of layers, types and licenses find what they are for."""
import tempfile
import unittest
from pathlib import Path

import licenses
import type_names
from check import check, read_layers

LAYERS = "low:\nlow/part: low\nhigh: low\n"


class CheckTest(unittest.TestCase):
    def run_check(self, texts, layers=LAYERS):
        """What is wrong with files of these texts."""
        with tempfile.TemporaryDirectory() as name:
            tree = Path(name)
            for path, text in texts.items():
                (tree / path).parent.mkdir(parents=True, exist_ok=True)
                (tree / path).write_text(text)
            return check(tree, set(texts), *read_layers(layers))

    def test_accepts_what_is_listed(self):
        self.assertEqual(self.run_check({
            "low/A.h": "", "low/part/B.h": '#include "low/A.h"\n',
            "high/C.cpp": '#include "low/A.h"\n#include "C.h"\n#include <vector>\n',
            "high/C.h": ""}), [])

    def test_names_an_include_against_the_order(self):
        wrong = self.run_check({
            "low/A.h": '\n#include "high/C.h"\n', "high/C.h": '#include "low/A.h"\n',
            "low/part/B.h": '#include "low/A.h"\n'})
        self.assertEqual(wrong, ["low/A.h:2: low may not include high (high/C.h)"])

    def test_names_an_entry_that_nothing_needs(self):
        wrong = self.run_check({"high/C.h": '#include "low/A.h"\n', "low/A.h": ""})
        self.assertEqual(wrong, ["layers.txt:2: low/part includes nothing of low"])

    def test_refuses_a_list_that_is_out_of_order(self):
        wrong = self.run_check({"low/A.h": '#include "high/C.h"\n', "high/C.h": ""},
                               "low: high\nhigh:\n")
        self.assertEqual(wrong, ["layers.txt:1: high must be above low"])

    def test_names_a_folder_without_a_line(self):
        wrong = self.run_check({"new/A.h": ""}, "")
        self.assertEqual(wrong, ["new/A.h: its folder is not in layers.txt"])

    def test_names_an_include_beside_the_only_header(self):
        layers = "low [A.h]: # why\nhigh: low\n"
        self.assertEqual(self.run_check({
            "low/A.h": '#include "low/B.h"\n', "low/B.h": "",
            "high/C.cpp": '#include "low/A.h"\n#include "low/B.h"\n'}, layers),
            ["high/C.cpp:2: of low only low/A.h may be included, not low/B.h"])

    def test_refuses_a_header_that_does_not_exist(self):
        wrong = self.run_check({"low/B.h": "", "high/C.h": '#include "low/B.h"\n'}, "low [A.h]:\nhigh: low\n")
        self.assertEqual(wrong[0], "layers.txt:1: no file low/A.h")


class TypeNamesTest(unittest.TestCase):
    def types(self, text):
        return [name for name, _ in type_names.types_of(text)]

    def test_names_each_further_definition(self):
        self.assertEqual(type_names.check({
            "a/A.h": "namespace udpc {\nstruct A { int X; };\nclass B;\n}",
            "b/A.h": "namespace udpc {\nclass B;\nstruct A : C<int> {\n};\n}",
            "b/B.h": "namespace udpc::rt { struct A {}; }\nstruct A {};"}),
            ["b/A.h:3: udpc::A is also defined in a/A.h"])

    def test_reads_names_in_all_kinds_of_definitions(self):
        self.assertEqual(self.types("""
            #define OPEN struct Not { \\
                                     {
            namespace a { namespace b {
            // struct Not {
            template <typename T, class U = V<T>> class alignas(16) A final : public C<T> {
            public:
              struct Inner { char C = '{'; };
              enum class E : uint8_t { X };
            };
            template <> struct A<int, long> {};
            typedef struct { int X; } Not;
            } }
            struct [[nodiscard]] Last { const char *Text = "}"; };
            struct a::b::A<int, int>::Out {};
            """), ["a::b::A", "a::b::A::Inner", "a::b::A::E", "a::b::A<int,long>", "Last",
                   "a::b::A<int,int>::Out"])

    def test_types_of_functions_and_anonymous_namespaces_are_of_their_file(self):
        self.assertEqual(self.types("""
            namespace { struct A {}; namespace b { class B {}; } }
            static int f(struct C *P) { struct D {}; return [] { struct E {}; return 1; }(); }
            extern "C" { struct F {}; }
            """), ["F"])


class LicensesTest(unittest.TestCase):
    def test_names_source_files_without_the_line(self):
        line = "SPDX-License-Identifier: Some-1.0"
        with tempfile.TemporaryDirectory() as name:
            tree = Path(name)
            for path, text in {"LICENSE": f"A license.\n\n{line}\n", "tools/A.h": f"//\n// {line}\n", "tools/B.cpp": "int X;\n",
                               "tools/C.py": "\n" * 100 + f"# {line}\n", "tools/d.json": "{}", "CMakeLists.txt": "",
                               "test/lit/a.c": "", "test/truth/Inputs/b.c": "", "examples/c.c": ""}.items():
                (tree / path).parent.mkdir(parents=True, exist_ok=True)
                (tree / path).write_text(text)
            self.assertEqual([w.split(":")[0] for w in licenses.check(tree)], ["CMakeLists.txt", "tools/B.cpp", "tools/C.py"])


if __name__ == "__main__":
    unittest.main()
