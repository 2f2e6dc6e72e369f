"""The table in the browser under load, beside boardgame.io's server: `make bench-web`.

`houses` starts the servers, `sides` are the players' light clients, `load` has them play and
measures, `report` writes the table. The clients are in a process of their own, so that what they
take is not the server's.
"""
