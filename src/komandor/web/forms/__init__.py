"""From a posted form to a command, and from a slip or list to a form."""
