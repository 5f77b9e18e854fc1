"""Tests of reading free text."""
