"""Drives a running desk with a2a-sdk 1.x, in A2A 1.0."""

import asyncio

import httpx
import pytest
from a2a.client import A2ACardResolver, AgentCardResolutionError
from a2a.client.card_resolver import parse_agent_card
from a2a.types import GetTaskRequest, ListTasksRequest, Role, TaskState

from client10 import Client10, answer, message
from desk import Ear, running
from flow import refusals, refused, twenty, walk

NOW = "2026-03-30T08:30:00-03:00"


def test_card():
    """The library asks for the card of its version or of none; either must do."""

    async def main(url):
        for path, name in {"": "hora", "/orgs/clinica-demo": "Clinica Demo"}.items():
            union = httpx.get(url + path + "/.well-known/agent-card.json").json()
            for c in (await Client10.at(url + path), Client10(parse_agent_card(union), Ear())):
                first = c.card.supported_interfaces[0]
                assert c.card.name == name
                assert (first.url, first.protocol_binding, first.protocol_version) == (url + path + "/a2a", "JSONRPC", "1.0")
                offered = c.card.capabilities
                assert not (offered.streaming or offered.push_notifications or offered.extended_agent_card)
                assert {"list_services", "find_slots", "book", "talk"} <= {s.id for s in c.card.skills}
                assert c.card.security_schemes["bearer"].http_auth_security_scheme.scheme == "Bearer"
                asked = message({"text": "¿Qué servicios tienen?"}) | {"metadata": {"organization": "clinica-demo"}}
                got = answer(await c.send(asked))
                assert got.state == "message" and len(got.data["catalogue"]["services"]) == 3
                assert c.ear.versions == {"1.0"}
        with pytest.raises(AgentCardResolutionError) as error:
            await A2ACardResolver(Ear().http, url + "/orgs/nobodys").get_agent_card()
        assert error.value.status_code == 404

    with running(NOW) as url:
        asyncio.run(main(url))


def test_twenty():
    flow = twenty()

    async def main(url):
        c = await Client10.at(url + "/orgs/" + flow.organization)
        await walk(flow, c)
        assert c.ear.versions == {"1.0"}

    with running(flow.now) as url:
        asyncio.run(main(url))


def test_refusals():
    every = refusals()

    async def main(url):
        c = await Client10.at(url + "/orgs/" + every["organization"])
        # whether there are streams the library believes the card
        await refused(every, c, "1.0", {"subscribe": NotImplementedError})

    with running(every["now"]) as url:
        asyncio.run(main(url))


def test_tasks():
    """Tasks as a client may look at them: a message that is sent again, some of
    a history, lists by page and by state."""

    async def main(url):
        c = await Client10.at(url + "/orgs/clinica-demo")
        c.ear.key = "demo-business"
        first = message({"text": "Quiero reservar Asesoria Lactancia"})
        asked = await c.send(first)
        again = await c.send(first)
        assert (again.id, again.status.state) == (asked.id, TaskState.TASK_STATE_INPUT_REQUIRED)
        second = message({"text": "el miércoles a las 10:00, ana@example.com", "task": asked.id})
        continued = await c.send(second)
        assert (continued.id, continued.context_id, len(continued.history)) == (asked.id, asked.context_id, 3)
        got = await c.client.get_task(GetTaskRequest(id=asked.id, history_length=1))
        assert [(m.message_id, m.role) for m in got.history] == [(second["messageId"], Role.ROLE_USER)]
        other = await c.send(message({"text": "I would like to book a massage"}))

        page = await c.client.list_tasks(ListTasksRequest(page_size=1))
        assert (page.total_size, page.page_size, [t.id for t in page.tasks]) == (2, 1, [other.id])
        page = await c.client.list_tasks(ListTasksRequest(page_size=1, page_token=page.next_page_token))
        assert ([t.id for t in page.tasks], page.next_page_token) == ([asked.id], "")
        cancelled = await c.do({"do": "cancel", "key": "demo-business", "task": other.id})
        assert cancelled.state == "task canceled"
        done = await c.send(message({"text": "sí, confirma", "task": asked.id, "context": asked.context_id}))
        assert (done.status.state, len(done.artifacts)) == (TaskState.TASK_STATE_COMPLETED, 1)
        page = await c.client.list_tasks(ListTasksRequest(status=TaskState.TASK_STATE_COMPLETED, include_artifacts=True))
        assert [(t.id, len(t.artifacts)) for t in page.tasks] == [(asked.id, 1)]
        assert c.ear.versions == {"1.0"}

    with running(NOW) as url:
        asyncio.run(main(url))
