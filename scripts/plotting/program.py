"""Asks the judging program for figures, so that no statistics are written twice."""

import json
import pathlib
import shutil
import subprocess
import tempfile


NO_RESULT = "roofgate.failure/1"


class ProgramError(Exception):
    """The judging program is missing or refused; its own words are the text."""


def find():
    root = pathlib.Path(__file__).resolve().parents[2]
    for tree in ("release", "cpu"):
        built = root / "build" / tree / "bench" / "roofgate" / "roofgate"
        if built.exists():
            return built
    found = shutil.which("roofgate")
    if found is None:
        raise ProgramError("no roofgate in build/ or on PATH\n  hint: build it, or give --roofgate FILE")
    return pathlib.Path(found)


class Program:
    def __init__(self, path, peaks, baselines=None):
        self.path = path or find()
        self.peaks = ["--peaks", str(peaks)] if peaks else []
        self.baselines = ["--baselines", str(baselines)] if baselines else []

    def ask(self, *arguments):
        """The JSON that a command writes; None where it has nothing to tell (status 3 and no result)."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "answer.json"
            try:
                done = subprocess.run([str(self.path), *map(str, arguments), "--json", str(file)], check=False,
                                      capture_output=True, encoding="utf-8", errors="replace")
            except OSError as problem:
                raise ProgramError(f"{self.path} does not start: {problem.strerror}") from problem
            answer = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"schema": NO_RESULT}
            if answer["schema"] != NO_RESULT:
                return answer
            if done.returncode == 3:
                return None
            raise ProgramError(done.stderr.strip() or f"{self.path} ended with status {done.returncode}")

    def roofline(self, record):
        return self.ask("roofline", record, *self.peaks)

    def scaling(self, records):
        return self.ask("scaling", *records, *self.peaks)

    def history(self, case, records):
        return self.ask("history", case, *records, *self.baselines)
