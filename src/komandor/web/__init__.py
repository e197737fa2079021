"""The site: console, phones, projector and public pages over one store.

Read views are query → frozen view model → template; write views are form → command → `app.handle`.
No rule of the game lives here.
"""
