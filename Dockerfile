# The site in a container, for hosted installs (docs/guides/en/host.md). A laptop needs none of this: ./run.
FROM python:3.11-slim AS build
WORKDIR /build
COPY requirements.txt requirements-uv.txt ./
RUN python -m venv /komandor && /komandor/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
RUN pip install --no-cache-dir build
COPY . .
RUN python -m build --wheel && /komandor/bin/pip install --no-cache-dir --no-deps dist/komandor-*.whl

FROM python:3.11-slim
COPY --from=build /komandor /komandor
RUN useradd --create-home --uid 1000 komandor && mkdir /data && chown komandor /data
USER komandor
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/komandor/bin/python", "-c", \
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["/komandor/bin/komandor"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data", "--no-browser"]
