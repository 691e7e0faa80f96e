# The site as an image: web, clock and prepare of compose.yaml are commands of this one.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /site

COPY requirements/run.txt requirements/scale.txt requirements/
RUN pip install --require-hashes -r requirements/run.txt -r requirements/scale.txt

COPY manage.py LICENSE pyproject.toml ./
COPY config config
COPY lobby lobby
COPY games games
COPY templates templates
COPY locale locale

# The key is for this step only: nothing is signed while files are collected.
ARG SECRET_KEY=only-for-the-build-of-the-image-0123456789
RUN python manage.py prepare --catalogues-only \
 && python manage.py collectstatic --noinput \
 && useradd --system --home-dir /site --no-create-home site \
 && install --directory --owner=site --group=site var

USER site
VOLUME /site/var
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--prepare"]
