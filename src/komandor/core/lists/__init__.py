"""What lists of all games share: cards, catalogues, the tools that read a pasted list, and finding a card.

Nothing here knows a game.  A game's own formats and checks are in its folder under `core/games`; it
offers them as one `ListKnowledge`.
"""
