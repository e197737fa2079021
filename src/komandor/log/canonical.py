"""The one form of JSON that is hashed."""

import json


def canonical(value: object) -> str:
    """JSON with sorted keys, no white space, and no escapes but those JSON needs."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
