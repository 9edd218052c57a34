#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes README's picture, docs/images/page.png, of the page that scripts/quickstart.sh
# has left: the lines of the Lua interpreter that miss the cache. Needs Debian's
# chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

page=build/quickstart/lua.html
[ -f "$page" ] || { echo "$page is missing: run scripts/quickstart.sh first" >&2; exit 1; }
command -v chromium >/dev/null || { echo "chromium is missing: apt install chromium" >&2; exit 1; }
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=900,420 \
  --virtual-time-budget=3000 --screenshot=docs/images/page.png "file://$PWD/$page#view=lines&event=D1mr" 2>/dev/null
ls -l docs/images/page.png
