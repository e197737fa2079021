"""Messages to other services: rows beside the log, written in the transaction of the event that caused them.

A row holds no text and no name. It says about which record it is and at which version that record was new;
what is sent is made of the public document of that version when its turn comes. So nothing private waits
here, a person who is erased is erased from what was not sent yet, and a message says the same at each try.

`targets`: to whom; `messages`: the rows, and how an event makes them; `turns`: whose turn it is and what
became of it. How a message is put into words and sent is not known here (`documents`, `web.server`).
"""
