#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what the tests need, builds udpc and runs all tests.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

# shellcheck disable=SC2086
install_packages $build_packages $test_packages
cmake --preset release >/dev/null
cmake --build --preset release --target all udpc_tests
ctest --preset release --parallel 2
