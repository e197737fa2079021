"""The one form of JSON that is hashed, and how fields are put together for a hash."""

import json


def canonical(value: object) -> str:
    """JSON with sorted keys, no white space, and no escapes but those JSON needs."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def packed(*fields: str) -> bytes:
    """4-byte number of fields, then each with its 4-byte length: two lists never give the same bytes."""
    raw = [field.encode() for field in fields]
    return len(raw).to_bytes(4, "big") + b"".join(len(part).to_bytes(4, "big") + part for part in raw)
