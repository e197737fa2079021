"""Which address leads where, who may open it, and who is asking."""
