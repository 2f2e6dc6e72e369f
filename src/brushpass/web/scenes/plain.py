"""A table in plain words: for a game that no scene is drawn for yet."""

from brushpass.games import GAMES
from brushpass.web import jinja
from brushpass.web.scenes import Html, Scene


def render(scene: Scene) -> dict[str, Html]:
    """What lies there as lists of words, and a button for everything that may be done."""
    page = jinja.get().get_template("plain.html").module
    actor = scene.view.actor
    whose = scene.sitters[actor].name if isinstance(actor, int) else None
    return {
        "status": str(page.status(scene, actor, whose, GAMES[scene.game].title)),  # type: ignore[attr-defined]
        "board": str(page.board(scene.view.json(), scene.sitters)),  # type: ignore[attr-defined]
        "actions": str(page.actions(scene)),  # type: ignore[attr-defined]
        "log": str(page.log([(line.number, line.event.json()) for line in scene.log])),  # type: ignore[attr-defined]
    }
