# The server with its page. `docker build -t sectors .`, then `docker run -p 8219:8219 -v sectors:/data sectors`.
FROM python:3.13-slim AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE CHANGELOG.md ./
COPY scripts scripts
COPY web web
COPY src src
# SECTORS_COMPLETE: no image without the compiled core or the page
RUN SECTORS_COMPLETE=1 pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .
RUN python -m venv /opt/sectors \
    && /opt/sectors/bin/pip install --no-cache-dir "$(ls /wheels/*.whl)[server,postgres,redis]"

FROM python:3.13-slim
RUN useradd --system --uid 8219 --user-group --home-dir /data --shell /usr/sbin/nologin sectors \
    && install --directory --owner=sectors --group=sectors --mode=0700 /data
COPY --from=build /opt/sectors /opt/sectors
ENV PATH=/opt/sectors/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SECTORS_HOST=0.0.0.0 \
    SECTORS_PORT=8219 \
    SECTORS_DB=/data/sectors.db
USER 8219:8219
WORKDIR /data
VOLUME /data
EXPOSE 8219
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"SECTORS_PORT\"]}/healthz', timeout=4)"]
ENTRYPOINT ["sectors"]
CMD ["serve"]
