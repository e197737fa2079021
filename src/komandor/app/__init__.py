"""The application: one door for writing, queries for reading, permissions as data."""
