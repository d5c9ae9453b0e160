// @a2a-js/sdk 0.3.14, in A2A 0.3.

import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory } from 'a2a-0.3/client';

import { Ear } from './desk.js';

// factory makes clients that call through an ear.
export const factory = (ear) =>
  new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl: ear.fetch })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl: ear.fetch }),
    }),
  );

export class Client03 {
  constructor(client, ear) {
    this.client = client;
    this.ear = ear;
  }

  static async at(url, path, ear = new Ear()) {
    return new Client03(await factory(ear).createFromUrl(url, path), ear);
  }

  async do(call) {
    this.ear.key = call.key;
    this.ear.claim = call.version === 'other' ? '1.0' : call.version;
    const id = call.task;
    switch (call.do) {
      case 'send':
        return answer(await this.client.sendMessage({ message: message(call) }));
      case 'get':
        return answer(await this.client.getTask({ id }));
      case 'cancel':
        return answer(await this.client.cancelTask({ id }));
      case 'push':
        // the client refuses by the card; what carries its calls does not
        return this.client.transport.setTaskPushNotificationConfig({ taskId: id, pushNotificationConfig: { url: 'https://agent.example/push' } });
      case 'subscribe':
        for await (const event of this.client.resubscribeTask({ id })) return event;
        return {};
    }
    throw new TypeError(`no call is named ${call.do}`);
  }

  refusal(error) {
    return this.ear.status === 200 ? { code: error.errorResponse?.error.code, status: 0 } : { code: 0, status: this.ear.status };
  }
}

export function message(call) {
  let part = { kind: 'text', text: call.text };
  if (call.data) part = { kind: 'data', data: call.data };
  if (call.file) part = { kind: 'file', file: { bytes: call.file } };
  return { kind: 'message', messageId: call.id ?? crypto.randomUUID(), role: 'user', parts: [part], contextId: call.context, taskId: call.task };
}

export function answer(result) {
  if (result.kind === 'message') {
    return { state: 'message', task: result.taskId, context: result.contextId, ...said(result.parts) };
  }
  return {
    state: `task ${result.status.state}`,
    task: result.id,
    context: result.contextId,
    ...said(result.status.message?.parts ?? result.artifacts?.[0].parts),
  };
}

function said(parts = []) {
  return { text: parts.find((p) => p.kind === 'text')?.text, data: parts.find((p) => p.kind === 'data')?.data };
}
