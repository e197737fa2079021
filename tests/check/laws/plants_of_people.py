"""Planted faults of people: who acts, who comes late, who comes back."""

from komandor.core.tournament import commands as c
from tests.check.laws.planting import (
    Log,
    appointed,
    called,
    component,
    last,
    late,
    left,
    plant,
    played,
    ruling,
    running,
    sanction,
    voided,
    write,
)
from tests.support.checking import exported
from tests.support.event import Event, swiss


@plant("who.exists")
def staff_who_does_not_exist() -> Log:
    """A result is entered by a member of staff whom nobody appointed."""
    log = running()
    return write(log, ruling(log), by="staff:99")


@plant("who.exists")
def somebody_unheard_of() -> Log:
    """A result is entered by a word that is no person."""
    log = running()
    return write(log, ruling(log), by="nobody")


@plant("who.role")
def result_by_the_public() -> Log:
    """A result is entered by the public."""
    log = running()
    return write(log, ruling(log), by="public")


@plant("who.role")
def round_closed_by_a_player() -> Log:
    """A player closes the round."""
    return write(played(), {"type": "round_closed", "round": 1}, by="player:3")


@plant("who.role")
def removed_by_a_judge() -> Log:
    """A judge removes a player for conduct."""
    return write(write(running(), appointed(2, "judge")), left(1, "conduct"), by="staff:2")


@plant("who.role")
def proxy_by_a_judge() -> Log:
    """A judge makes the proxy for a damaged card."""
    log = write(write(running(), appointed(2, "judge")), component(1, "damaged"))
    made = {"type": "proxy_made", "proxy": 1, "player": 1, "card": "a card", "unreadable": "text"}
    return write(log, {**made, "maker": "the judge", "date": "2026-11-14", "component": 1}, by="staff:2")


@plant("who.role")
def undone_by_a_judge() -> Log:
    """A judge undoes a record."""
    log = write(running(), appointed(2, "judge"))
    return write(log, voided(len(log.rows)), by="staff:2")


@plant("who.exists")
def undone_by_nobody() -> Log:
    """A record is undone by a member of staff whom nobody appointed."""
    log = running()
    return write(log, voided(len(log.rows)), by="staff:99")


@plant("who.left")
def choice_of_somebody_who_left() -> Log:
    """A player leaves and chooses the initiative afterwards."""
    log = running("armada")
    player = last(log, "round_drawn")["matches"][0]["a"]
    write(log, left(player), by=f"player:{player}")
    chosen = {"type": "initiative_set", "match": 1, "player": player, "by_lot": False, "choice": ""}
    return write(log, chosen, by=f"player:{player}")


@plant("who.own")
def appeal_of_others() -> Log:
    """A player appeals the ruling in the match of two others."""
    log = running()
    one, other = last(log, "round_drawn")["matches"][:2]
    write(log, called(1, one["a"]), by=f"player:{one['a']}")
    write(log, {"type": "ruling_given", "call": 1, "staff": 1, "text": "no", "rule": ""})
    appeal = {"type": "ruling_appealed", "call": 1, "by": other["a"], "text": ""}
    return write(log, appeal, by=f"player:{other['a']}")


@plant("who.duty")
def judge_off_duty() -> Log:
    """A judge who is off duty enters a result."""
    log = write(running(), appointed(2, "judge"), {"type": "duty_changed", "staff": 2, "on_duty": False})
    return write(log, ruling(log), by="staff:2")


@plant("who.rules")
def nobody_to_rule() -> Log:
    """The organiser plays, and the only judge goes off duty while the game is played."""
    event = Event("destiny", swiss(1))
    event.staff("judge")
    event.register(3).do(c.RegisterPlayer(staff=1)).do(c.NameSubstitute(1, 2)).announce().start()
    return write(Log.read(exported(event)), {"type": "duty_changed", "staff": 2, "on_duty": False})


@plant("who.own")
def report_of_others() -> Log:
    """A player reports the match of two others."""
    log = running()
    entered = ruling(log, override=False, reason="")
    stranger = last(log, "round_drawn")["matches"][1]["a"]
    report = {**entered, "type": "result_reported", "by": entered["winner"]}
    return write(log, report, by=f"player:{stranger}")


@plant("who.own")
def own_win() -> Log:
    """A player leaves and enters the win of the match that they leave."""
    log = running()
    entered = ruling(log)
    return write(log, left(entered["winner"]), entered, by=f"player:{entered['winner']}")


@plant("who.signed")
def in_another_name() -> Log:
    """A warning names a judge and was given by the organiser."""
    return write(write(running(), appointed(2, "judge")), sanction(1, "warning", by=2))


@plant("who.own_match")
def own_match_ruled() -> Log:
    """The organiser plays, and sets the sheet of their own match aside."""
    log = running()
    entered = ruling(log)
    write(log, {"type": "player_amended", "player": entered["winner"], "changes": {"staff": 1}})
    return write(log, entered)


@plant("who.penalty")
def match_loss_by_a_judge() -> Log:
    """A judge gives a match loss in Destiny."""
    log = write(running(), appointed(2, "judge"))
    entered = ruling(log)
    loser = entered["scores"][1]["player"]
    return write(log, sanction(loser, "match_loss", by=2, match=1), entered, by="staff:2")


@plant("who.last_word")
def verdict_beside_the_coordinator() -> Log:
    """The organiser gives the last word while a coordinator is on duty."""
    log = write(running(), appointed(2, "judge"), appointed(3, "marshal"))
    player = last(log, "round_drawn")["matches"][0]["a"]
    write(log, called(1, player), by=f"player:{player}")
    ruled = {"type": "ruling_given", "call": 1, "staff": 2, "text": "no", "rule": ""}
    write(log, {**ruled, "settled_by_players": False}, by="staff:2")
    return write(log, {"type": "final_verdict_given", "call": 1, "staff": 1, "text": "yes", "rule": ""})


@plant("late.byes")
def bye_of_an_earlier_round() -> Log:
    """A late entry gets a full win for the round that is over."""
    return write(played(closed=True), late(90, choice="awarded_bye", byes=[1]))


@plant("late.over")
def after_the_last_round() -> Log:
    """Somebody enters when the only round of the stage is closed."""
    log = played(closed=True)
    last(log, "structure_announced")["stages"][0]["rounds"] = 1
    return write(log, late(90, missed=[1]))


@plant("conduct.back")
def back_after_a_removal() -> Log:
    """Somebody who was removed for conduct returns."""
    log = played(closed=True)
    write(log, left(1, "conduct"))
    return write(log, {"type": "player_returned", "player": 1, "missed": []})


@plant("leaving.once")
def left_after_being_disqualified() -> Log:
    """Somebody is disqualified, and leaves afterwards."""
    log = played(closed=True)
    write(log, {"type": "player_disqualified", "player": 1, "round": 1, "reason": "seen"})
    return write(log, left(1))
