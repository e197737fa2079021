"""The engine without a site: JSON on standard input, JSON on standard output, no database.

Other programs can use these commands as chess programs use bbpPairings.  Each command is one
module.  Its input is a typed record in `input_types`; both the check and the published JSON
Schema are made from that record.
"""
