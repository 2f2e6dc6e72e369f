"""Where the games of a match are played: here, in processes of this machine, or on a Ray cluster.

Each game is a pure function of the match and the sitting, so it matters to no figure where.
"""

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import islice
from multiprocessing import get_context

from brushpass.arena.match import Match, Sitting
from brushpass.arena.play import Played, play

_AHEAD = 4
"""Games in hand for each process, so that none waits and little is lost when all is stopped."""


class NoCluster(RuntimeError):
    """A cluster that cannot be used; the text says why."""


def here(match: Match, sittings: Sequence[Sitting], jobs: int) -> Iterator[Played]:
    """Each game as it ends, in as many processes."""
    if jobs == 1:
        yield from map(partial(play, match), sittings)
        return
    # Processes are started afresh, so that they are alike on every system.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _let_the_first_process_stop) as pool:
        waiting = iter(sittings)
        running: set[Future[Played]] = set()
        try:
            while True:
                free = jobs * _AHEAD - len(running)
                running |= {pool.submit(play, match, each) for each in islice(waiting, free)}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            for future in running:
                future.cancel()


def _let_the_first_process_stop() -> None:
    """Ctrl-C reaches all; the others end with their game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(match: Match, sittings: Sequence[Sitting], address: str) -> Iterator[Played]:
    """Each game as it ends, anywhere on the cluster. brushpass must be installed there."""
    try:
        import ray
    except ImportError:
        raise NoCluster("--ray needs Ray: pip install 'brushpass[ray]'") from None
    try:
        ray.init(
            address=None if address == "local" else address,
            ignore_reinit_error=True,
            log_to_driver=False,
            logging_level="warning",
            include_dashboard=False if address == "local" else None,
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoCluster(f"cannot reach the Ray cluster at {address}: {error}") from None
    try:
        remote = ray.remote(play)
        shared = ray.put(match)
        waiting = iter(sittings)
        most = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[object] = []
        while True:
            running += [
                remote.remote(shared, each) for each in islice(waiting, most - len(running))
            ]
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        ray.shutdown()
