"""What a foreign file says otherwise than its own rounds, in words."""

from komandor.core.reasons import why
from komandor.documents.document import DocumentNote, EventDocument
from komandor.texts import Lang, sentence, word


def note_text(document: EventDocument, note: DocumentNote, lang: Lang) -> str:
    """The note as a sentence, with the player's name."""
    if note.kind == "scores":
        return sentence(why("foreign.scores"), lang)
    if note.kind == "more":
        return sentence(why("foreign.more", None, count=note.count), lang)
    name, metric = document.named.get(note.player or 0, "–"), word("metric", note.key, lang)
    file, ours = (f"{value or 0:.6g}" for value in (note.file, note.ours))
    return sentence(why("foreign.differs", None, name=name, metric=metric, file=file, ours=ours), lang)
