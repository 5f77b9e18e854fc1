"""Entries: the cards of an event, found in files, folders and archives, or named by an entry list."""
