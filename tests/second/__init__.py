"""A second implementation of the games, to check the first.

Written from the rules and the protocol alone, in the plainest way, and importing nothing of
brushpass. `against.py` plays both side by side.
"""
