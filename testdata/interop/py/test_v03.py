"""Drives a running desk with a2a-sdk 0.3, in A2A 0.3."""

import asyncio

import pytest
from a2a.client import A2ACardResolver, A2AClientHTTPError
from a2a.types import Role, TaskQueryParams, TaskState

from client03 import Client03, answer, message
from desk import Ear, running
from flow import refusals, refused, twenty, walk

NOW = "2026-03-30T08:30:00-03:00"


def test_card():
    """The card for both versions has all that 0.3 wants in one."""

    async def main(url):
        for path, name in {"": "hora", "/orgs/clinica-demo": "Clinica Demo"}.items():
            c = await Client03.at(url + path)
            card = c.card
            assert (card.name, card.url, card.protocol_version, card.preferred_transport) == (name, url + path + "/a2a", "0.3.0", "JSONRPC")
            offered = card.capabilities
            assert not (offered.streaming or offered.push_notifications or card.supports_authenticated_extended_card)
            assert {"list_services", "find_slots", "book", "talk"} <= {s.id for s in card.skills}
            assert (card.security_schemes["bearer"].root.type, card.security_schemes["bearer"].root.scheme) == ("http", "Bearer")
            asked = message({"text": "¿Qué servicios tienen?"}) | {"metadata": {"organization": "clinica-demo"}}
            got = answer(await c.send(asked))
            assert got.state == "message" and len(got.data["catalogue"]["services"]) == 3
            assert c.ear.versions == {""}
        with pytest.raises(A2AClientHTTPError) as error:
            await A2ACardResolver(Ear().http, url + "/orgs/nobodys").get_agent_card()
        assert error.value.status_code == 404

    with running(NOW) as url:
        asyncio.run(main(url))


def test_twenty():
    flow = twenty()

    async def main(url):
        c = await Client03.at(url + "/orgs/" + flow.organization)
        await walk(flow, c)
        assert c.ear.versions == {""}

    with running(flow.now) as url:
        asyncio.run(main(url))


def test_refusals():
    every = refusals()

    async def main(url):
        c = await Client03.at(url + "/orgs/" + every["organization"])
        # whether there are streams the library believes the card
        await refused(every, c, "0.3", {"subscribe": NotImplementedError})

    with running(every["now"]) as url:
        asyncio.run(main(url))


def test_tasks():
    """Tasks as a client may look at them: a message that is sent again, some of
    a history, one given up."""

    async def main(url):
        c = await Client03.at(url + "/orgs/clinica-demo")
        c.ear.key = "demo-business"
        first = message({"text": "Quiero reservar Asesoria Lactancia"})
        asked = await c.send(first, blocking=False)
        again = await c.send(first)
        assert (again.id, again.status.state) == (asked.id, TaskState.input_required)
        second = message({"text": "el miércoles a las 10:00, ana@example.com", "task": asked.id})
        continued = await c.send(second)
        assert (continued.id, continued.context_id, len(continued.history)) == (asked.id, asked.context_id, 3)
        got = await c.client.get_task(TaskQueryParams(id=asked.id, history_length=1))
        assert [(m.message_id, m.role) for m in got.history] == [(second["messageId"], Role.user)]
        other = await c.send(message({"text": "I would like to book a massage"}))
        cancelled = await c.do({"do": "cancel", "key": "demo-business", "task": other.id})
        assert cancelled.state == "task canceled"
        done = await c.send(message({"text": "sí, confirma", "task": asked.id, "context": asked.context_id}))
        assert (done.status.state, len(done.artifacts)) == (TaskState.completed, 1)
        assert c.ear.versions == {""}

    with running(NOW) as url:
        asyncio.run(main(url))
