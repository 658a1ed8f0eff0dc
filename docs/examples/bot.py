"""Plays a tournament to its end: WILDCARDS_KEY=wc1_… python bot.py https://site.example CODE

It needs Python alone, and an API key for seeing, moving and joining. It waits at the event stream;
where there is none it asks once a minute. It moves at random: put better ideas into `order_for`.
"""

import json
import os
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SITE, CODE = sys.argv[1:]


def call(method, path, body=None, accept="application/json"):
    headers = {"Authorization": f"Bearer {os.environ['WILDCARDS_KEY']}", "Accept": accept}
    data = None if body is None else json.dumps(body).encode()
    try:
        return urlopen(Request(f"{SITE}/api/{path}", data, headers, method=method), timeout=60)
    except HTTPError as error:
        if error.code != 429:
            raise
        time.sleep(int(error.headers["Retry-After"]))
        return call(method, path, body, accept)


def order_for(match):
    choice = random.choice(match["decision"]["choices"])
    words = [choice["verb"]]
    for part in choice["parts"]:
        words += random.sample(part["values"], random.randint(part["least"], part["most"]))
    return " ".join(words)


def play(code):
    match = json.load(call("GET", f"matches/{code}"))
    if match["decision"] and not match["own_order"]:
        call("POST", f"matches/{code}/orders", {"text": order_for(match)})


def status():
    return json.load(call("GET", f"tournaments/{CODE}"))["status"]


if status() == "entries":
    call("POST", f"tournaments/{CODE}/enter", {})
while status() in {"entries", "running"}:
    minute = time.monotonic() + 60
    with call("GET", "events", accept="text/event-stream") as stream:
        for one in json.load(call("GET", "events")):
            play(one["match"])
        for line in stream:  # one without news comes every few seconds
            if line == b"event: decision\n":
                play(json.loads(next(stream)[6:])["match"])
            elif time.monotonic() > minute:
                break
    time.sleep(max(0, minute - time.monotonic()))
