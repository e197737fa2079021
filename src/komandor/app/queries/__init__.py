"""Everything people look at, as small frozen view models: the same for page, phone, paper, API and terminal.

No sentences here: reasons and codes only, spoken by `komandor.texts`.
"""
