"""The twenty steps of testdata/flows, and the calls that a desk refuses.

A client has one method, do, whatever its version calls what is done. It takes
a dictionary with some of do, id, text, data, file, context, task, page, version
and key, and returns an Answer.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from desk import ROOT

INTEROP = ROOT / "testdata" / "interop"


@dataclass
class Answer:
    state: str = ""  # message, or task and its state as 0.3 spells it
    task: str = ""
    context: str = ""
    text: str = ""
    data: Any = None


@dataclass
class Flow:
    organization: str
    key: str
    now: str
    steps: list


def _read(name):
    return json.loads((INTEROP / name).read_text("utf-8"))


def twenty():
    """The flow of twenty steps."""
    text = (ROOT / "testdata" / "flows" / "twenty.txtar").read_text("utf-8")
    comment, *files = re.split(r"(?m)^-- (.+) --\n", text)
    setting = {name: re.search(rf"(?m)^{name}: (.*)$", comment)[1] for name in ("organization", "key", "now")}
    steps = [(*name.split(" "), body.strip()) for name, body in zip(files[::2], files[1::2])]
    return Flow(steps=steps, **setting)


def _at(value, path):
    """The value at a path such as slots.slots.0.id."""
    for name in path.split("."):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


def _fill(text, kept):
    for name, value in kept.items():
        text = text.replace("{" + name + "}", value)
    return text


def _facts(data):
    """What a booking comes to, whatever the version."""
    data = data or {}
    b = data.get("booking") or data.get("cancellation", {}).get("booking")
    if b:
        return {
            "service": b["service"]["id"],
            "provider": b["provider"]["id"],
            "start": b["start"],
            "state": b["state"],
            "client": b.get("client", {}).get("email"),
        }


async def walk(flow, client):
    """Takes the steps with a client and holds the answers against the flow, and
    the bookings in them against what every client must come to."""
    outcomes = _read("outcomes.json")
    kept, got = {}, Answer()
    task, waiting, taken = "", False, 0
    for step, kind, body in flow.steps:
        if kind == "answer":
            assert f"{got.state}\n{got.text}".strip() == body, f"step {step}"
            assert _facts(got.data) == outcomes.get(step), f"step {step}"
            continue
        if kind == "keep":
            name, path = body.split(" ")
            kept[name] = _at(got.data, path)
            continue
        call = {"do": "send", "key": flow.key, "context": got.context, "task": task if waiting else ""}
        if kind == "text":
            call["text"] = body
        elif kind == "data":
            call["data"] = json.loads(_fill(body, kept))
        else:
            call.update(do=kind, task=task)
        got = await client.do(call)
        if got.state != "message":  # which ends nothing
            task, waiting = got.task, got.state == "task input-required"
        taken += 1
    assert taken == 20


def refusals():
    return _read("refusals.json")


async def refused(every, client, version, unheard):
    """Makes the calls that a desk refuses. Where the answer does not reach
    whoever uses the library, unheard names the error that does."""
    kept = {}

    def make(call):
        return json.loads(_fill(json.dumps({"key": every["key"], **call}), kept))

    for call in every["before"]:
        answer = await client.do(make(call))
        for name, path in call["keep"].items():
            kept[name] = _at(vars(answer), path)
    for call in every["refusals"]:
        if call.get("only", version) != version:
            continue
        title = call["title"]
        try:
            heard = await client.do(make(call))
        except Exception as error:  # which a library has many of
            heard = error
        if title in unheard:
            assert isinstance(heard, unheard[title]), f"{title}: {heard!r}"
            continue
        assert isinstance(heard, Exception), f"{title}: is answered: {heard}"
        assert client.refusal(heard) == (call.get("code"), call.get("status")), f"{title}: {heard!r}"
