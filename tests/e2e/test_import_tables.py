"""`roofgate import` of tables: mamf-finder's text, and CSV with a mapping file."""

import pytest
from imported import cases, times


def test_mamf_finder_shapes_are_products(take):
    done, (record,) = take(
        "** Dtype: torch.bfloat16\n- device properties: _CudaDeviceProperties(name='NVIDIA H200', major=9)\n"
        "     1 |  610.0(mean)   612.5(median)   640.0(max) @ 4096x4096x4096       | best:  610.0(mean) TFLOPS\r"
        "     2 |  700.0(mean)   705.0(median)   720.0(max) @ 8192x8192x8192       | best:  700.0(mean) TFLOPS\n"
        "Tried  2 shapes => the best outcomes were:\nmean:   700.0 TFLOPS @ 8192x8192x8192 (MxNxK)\n", "mamf.txt")
    assert done.status == 0, done.text
    assert set(cases(record)) == {"gemm/bf16/m4096n4096k4096", "gemm/bf16/m8192n8192k8192"}
    assert times(record, "gemm/bf16/m4096n4096k4096") == pytest.approx([2 * 4096**3 / 612.5e12])
    assert record["environment"]["devices"][0]["name"] == "NVIDIA H200"


def test_the_best_of_a_sweep_alone_is_no_measurement(take):
    done, _ = take("Tried  79 shapes => the best outcomes were:\nmean:   21.6 TFLOPS @ 19200x4096x4096 (MxNxK)\n", "m.txt")
    assert done.status == 3 and "the best of a sweep is no measurement of one shape" in done.err


def test_csv_needs_its_mapping(take, tmp_path):
    text = "day;bench;size;ms\n2026-11-28;copy;8;1.5\n2026-11-29;copy;8;1.6\n2026-11-29;copy;9;none\n2026-11-29;copy\n"
    done, _ = take(text, "nights.csv")
    assert done.status == 2 and "--mapping" in done.err
    mapping = tmp_path / "map"
    mapping.write_text("# ours\nid = bench, size\nvalue = ms\nunit = ms\nmoment = day\nseparator = ;\n")
    done, records = take(text, "nights.csv", "--mapping", mapping)
    assert done.status == 0, done.text
    assert [record["started_at"] for record in records] == ["2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z"]
    assert times(records[1], "copy/8") == pytest.approx([1.6e-3])
    assert "its value is no number" in done.out and "another number of cells" in done.out


@pytest.mark.parametrize("mapping, words", [
    ("id = bench\n", "says no 'value'"),
    ("id = bench\nvalue = ms\nunit = widgets\n", "does not say which way figures improve"),
    ("id = bench\nvalue = gone\nunit = ms\n", "has no column 'gone'"),
    ("id = bench\nvalue = ms\nunit = ms\nbetter = higher\n", "a time that improves upwards"),
    ("id = bench\nvalue = ms\nunit = GB/s\nbetter = lower\n", "a figure in GB/s that improves downwards"),
    ("id = bench\nvalue = ms\nunit = ms\nseparator = ;;\n", "is not understood"),
    ("colour = red\n", "is not understood"),
    ("just words\n", "is no 'key = value'"),
])
def test_a_mapping_that_says_too_little_is_status_2(take, tmp_path, mapping, words):
    (tmp_path / "map").write_text(mapping)
    done, _ = take("bench,ms\na,1\n", "x.csv", "--mapping", tmp_path / "map")
    assert done.status == 2, done.text
    assert words in done.err


@pytest.mark.parametrize("separator", ["tab", "\\t", "\t"])
def test_a_csv_may_be_separated_by_tabs(take, tmp_path, separator):
    (tmp_path / "map").write_text(f"id = bench, size\nvalue = ms\nunit = ms\nseparator = {separator}\n")
    done, (record,) = take("bench\tsize\tms\tnote\ncopy\t8\t1.5\tof a, b\n", "n.tsv", "--mapping", tmp_path / "map")
    assert done.status == 0, done.text
    assert times(record, "copy/8") == pytest.approx([1.5e-3])


def test_a_column_that_is_there_twice_is_not_guessed(take, tmp_path):
    (tmp_path / "map").write_text("id = bench\nvalue = ms\nunit = ms\n")
    done, records = take("bench,ms,ms\na,1,2\n", "n.csv", "--mapping", tmp_path / "map")
    assert done.status == 2 and "has several columns 'ms'" in done.err and records == [], done.text


def test_mamf_finder_writes_its_date(take):
    _, (record,) = take("Benchmark started on 2026-10-05 12:00:09\n** Dtype: torch.bfloat16\n"
                        "  1 |  610.0(mean)   612.5(median)   640.0(max) @ 4096x4096x4096  | best:  610.0(mean) TFLOPS\n",
                        "mamf.txt")
    assert record["started_at"] == "2026-10-05T12:00:09Z"


def test_a_csv_of_one_series_needs_no_id(take, tmp_path):
    mapping = tmp_path / "map"
    mapping.write_text("value = ms\nunit = ms\nmoment = time\n")
    done, records = take("# nightly\n# of one bench\ntime,ms\n2026-11-28T02:00:00Z,1.5\n2026-11-29T02:00:00Z,1.6\n", "n.csv",
                         "--mapping", mapping)
    assert done.status == 0, done.text
    assert [times(record, "ms") for record in records] == [pytest.approx([1.5e-3]), pytest.approx([1.6e-3])]
