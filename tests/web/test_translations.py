"""Every text on screen exists in Polish, whole and settled, and the catalogues hold nothing else."""

from collections import Counter

from komandor.web import i18n


def test_no_text_lacks_its_polish() -> None:
    assert i18n.missing("pl") == [], "run: python -m komandor.web.i18n update, then translate"


def test_the_catalogues_hold_only_texts_in_use() -> None:
    assert i18n.stale("pl") == [], "run: python -m komandor.web.i18n update"


def test_each_text_is_translated_in_one_catalogue() -> None:
    keys = Counter(i18n._key(m) for c in i18n.catalogues("pl").values() for m in c if m.id)
    assert [key for key, count in keys.items() if count > 1] == []


def test_placeholders_survive_translation() -> None:
    for catalogue in i18n.catalogues("pl").values():
        assert [str(error) for message in catalogue for error in message.check(catalogue)] == []


def test_no_text_holds_markup() -> None:
    """Translated texts are escaped like any other, so markup in them would be seen."""
    assert [key for key in i18n.used_texts() if "<" in str(key)] == []
