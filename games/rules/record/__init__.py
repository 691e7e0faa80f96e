"""The match record: a whole match as one JSON file, written, read, replayed and checked."""
