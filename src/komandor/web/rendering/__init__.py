"""From a view to a page: templates, translations, answers, errors."""
