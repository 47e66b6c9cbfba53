"""The record's schema, its page and its reader say the same.

What the schema rejects the reader rejects; every key stands in docs/record.md and every key there is in the schema.
"""

import copy
import json
import pathlib
import re
import subprocess

import pytest

from records import is_sanitized

jsonschema = pytest.importorskip("jsonschema", reason="python3-jsonschema is not installed: the schema is not tried")


@pytest.fixture(scope="module")
def schema(source_dir):
    return json.loads((source_dir / "bench/record/record.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def validator(schema):
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


@pytest.fixture(scope="module")
def record_tool(build_dir):
    return build_dir / "tests/bench/record/record_tool"


@pytest.fixture(scope="module")
def sample(record_tool):
    record = json.loads(subprocess.run([record_tool, "sample"], capture_output=True, check=True).stdout)
    # What only imported records have.
    record["suite"] = "imported-nccl-tests"
    record["imported"] = {"format": "nccl-tests", "tool": "nccl-tests 2.17.1", "file": "night.log", "content": "00ff",
                          "sample": "mean of 20 iterations", "dated_by": "its name"}
    for case in record["cases"]:
        case["metric"] = {"name": "bandwidth", "unit": "GB/s"}
    return record


def keys_of_schema(node, path=""):
    """Dotted paths of every key: "cases[].rounds[].time_s"."""
    if node.get("type") == "array":
        return keys_of_schema(node["items"], path + "[]")
    keys = set()
    for key, inner in node.get("properties", {}).items():
        keys |= {f"{path}.{key}".lstrip(".")} | keys_of_schema(inner, f"{path}.{key}".lstrip("."))
    return keys


def keys_of_page(text):
    """The same from the tables below "## Keys", whose headings are the objects' paths."""
    keys, path = set(), ""
    for line in text.split("## Keys", 1)[1].splitlines():
        if heading := re.fullmatch(r"### (?:`(.+)`|The file)", line):
            path = heading[1] or ""
        elif row := re.match(r"\| `(\w+)` \|", line):
            keys.add(f"{path}.{row[1]}".lstrip("."))
    return keys


def test_every_key_is_documented_and_no_other(schema, source_dir):
    page = (source_dir / "docs/record.md").read_text(encoding="utf-8")
    assert keys_of_page(page) == keys_of_schema(schema)


def test_the_sample_is_valid_and_uses_every_key(schema, validator, sample):
    validator.validate(sample)

    def keys_of_value(value, node, path=""):
        if node.get("type") == "array":
            return set().union(*(keys_of_value(item, node["items"], path + "[]") for item in value))
        keys = set()
        for key, inner in node.get("properties", {}).items() if isinstance(value, dict) else ():
            keys |= {f"{path}.{key}".lstrip(".")} | keys_of_value(value[key], inner, f"{path}.{key}".lstrip("."))
        return keys

    assert keys_of_value(sample, schema) == keys_of_schema(schema)


def test_a_measured_record_is_valid(validator, roofgate_bench, run, tmp_path):
    file = tmp_path / "record.json"
    done = run(roofgate_bench, "--suite", "smoke", "--backend", "host",
               "--benchmark_filter=^(memory|ceiling)/", "--record", file, "--allow-debug-build")
    assert done.status in (0, 3), done.text
    record = json.loads(file.read_text(encoding="utf-8"))
    validator.validate(record)
    assert len(record["cases"]) >= 2
    assert all(measured["time_s"] for case in record["cases"] for measured in case["rounds"])


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def mutations(sample):
    """Every place of the record with every kind of wrong value, a key more, and a key less."""
    wrong = (None, True, 0, -1, 0.5, 3e9, "", "text", "../up", [], [None], ["text"], [1], [-1], [[1]], {}, {"x": 1})
    for path in places(sample):
        if not path:
            continue
        for value in wrong:
            mutated = copy.deepcopy(sample)
            at = mutated
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = value
            yield f"{path} = {value!r}", mutated
        mutated = copy.deepcopy(sample)
        at = mutated
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]
        yield f"{path} removed", mutated
        if isinstance(at, dict):
            at["a_key_that_nobody_knows"] = 1
            yield f"{path[:-1]} has an unknown key", mutated


def test_what_the_schema_rejects_the_reader_rejects(validator, record_tool, sample, tmp_path):
    for case in sample["cases"]:  # two samples say as much as five, and are tried in half the time
        for measured in case["rounds"]:
            measured["time_s"] = measured["time_s"][:2]
            measured["rank_time_s"] = [row[:2] for row in measured["rank_time_s"]]
    sample["environment"]["devices"] = sample["environment"]["devices"][:1]
    sample["cases"] = sample["cases"][1:]
    names, files, valid = [], [], []
    for number, (name, mutated) in enumerate(mutations(sample)):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(mutated), encoding="utf-8")
        names.append(name)
        files.append(file)
        valid.append(validator.is_valid(mutated))
    told = []
    for begin in range(0, len(files), 1000):
        done = subprocess.run([record_tool, "read", *files[begin:begin + 1000]], capture_output=True, text=True,
                              check=False)
        told += done.stdout.splitlines()
    assert len(told) == len(names) > 2000
    accepted = [name for name, is_valid, word in zip(names, valid, told) if not is_valid and word == "ok"]
    assert accepted == []
    assert all(word == "ok" or word.startswith(f"{file}: /") for file, word in zip(files, told))
    assert valid.count(False) > 1000 and told.count("ok") > 50, "both kinds occur"
    # What the schema lets pass and the reader does not are the rules that docs/record.md lists.
    beyond = {re.sub(r"^.*?: /\S+ ", "", word) for is_valid, word in zip(valid, told) if is_valid and word != "ok"}
    known = ("is 'imported-", "is 'text' in a record imported from", "is there, and the record is not imported",
             "holds", "is empty, and no mark", "round 0 of", "round 1 of", "case '", "is a world of",
             "is 0, but the record has", "is 1, but the record has")
    assert all(word.startswith(known) for word in beyond), beyond


@pytest.fixture(scope="module")
def plain_memory(build_dir):
    if is_sanitized(build_dir):
        pytest.skip("a sanitizer's own memory hides the reader's")


@pytest.mark.usefixtures("plain_memory")
def test_a_large_record_is_read_in_bounded_memory(record_tool, tmp_path):
    file = pathlib.Path(tmp_path / "large.json")
    subprocess.run([record_tool, "large", str(30_000_000), file], check=True)
    done = subprocess.run([record_tool, "read", file], capture_output=True, text=True, check=True)
    assert done.stdout == "ok\n"
    peak = 1024 * int(re.search(r"peak_kib (\d+)", done.stderr)[1])
    assert peak < 3 * file.stat().st_size + 32 * 1024 * 1024  # the text twice, simdjson's tape and the numbers


@pytest.mark.usefixtures("plain_memory")
@pytest.mark.parametrize("unit", ["[],", "1,", "{},", '"",'])
def test_a_hostile_file_does_not_fill_the_memory(record_tool, tmp_path, unit):
    file = tmp_path / "hostile.json"
    file.write_text("[" + unit * (30_000_000 // len(unit)) + "0]", encoding="utf-8")
    done = subprocess.run([record_tool, "read", file], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert 1024 * int(re.search(r"peak_kib (\d+)", done.stderr)[1]) < 1024**3
