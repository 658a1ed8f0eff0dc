#!/usr/bin/env python3
"""Check the chance of a finished match: python3 verify_chance.py chance.json [NOTED...]

The file is `/matches/CODE/chance.json`. NOTED are hashes that you wrote down before or at the start
of the match, the commitment and the hash of the contributions: without them you know only that the
file agrees with itself. Nothing but Python's own library is used, and nothing of the service.
"""

# ruff: noqa: B905, SIM905, T201
import base64
import hashlib
import hmac
import json
import re
import struct
import sys

ORDERS = {
    "wizard": [colour + str(n) for colour in "RBGY" for n in range(1, 14)] + ["Z", "N"],
    "wild-cards": [habitat + str(n) for habitat in "FSMW" for n in range(1, 5)]
    + ["R", "peacock", "squirrel", "eagle", "ibex", "lion", "meerkat"],
    "cubirds": "flamingo owl toucan duck parrot magpie warbler robin".split(),
    "emu-ranchers": (
        "AM AS AV AL AY AK 2MK 2SY 2VL 3MV 3SK 3LY 4MS 4VL 4YK 5ML 5SV 5YK 6MV 6SY 6LK 7ML 7SK 7VY "
        "8MS 8VL 8YK 9MS 9VY 9LK CM CS CV CL CY CK PMSL PMYK PSVK PVLY TMVK TMLY TSVY TSLK X"
    ).split(),
}


def lines(*texts):
    return "".join(text + "\n" for text in texts).encode()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def hmac256(key, data):
    return hmac.new(key.encode(), data, hashlib.sha256)


def words(seed, pile, number):
    block = 0
    while True:
        yield from struct.unpack(">8I", hmac256(seed, f"{pile}/{number}/{block}".encode()).digest())
        block += 1


def shuffled(cards, seed, pile, number):
    cards, stream = list(cards), words(seed, pile, number)
    for i in range(len(cards) - 1, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        word = next(word for word in stream if word < limit)
        cards[i], cards[word % (i + 1)] = cards[word % (i + 1)], cards[i]
    return cards


def contributed(texts):
    hashes = [
        base64.urlsafe_b64decode(text[7:] + "=").hex()  # erased by its player: the hash is left
        if re.fullmatch("sha256-[A-Za-z0-9_-]{43}", text)
        else sha256(text.encode("utf-8", "surrogatepass"))
        for text in texts
    ]
    return lines("card match seed 1", *(f"{seat} {each}" for seat, each in enumerate(hashes)))


def faults(sheet):
    """What does not agree, a sentence each."""
    secret = sheet["server_seed"]
    committed = lines(
        "card match commitment 1", f"match {sheet['match']}", f"game {sheet['game']}",
        f"rules {sheet['rules']}", f"attempt {sheet['attempt']}", f"seed {secret}",
    )  # fmt: skip
    if sha256(committed) != sheet["commitment"]:
        yield "the server seed is not the one that was committed to"
    joined = [player["contribution"] for player in sheet["players"]]
    seats = [player["seat"] for player in sheet["players"]]
    if sheet["seating"] == "drawn":
        draw = hmac256(secret, contributed(joined)).hexdigest()
        people = shuffled([str(place) for place in range(len(joined))], draw, "seating", 0)
        if [seats[int(person)] for person in people] != sorted(seats):
            yield "the seats were not drawn so"
    seated = contributed([text for _seat, text in sorted(zip(seats, joined))])
    if sha256(seated) != sheet["contributions_digest"]:
        yield "the contributions are not those whose hash was shown at the start"
    if hmac256(secret, seated).hexdigest() != sheet["seed"]:
        yield "the match's seed is not mixed from the server's and the contributions"
    every = {card for one in sheet["shuffles"] for card in one["before"]}
    order = ORDERS.get(sheet["game"]) or sorted(every)  # other games' lie by the alphabet
    for number, one in enumerate(sheet["shuffles"]):
        before, after, name = one["before"], one["after"], f"shuffle {number} ({one['pile']})"
        if one["number"] != number:
            yield f"{name} is out of its place"
        place = int if one["pile"] == "tie" else order.index
        if before != sorted(before, key=place):
            yield f"the cards did not lie in order before {name}"
        if shuffled(before, sheet["seed"], one["pile"], number)[: len(after)] != after:
            yield f"{name} does not follow from the seed"


def main(path, *noted):
    with open(path, encoding="utf-8") as file:
        sheet = json.load(file)
    found = list(faults(sheet))
    known = (sheet["commitment"], sheet["contributions_digest"])
    found += [f"{hash_} is not a hash of this match" for hash_ in noted if hash_ not in known]
    for fault in found:
        print(f"NOT SO: {fault}")
    if not found:
        print(f"{sheet['match']}: all {len(sheet['shuffles'])} shuffles follow from the seed.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
