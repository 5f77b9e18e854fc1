"""What people and scripts get to see: text, HTML and JSON, each from one view of a checked card.

Its modules are imported where their format is asked for, since each brings a library of its own.
"""
