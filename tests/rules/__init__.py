"""One test for each finding of a trial of all rules, named after it; a file for each topic."""
