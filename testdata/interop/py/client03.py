"""a2a-sdk 0.3, in A2A 0.3."""

import uuid

from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    Message,
    MessageSendConfiguration,
    PushNotificationConfig,
    TaskIdParams,
    TaskPushNotificationConfig,
    TaskQueryParams,
)

from desk import Ear
from flow import Answer


class Client03:
    def __init__(self, card, ear):
        self.card = card
        self.ear = ear
        self.client = ClientFactory(ClientConfig(httpx_client=ear.http)).create(card)

    @classmethod
    async def at(cls, url):
        """A client of the agent whose card is found below a URL."""
        ear = Ear()
        return cls(await A2ACardResolver(ear.http, url).get_agent_card(), ear)

    async def send(self, message, **configuration):
        events = self.client.send_message(Message.model_validate(message), configuration=MessageSendConfiguration(**configuration))
        [event] = [event async for event in events]
        return event[0] if isinstance(event, tuple) else event

    async def do(self, call):
        self.ear.key = call["key"]
        version = call.get("version", "")
        self.ear.claim = "1.0" if version == "other" else version
        task = call.get("task", "")
        match call["do"]:
            case "send":
                return answer(await self.send(message(call)))
            case "get":
                return answer(await self.client.get_task(TaskQueryParams(id=task)))
            case "cancel":
                return answer(await self.client.cancel_task(TaskIdParams(id=task)))
            case "push":
                config = PushNotificationConfig(url="https://agent.example/push")
                return await self.client.set_task_callback(TaskPushNotificationConfig(task_id=task, push_notification_config=config))
            case "subscribe":
                return [event async for event in self.client.resubscribe(TaskIdParams(id=task))]
        raise TypeError(call["do"])

    def refusal(self, error):
        if self.ear.status != 200:
            return None, self.ear.status
        return getattr(getattr(error, "error", None), "code", None), None


def message(call):
    """A message as JSON."""
    part = {"kind": "text", "text": call.get("text", "")}
    if "data" in call:
        part = {"kind": "data", "data": call["data"]}
    if "file" in call:
        part = {"kind": "file", "file": {"bytes": call["file"]}}
    return {
        "kind": "message",
        "messageId": call.get("id") or str(uuid.uuid4()),
        "role": "user",
        "parts": [part],
        "contextId": call.get("context") or None,
        "taskId": call.get("task") or None,
    }


def answer(result):
    """What the library made of a result."""
    if result.kind == "message":
        return Answer("message", result.task_id or "", result.context_id, *_said(result.parts))
    said = result.status.message or next(iter(result.artifacts or []), None)
    return Answer("task " + result.status.state.value, result.id, result.context_id, *_said(said.parts if said else []))


def _said(parts):
    parts = [p.root for p in parts]
    text = next((p.text for p in parts if p.kind == "text"), "")
    return text, next((p.data for p in parts if p.kind == "data"), None)
