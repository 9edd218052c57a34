"""Prints the file by which speedscope's page opens a profile (as `speedscope
<file>` makes it), or what the page shows in its view by functions, one field a
line, from its dumped DOM:

  speedscope.py open <profile> > <open.js>
  speedscope.py shown < <dom>
"""
import base64
import html.parser
import json
import sys


class Text(html.parser.HTMLParser):
    """Rows of tables, each in a line, in any order."""

    def __init__(self):
        super().__init__()
        self.fields = []
        self.rows = []

    def handle_starttag(self, tag, _):
        if tag == "tr":
            self.fields = []

    def handle_endtag(self, tag):
        if tag == "tr" and self.fields:
            self.rows.append(" | ".join(self.fields))

    def handle_data(self, data):
        if data.strip():
            self.fields.append(data.strip())


if sys.argv[1] == "open":
    data = base64.b64encode(open(sys.argv[2], "rb").read()).decode()
    print(f"speedscope.loadFileFromBase64({json.dumps(sys.argv[2])}, {json.dumps(data)})")
else:
    text = Text()
    text.feed(sys.stdin.read())
    print("\n".join(text.rows))
