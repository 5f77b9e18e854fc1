"""Tests of the rules about events."""
