# The desk in a container: docker build -t syscheck-desk . && docker run -p 8080:8080 -v desk:/data syscheck-desk
# See docs/desk.md. No secret is in the image: passwords of databases are given when it is run.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY grammars grammars
COPY syscheck syscheck
COPY samples/cards samples/cards
RUN python -m venv /desk && /desk/bin/pip install --no-cache-dir '.[desk,postgresql]'

FROM python:3.12-slim
RUN useradd --system --uid 10001 --create-home desk && install -d -o desk -g desk /data
COPY --from=build /desk /desk
USER desk
ENV PATH=/desk/bin:$PATH PYTHONUNBUFFERED=1 SYSCHECK_HOST=0.0.0.0 SYSCHECK_PORT=8080 SYSCHECK_DATA=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['SYSCHECK_PORT'] + '/health')"]
ENTRYPOINT ["syscheck"]
CMD ["serve"]
