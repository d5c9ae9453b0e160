"""a2a-sdk 1.x, in A2A 1.0."""

import uuid

from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    SendMessageRequest,
    SubscribeToTaskRequest,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import JSON_RPC_ERROR_CODE_MAP
from google.protobuf.json_format import MessageToDict, ParseDict

from desk import Ear
from flow import Answer


class Client10:
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
        request = SendMessageRequest(message=ParseDict(message, SendMessageRequest().message), configuration=configuration)
        [event] = [event async for event in self.client.send_message(request)]
        return event.task if event.HasField("task") else event.message

    async def do(self, call):
        self.ear.key = call["key"]
        version = call.get("version", "")
        self.ear.claim = "0.3" if version == "other" else version
        task = call.get("task", "")
        match call["do"]:
            case "send":
                return answer(await self.send(message(call)))
            case "get":
                return answer(await self.client.get_task(GetTaskRequest(id=task)))
            case "cancel":
                return answer(await self.client.cancel_task(CancelTaskRequest(id=task)))
            case "list":
                return await self.client.list_tasks(ListTasksRequest(page_token=call.get("page", "")))
            case "push":
                config = TaskPushNotificationConfig(task_id=task, url="https://agent.example/push")
                return await self.client.create_task_push_notification_config(config)
            case "subscribe":
                return [event async for event in self.client.subscribe(SubscribeToTaskRequest(id=task))]
        raise TypeError(call["do"])

    def refusal(self, error):
        if self.ear.status != 200:
            return None, self.ear.status
        return JSON_RPC_ERROR_CODE_MAP.get(type(error)), None


def message(call):
    """A message as ProtoJSON."""
    part = {"text": call.get("text", "")}
    if "data" in call:
        part = {"data": call["data"]}
    if "file" in call:
        part = {"raw": call["file"]}
    return {
        "messageId": call.get("id") or str(uuid.uuid4()),
        "role": "ROLE_USER",
        "parts": [part],
        "contextId": call.get("context", ""),
        "taskId": call.get("task", ""),
    }


def answer(result):
    """What the library made of a result."""
    seen = MessageToDict(result)
    if "messageId" in seen:
        return Answer("message", seen.get("taskId", ""), seen["contextId"], *_said(seen["parts"]))
    state = seen["status"]["state"].removeprefix("TASK_STATE_").lower().replace("_", "-")
    said = seen["status"].get("message") or seen.get("artifacts", [{}])[0]
    return Answer("task " + state, seen["id"], seen["contextId"], *_said(said.get("parts", [])))


def _said(parts):
    text = next((p["text"] for p in parts if "text" in p), "")
    return text, next((p["data"] for p in parts if "data" in p), None)
