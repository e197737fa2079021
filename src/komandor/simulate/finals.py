"""Simulates what happens after the cut (players leave and are replaced) and after the end."""

from komandor.core.tournament import commands as c
from komandor.simulate.hall import Hall
from komandor.simulate.playing import correct, replace_one


def leave_after_cut(hall: Hall) -> None:
    """Some qualified players leave; the next in the standings are asked (COM-CUT-3)."""
    stage = hall.t.stage
    for n in stage.seeds if stage else ():
        if n is not None and hall.t.players[n].active and hall.chance("cut_leavers"):
            hall.ask(c.DropPlayer(n))
    while replace_one(hall):
        pass


def after_the_end(hall: Hall) -> None:
    if not hall.plan["end_corrections"]:
        return
    played = [m for m in hall.t.matches.values() if m.kind == "match" and m.final]
    if played:
        correct(hall, hall.rnd.choice(played))
