"""Pictures of roofgate's records, one file per kind of picture."""
