"""People are shown as they wish, minors never in full, and two of one name are told apart."""

from unittest.mock import Mock, patch

from komandor.app.access import Actor
from komandor.app.codes import code_of, player_of
from komandor.app.handle import Answer, Refused, handle
from komandor.app.identity import issue, seat_of
from komandor.app.personal_data import ask_to_erase, asked_to_erase
from komandor.app.queries.everybody.names import Names, names_of, sort_key
from komandor.app.queries.staff.people import same_name
from komandor.core.tournament import commands as c
from komandor.log.store import Person, ReadOnly
from tests.support.event import ORGANISER, Event, by


def named(*people: Person) -> tuple[Event, Names]:
    event = Event()
    event.do(*(c.RegisterPlayer() for _ in people), persons=people)
    return event, names_of(event.t, event.ledger.store.people(event.id))


def test_in_public_anna_k_and_at_the_desk_anna_kowalska() -> None:
    _, names = named({"first": "Anna", "last": "Kowalska"})
    assert names.of(1) == "Anna K."
    assert names.of(1, staff_view=True) == "Anna Kowalska"


def test_whoever_registers_again_has_no_number_because_of_the_seat_they_gave_up() -> None:
    wanda: Person = {"first": "Wanda", "last": "Powrót"}
    event, names = named(wanda, wanda)
    assert names.of(2) == "Wanda P. (2)"
    event.do(c.WithdrawRegistration(1))
    again = names_of(event.t, event.ledger.store.people(event.id))
    assert (again.of(2), again.of(2, staff_view=True)) == ("Wanda P.", "Wanda Powrót (2)")


def test_as_they_wish() -> None:
    full = {"first": "Jan", "last": "Nowak", "show": "full"}
    nick = {"first": "Ewa", "last": "Lis", "nick": "Ackbar", "show": "nick"}
    _, names = named(full, nick)
    assert (names.of(1), names.of(2)) == ("Jan Nowak", "Ackbar")


def test_minors_are_never_shown_in_full() -> None:
    _, names = named({"first": "Ola", "last": "Mak", "show": "full", "minor": True})
    assert names.of(1) == "Ola M."
    team: Person = {
        "members": [
            {"first": "Ola", "last": "Mak", "show": "full", "minor": True},
            {"first": "Jan", "last": "Nowak", "show": "full"},
        ]
    }
    _, names = named(team)
    assert names.of(1) == "Ola M. + Jan Nowak"


def test_two_people_of_one_name_are_told_apart_by_longer_initials_before_numbers() -> None:
    people: tuple[Person, ...] = ({"first": "Jan", "last": "Nowak"}, {"first": "Jan", "last": "Nowicki"})
    event, names = named(*people, {"first": "Jan", "last": "Kot"})
    assert [names.of(n) for n in (1, 2, 3)] == ["Jan Nowa.", "Jan Nowi.", "Jan K."]
    assert [names.of(n, staff_view=True) for n in (1, 2)] == ["Jan Nowak", "Jan Nowicki"]
    _, same = named(people[0], people[0])
    assert [same.of(n) for n in (1, 2)] == ["Jan N. (1)", "Jan N. (2)"]
    assert [same.of(n, staff_view=True) for n in (1, 2)] == ["Jan Nowak (1)", "Jan Nowak (2)"]
    _, short = named({"first": "Li", "last": "Wu"}, {"first": "Li", "last": "Wa"})
    assert [short.of(n) for n in (1, 2)] == ["Li W. (1)", "Li W. (2)"], "nobody's surname is spelt out"
    assert same_name(event.t, event.ledger.store.people(event.id), "JAN nowák") == (1,)


def test_initials_grow_until_they_differ_but_never_to_a_whole_name() -> None:
    def shown(*surnames: str) -> list[str]:
        people: list[Person] = [{"first": "Anna", "last": last} for last in surnames]
        _, names = named(*people)
        return [names.of(n).removeprefix("Anna ") for n in range(1, len(people) + 1)]

    assert shown("Kowalska", "Kowalczyk", "Kot") == ["Kowals.", "Kowalc.", "Ko."]
    assert shown("Kowal", "Kowalska") == ["Kowa.", "Kowals."], "Kowal. would be taken for the other"
    assert shown("Kowalska", "Kowalski") == ["K. (1)", "K. (2)"], "only the last letter differs"


def test_one_setting_for_the_whole_event_and_everybody_may_choose_otherwise() -> None:
    anna: Person = {"first": "Anna", "last": "Kowalska", "consent": True}
    others: tuple[Person, ...] = (
        {**anna, "show": "short"},
        {**anna, "minor": True},
        {"first": "Jan", "last": "Nowak"},
    )
    people = (anna, *others)
    expected = {
        "short": ["Anna K. (1)", "Anna K. (2)", "Anna K. (3)", "Jan N."],
        "surname": ["Kowalska A. (1)", "Kowalska A. (2)", "Kowalska A. (3)", "Nowak J."],
        "full": ["Anna Kowalska", "Anna K. (2)", "Anna K. (3)", "Jan N."],
    }
    for form, shown in expected.items():
        event, _ = named(*people)
        event.do(c.ChangeEvent({"public_names": form}))
        names = names_of(event.t, event.ledger.store.people(event.id))
        assert [names.of(n) for n in (1, 2, 3, 4)] == shown, form
    event.refused(c.ChangeEvent({"public_names": "initials"}), "event.unknown_names")


def test_lists_go_by_surname_as_far_as_it_is_shown() -> None:
    people: tuple[Person, ...] = (
        {"first": "Zofia", "last": "Adamska"},
        {"first": "Adam", "last": "Żak"},
        {"first": "Ewa", "last": "Łoś"},
        {"first": "Ala", "last": "Lis"},
        {"first": "Ola", "last": "Mak", "nick": "Bobek", "show": "nick"},
    )
    _, names = named(*people)
    numbers = range(1, 6)
    assert [names.of(n) for n in sorted(numbers, key=names.order)] == [
        "Zofia A.",
        "Bobek",
        "Ala L.",
        "Ewa Ł.",
        "Adam Ż.",
    ]
    at_the_desk = sorted(numbers, key=lambda n: names.order(n, staff_view=True))
    assert [names.of(n, staff_view=True).split()[-1] for n in at_the_desk] == [
        "Adamska",
        "Lis",
        "Łoś",
        "Mak",
        "Żak",
    ]


def test_without_a_name_there_is_a_number() -> None:
    _, names = named(None, {"first": "", "last": ""}, {"nick": "Ackbar"})
    assert [names.of(n) for n in (1, 2, 3)] == ["#1", "#2", "Ackbar"]
    assert names.of(99) == "#99"
    assert names.of(None) == "–"


def erase(event: Event, player: int, actor: Actor, *before: c.Command) -> Answer:
    commands = (*before, c.ChangePerson(player, erase=True))
    return handle(event.ledger, event.id, commands, actor, f"erase-{player}")


def test_erased_a_person_is_a_number_and_their_results_stay() -> None:
    event = Event()
    event.do(
        *(c.RegisterPlayer() for _ in range(4)),
        persons=[{"first": "Anna", "last": f"K{n}"} for n in range(4)],
    )
    event.announce().play_round()
    token = issue(event.ledger.store, event.id, by(2))
    points, head = event.points(2), event.loaded.head
    ask_to_erase(event.ledger.store, event.id, 2)
    assert asked_to_erase(event.ledger.store, event.id) == (2,)
    erase(event, 2, ORGANISER)
    names = names_of(event.t, event.ledger.store.people(event.id))
    assert names.of(2) == names.of(2, staff_view=True) == "#2"
    assert event.points(2) == points
    assert seat_of(event.ledger.store, token) is None
    assert asked_to_erase(event.ledger.store, event.id) == ()
    records = event.ledger.store.read(event.id)
    assert [r.hash for r in records][-2] == head, "the chain goes on as if nothing had been erased"


def test_before_round_1_erasing_takes_the_registration_back() -> None:
    event, _ = named({"first": "Anna", "last": "K"}, {"first": "Jan", "last": "N"})
    erase(event, 1, by(1), c.WithdrawRegistration(1))
    assert event.player(1).status == "withdrawn"
    assert not event.ledger.store.people(event.id).get(1)
    event.register(4).announce().start()
    answer = erase(event, 2, by(2))
    assert isinstance(answer, Refused)
    assert [r.code for r in answer.refusal.reasons] == ["player.organiser_erases"]
    assert event.ledger.store.people(event.id)[2]


def test_an_erasure_that_cannot_be_saved_erases_nothing() -> None:
    event, _ = named({"first": "Anna", "last": "K"})
    store = event.ledger.store
    token, code = issue(store, event.id, by(1)), code_of(store, event.id, 1)
    full = Mock(side_effect=ReadOnly("the disk is full"))
    with patch.multiple(store, append=full, put=full):
        assert isinstance(erase(event, 1, ORGANISER), Refused)
    assert seat_of(store, token)
    assert player_of(store, event.id, code) == 1
    assert store.people(event.id)[1]["first"] == "Anna"
    erase(event, 1, ORGANISER)
    assert seat_of(store, token) is None
    assert player_of(store, event.id, code) is None
    assert store.people(event.id) == {}


def test_nobody_changes_the_data_of_another_player() -> None:
    event, _ = named({"first": "Anna", "last": "K"}, {"first": "Jan", "last": "N"})
    changed: Person = {"first": "Nobody", "last": "N"}
    answer = handle(event.ledger, event.id, c.ChangePerson(2), by(1), "x", persons=(changed,))
    assert isinstance(answer, Refused)
    assert event.ledger.store.people(event.id)[2]["first"] == "Jan"


def test_a_changed_name_is_a_new_version_of_the_event() -> None:
    event, _ = named({"first": "Ana", "last": "K"})
    before = event.t.version
    changed: Person = {"first": "Anna", "last": "K"}
    handle(event.ledger, event.id, c.ChangePerson(1), Actor("player", 1), "fix", persons=(changed,))
    assert event.t.version == before + 1
    assert names_of(event.t, event.ledger.store.people(event.id)).of(1) == "Anna K."


def test_polish_letters_stand_where_a_polish_reader_looks() -> None:
    wanted = ["Adam", "Ądam", "Celina", "Ćma", "Lato", "Łata", "Zebra", "Źrebak", "Żaba"]
    assert sorted(wanted, key=sort_key) == wanted
