#!/usr/bin/env python3
"""clang-tidy over every host source that a build folder compiles, several sources in one translation unit.

Most of clang-tidy's time goes into headers, again for each source; CMake's unity units share it. A unit whose sources do
not go together (equal names in anonymous namespaces) is checked source by source.

usage: scripts/tidy.py UNITY_BUILD_FOLDER PLAIN_BUILD_FOLDER
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

# A unit includes sources on purpose.
TIDY = ["clang-tidy-14", "--quiet", "--checks=-bugprone-suspicious-include", "--extra-arg=-Wno-ignored-attributes",
        r"--header-filter=/(kernels|bench)/.*\.(hpp|cpp)$"]
FINDING = re.compile(r"^.*(warning|error): .*\[(?P<check>[^\]]+)\]$", re.MULTILINE)


def check(build, source):
    done = subprocess.run([*TIDY, "-p", str(build), str(source)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def does_not_compile(output):
    return any("clang-diagnostic-error" in match["check"] for match in FINDING.finditer(output))


def check_unit(unity, plain, unit):
    status, output = check(unity, unit)
    if status == 0 or not does_not_compile(output):
        return [(unit, status, output)]
    members = re.findall(r'#include "([^"]+\.cpp)"', pathlib.Path(unit).read_text(encoding="utf-8"))
    return [(member, *check(plain, member)) for member in members]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    unity, plain = map(pathlib.Path, sys.argv[1:])
    entries = json.loads((unity / "compile_commands.json").read_text(encoding="utf-8"))
    units = sorted({entry["file"] for entry in entries if entry["file"].endswith((".cpp", ".cxx"))})
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for results in pool.map(lambda unit: check_unit(unity, plain, unit), units):
            for source, status, output in results:
                if status != 0:
                    failed += 1
                    print(f"{source}: status {status}\n{output}", flush=True)
    print(f"clang-tidy: {len(units)} units, {failed} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
