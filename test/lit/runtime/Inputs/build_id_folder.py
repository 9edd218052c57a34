"""build_id_folder.py FILE FOLDER: copies the file into FOLDER/.build-id, by its
build ID."""

import os
import re
import shutil
import subprocess
import sys

path, folder = sys.argv[1:]
notes = subprocess.run(["llvm-readelf", "-n", path], capture_output=True, text=True,
                       check=True).stdout
build_id = re.search(r"Build ID: ([0-9a-f]+)", notes)[1]
target = os.path.join(folder, ".build-id", build_id[:2])
os.makedirs(target)
shutil.copy(path, os.path.join(target, build_id[2:]))
