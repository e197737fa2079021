"""Made-up people with all kinds of names: long, short, double, with diacritics."""

from random import Random

FIRST = "Anna Łukasz Żaneta Jan Ewa Wojciech Zoë Paweł Małgorzata Adam Ola Piotr Ágnes Igor Leon".split()
LAST = "Nowak Kowalska Ćwik Wójcik Źrebiec O'Neill Brzęczyszczykiewicz Li Szymański-Kos Mazur Żak".split()


def person(rnd: Random) -> dict[str, object]:
    return {"first": rnd.choice(FIRST), "last": rnd.choice(LAST)}
