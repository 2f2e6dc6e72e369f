"""Random whole games per second of CPU, ours and our peers': `make bench`.

`ours` and `peers` say how each game is played, `rounds` measures, `report` writes the table.
"""
