"""The server: connections, cache, live news, limits, cookies and what is made once at start."""
