"""syscheck: what the regulations say of a pair's bidding system."""

__version__ = "0.1.0"
