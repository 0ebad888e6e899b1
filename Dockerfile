FROM python:3.11-slim
WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt \
 && useradd --create-home --uid 10001 leithian \
 && install -d -o leithian /data
COPY bot.py settings.py headless.py health.py monitoring.py ./
COPY cogs cogs
COPY table table
COPY engine engine
COPY render render
COPY data data
USER leithian
ENV LEITHIAN_DB=/data/leithian.sqlite PYTHONUNBUFFERED=1
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["python", "bot.py", "health"]
CMD ["python", "bot.py"]
