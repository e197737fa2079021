"""One document of an event, and the formats of other programs that are written from it or read into it.

`document` is the shape, `of_event` fills it from one of our events, `ranked` from somebody else's rounds.
Each other module here is one format: small functions from or to the document, and nothing else.
"""
