"""The desk: a web page for pairs, and for organisers a desk where entries come in. `syscheck serve` opens it.

A thin door like the command line: a request in, one call of another room, a page out. What takes time is done by
processes beside the server (`workers`, `jobs`); what was received is kept by `storage`. Pages are the report's own
templates in a frame of the desk. It needs the extra “desk”, and nothing of it is imported by other commands.
"""
