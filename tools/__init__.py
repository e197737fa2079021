"""What developers of Komandor run: no part of the installed package."""
