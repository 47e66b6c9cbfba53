"""The suites that the documents show: each is read, makes the cases that its page says, and stands in a page."""

import json
import pathlib

import pytest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
CASES = {"isa": 5, "worlds": 5, "step": 3, "pairs": 7}


def test_every_example_is_counted():
    assert {file.stem for file in (DOCS / "examples").iterdir()} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_an_example_makes_its_cases(roofgate_bench, run, name):
    file = DOCS / "examples" / f"{name}.json"
    done = run(roofgate_bench, "--suite", file, "--backend", "host", "--ranks", "8", "--list-json")
    assert done.status == 0, done.text
    assert len(json.loads(done.out)) == CASES[name]
    assert any(f"docs/examples/{file.name}" in page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))
