# The packages are installed, and all bytecode compiled, where pip is; the image has neither pip nor
# a compiler.
ARG BASE=python:3.11-slim
FROM $BASE AS build
COPY requirements.txt .
RUN python -m venv --without-pip /venv \
 && pip --python /venv/bin/python install --no-cache-dir --only-binary :all: -r requirements.txt \
 && find /venv -type d \( -name tests -o -name test \) -prune -exec rm -rf {} +
COPY LICENSE bot.py settings.py /app/
COPY app /app/app
COPY cogs /app/cogs
COPY table /app/table
COPY engine /app/engine
COPY kit /app/kit
COPY render /app/render
COPY data /app/data
RUN /venv/bin/python -m compileall -q -j 0 /venv /app

FROM $BASE
RUN useradd --create-home --uid 10001 leithian && install -d -o leithian /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
USER leithian
ENV PATH=/venv/bin:$PATH LEITHIAN_DB=/data/leithian.sqlite PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
VOLUME /data
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=2 \
  CMD ["python", "bot.py", "health"]
CMD ["python", "bot.py"]
