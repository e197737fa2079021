"""Rules of the documents, tried through all faces of the program; a file for each subject."""
