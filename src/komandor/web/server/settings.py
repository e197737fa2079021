"""Django without its database: URLs, middleware and CSRF protection. The log lives in komandor.store."""

import os
import secrets

SECRET_KEY = os.environ.get("KOMANDOR_SECRET") or secrets.token_hex(32)
"""Not used for cookies: those are signed with the site's own secret (komandor.web.server.security)."""

DEBUG = False
ALLOWED_HOSTS = ["*"]  # komandor.web.server.asgi refuses foreign names before Django sees them
ROOT_URLCONF = "komandor.web.routing.urls"
DATABASES: dict[str, object] = {}
INSTALLED_APPS: list[str] = []
TEMPLATES: list[dict[str, object]] = []  # komandor.web.rendering.jinja

MIDDLEWARE = [
    "django.middleware.gzip.GZipMiddleware",
    "komandor.web.server.security.security_headers",
    "komandor.web.server.middleware.about_request",
    "django.middleware.csrf.CsrfViewMiddleware",
]

APPEND_SLASH = False
USE_I18N = False  # komandor.web.rendering.i18n
USE_TZ = True
TIME_ZONE = None

CSRF_COOKIE_NAME = "csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "komandor.web.rendering.errors.csrf_failure"

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if os.environ.get("KOMANDOR_PROXY") else None
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in os.environ.get("KOMANDOR_HOSTS", "").split(",") if name]
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # a list of names has two for each: its box and the name as changed
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"links": {"()": "komandor.web.server.security.WithoutLinks"}},
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {
        "django.request": {
            "handlers": ["console"],
            "filters": ["links"],
            "level": "ERROR",
            "propagate": False,
        }
    },
}
