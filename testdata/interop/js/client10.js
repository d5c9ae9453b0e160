// @a2a-js/sdk 1.3.0, in A2A 1.0.

import {
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  Message,
  SendMessageRequest,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from 'a2a-1.0';
import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory } from 'a2a-1.0/client';

import { Ear } from './desk.js';

// factory makes clients that call through an ear.
export const factory = (ear) =>
  new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl: ear.fetch })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl: ear.fetch }),
    }),
  );

export class Client10 {
  constructor(client, ear) {
    this.client = client;
    this.ear = ear;
  }

  static async of(card, ear = new Ear()) {
    return new Client10(await factory(ear).createFromAgentCard(card), ear);
  }

  static async at(url, path, ear = new Ear()) {
    return new Client10(await factory(ear).createFromUrl(url, path), ear);
  }

  async do(call) {
    this.ear.key = call.key;
    this.ear.claim = call.version === 'other' ? '0.3' : call.version;
    const id = call.task;
    switch (call.do) {
      case 'send':
        return answer(await this.client.sendMessage(SendMessageRequest.fromJSON({ message: message(call) })));
      case 'get':
        return answer(await this.client.getTask(GetTaskRequest.fromJSON({ id })));
      case 'cancel':
        return answer(await this.client.cancelTask(CancelTaskRequest.fromJSON({ id })));
      case 'list':
        return this.client.listTasks(ListTasksRequest.fromJSON({ pageToken: call.page }));
      case 'push': {
        // the client refuses by the card; what carries its calls does not
        const config = TaskPushNotificationConfig.fromJSON({ taskId: id, url: 'https://agent.example/push' });
        return this.client.transport.createTaskPushNotificationConfig(config, { serviceParameters: { 'A2A-Version': '1.0' } });
      }
      case 'subscribe':
        for await (const event of this.client.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id }))) return event;
        return {};
    }
    throw new TypeError(`no call is named ${call.do}`);
  }

  refusal(error) {
    return this.ear.status === 200 ? { code: error.envelopeCode, status: 0 } : { code: 0, status: this.ear.status };
  }
}

// message is one as the SDK reads it from JSON.
export function message(call) {
  let part = { text: call.text };
  if (call.data) part = { data: call.data };
  if (call.file) part = { raw: call.file };
  return { messageId: call.id ?? crypto.randomUUID(), role: 'ROLE_USER', parts: [part], contextId: call.context, taskId: call.task };
}

// answer is what the SDK made of a result, as it would write it itself.
export function answer(result) {
  if ('messageId' in result) {
    const m = Message.toJSON(result);
    return { state: 'message', task: m.taskId, context: m.contextId, ...said(m.parts) };
  }
  const t = Task.toJSON(result);
  const state = t.status.state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-');
  return { state: `task ${state}`, task: t.id, context: t.contextId, ...said(t.status.message?.parts ?? t.artifacts?.[0].parts) };
}

function said(parts = []) {
  return { text: parts.find((p) => 'text' in p)?.text, data: parts.find((p) => 'data' in p)?.data };
}
