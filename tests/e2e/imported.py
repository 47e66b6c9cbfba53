"""What tests look at in imported records."""


def cases(record):
    return {case["id"]: case for case in record["cases"]}


def times(record, case):
    return [time for one in cases(record)[case]["rounds"] for time in one["time_s"]]


def marks(record, case):
    return [mark["kind"] + ": " + mark["evidence"] for one in cases(record)[case]["rounds"] for mark in one["marks"]]
