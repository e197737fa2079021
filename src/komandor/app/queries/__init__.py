"""Views: small frozen records with everything that a page, phone, sheet of paper or terminal shows.

They contain codes and reasons, no sentences: `komandor.texts` has those.
"""
