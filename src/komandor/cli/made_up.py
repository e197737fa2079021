"""Made-up people with random Polish names; any likeness to real people is chance."""

from random import Random

FEMALE = (
    "Agata Alicja Bożena Celina Dagmara Dorota Elżbieta Ewa Grażyna Halina Iga Joanna Kalina Lena Łucja "
    "Małgorzata Nadia Oliwia Róża Sabina Tamara Urszula Wanda Żaneta"
).split()
MALE = (
    "Adam Bartosz Cezary Damian Eryk Filip Grzegorz Hubert Igor Jakub Kacper Łukasz Maciej Norbert Oskar "
    "Patryk Radosław Sławomir Tymon Wiktor Wojciech Zbigniew Żegota Szczepan"
).split()
LAST = (
    "Bobrow Czapliń Dąbrow Głuszyń Jarzębiń Kruszyń Lipow Łosow Miodow Olszań Pieńkow Rajew Sokołow Turow "
    "Wierzbow Zarębiń Żurow Świtaliń Ćwikliń Brzozow"
).split()
PLAIN = (
    "Bóbr Dudek Gawron Jeż Kos Lis Mewa Ryś Sum Szpak Śledź Wilga Zięba Żuraw Kruk Czyż Puchacz Łoś Orzeł"
).split()
NICKS = "Kometa Iskra Zenit Orkan Sowa Bosman Karawela Radar Pulsar Kotwica Busola Meteor".split()
CLUBS = ("Orzeł Gdynia", "Kości Kraków", "Warta Poznań", "Stolik nr 7", "")


def made_up(rnd: Random, count: int) -> list[dict[str, object]]:
    """This many people, no two with the same name."""
    names = [(first, f"{stem}ska") for first in FEMALE for stem in LAST]
    names += [(first, f"{stem}ski") for first in MALE for stem in LAST]
    names += [(first, last) for first in (*FEMALE, *MALE) for last in PLAIN]
    return [_person(rnd, first, last) for first, last in rnd.sample(names, count)]


def _person(rnd: Random, first: str, last: str) -> dict[str, object]:
    person: dict[str, object] = {"first": first, "last": last, "consent": True}
    if club := rnd.choice(CLUBS):
        person["club"] = club
    if rnd.randrange(5) == 0:
        person["nick"] = rnd.choice(NICKS)
    if rnd.randrange(15) == 0:
        person["minor"] = True
    return person
