"""What to change, and what has changed: the nearest variants that are allowed, and the difference of two cards."""
