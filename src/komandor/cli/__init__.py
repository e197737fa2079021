"""The command line: a face of the same queries as the web. Nothing is decided here."""
