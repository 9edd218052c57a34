"""less_than.py FILE SIZE: fails unless the file has less than SIZE bytes."""

import os
import sys

size = os.path.getsize(sys.argv[1])
if size >= int(sys.argv[2]):
    sys.exit(f"{sys.argv[1]}: {size} bytes, not less than {sys.argv[2]}")
