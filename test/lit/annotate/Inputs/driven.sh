#!/bin/sh
# driven.sh <page> <script>...: the page with the scripts at its end.
page=$1
shift
cat "$page"
for script; do
  echo '<script>'
  cat "$script"
  echo '</script>'
done
