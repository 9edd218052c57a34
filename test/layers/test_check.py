"""The check of layers finds what it is for."""
import tempfile
import unittest
from pathlib import Path

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


if __name__ == "__main__":
    unittest.main()
