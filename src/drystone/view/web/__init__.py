"""The page in the browser: what a result looks like to it, a local server, and the same page as one file."""
