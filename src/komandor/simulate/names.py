"""Made-up people, with names as they are met in halls: long, short, double, and with diacritics."""

from random import Random

FIRST = "Anna Łukasz Żaneta Jan Ewa Wojciech Zoë Paweł Małgorzata Adam Ola Piotr Ágnes Igor Leon".split()
LAST = "Nowak Kowalska Ćwik Wójcik Źrebiec O'Neill Brzęczyszczykiewicz Li Szymański-Kos Mazur Żak".split()


def person(rnd: Random) -> dict[str, object]:
    return {"first": rnd.choice(FIRST), "last": rnd.choice(LAST)}
