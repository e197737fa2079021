"""The API for programs: every action, every view, by tokens; made from the rows and the registry of views."""
