"""Figures of a record's cases that several scripts need. A module, not a program."""

import statistics


def is_measured(case):
    return any(each["time_s"] for each in case["rounds"])


def median_s(case):
    """Median over rounds of each round's median, in seconds; the case is measured."""
    return statistics.median(statistics.median(each["time_s"]) for each in case["rounds"] if each["time_s"])


def bytes_of(work):
    """Bytes that one iteration reads and writes, as counted."""
    return work["bytes_read"] + work["bytes_written"]


def leaves_the_cache(case, l2_bytes):
    """Whether each iteration's data comes from memory: cold, and twice the cache at least."""
    return not case["id"].endswith("/warm") and case["work"]["working_set_bytes"] > 2 * l2_bytes


def l2_bytes_of(record):
    """Of the device with the largest; 0 where none is known."""
    return max((device["l2_cache_bytes"] for device in record["environment"]["devices"]), default=0)
