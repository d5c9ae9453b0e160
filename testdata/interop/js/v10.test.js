// Drives a running desk with @a2a-js/sdk 1.3.0, in A2A 1.0.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GetTaskRequest, ListTasksRequest, SendMessageRequest, TaskState } from 'a2a-1.0';

import { answer, Client10, message } from './client10.js';
import { Ear, start } from './desk.js';
import { refusals, refused, twenty, walk } from './flow.js';

const cardOf = (organization) => `/orgs/${organization}/.well-known/agent-card.json`;

const only = (ear, version) => assert.deepEqual([...ear.versions], [version]);

// The SDK asks for the card of its version; the one for both must do as well.
test('card', async (t) => {
  const url = await start(t, '2026-03-30T08:30:00-03:00');
  for (const [path, name] of [
    ['', 'hora'],
    ['/orgs/clinica-demo', 'Clinica Demo'],
  ]) {
    const well = `${path}/.well-known/agent-card.json`;
    const union = await (await fetch(url + well)).json();
    for (const c of [await Client10.at(url, well), await Client10.of(union)]) {
      const card = await c.client.getAgentCard();
      const [first] = card.supportedInterfaces;
      assert.equal(card.name, name);
      assert.deepEqual([first.url, first.protocolBinding, first.protocolVersion], [`${url}${path}/a2a`, 'JSONRPC', '1.0']);
      assert.ok(!card.capabilities.streaming && !card.capabilities.pushNotifications && !card.capabilities.extendedAgentCard);
      for (const id of ['list_services', 'find_slots', 'book', 'talk']) assert.ok(card.skills.some((s) => s.id === id), id);
      const asked = { ...message({ text: '¿Qué servicios tienen?' }), metadata: { organization: 'clinica-demo' } };
      const got = answer(await c.client.sendMessage(SendMessageRequest.fromJSON({ message: asked })));
      assert.equal(got.state, 'message');
      assert.equal(got.data.catalogue.services.length, 3);
      only(c.ear, '1.0');
    }
  }
  await assert.rejects(Client10.at(url, cardOf('nobodys')), /404/);
});

test('twenty steps', async (t) => {
  const flow = twenty();
  const c = await Client10.at(await start(t, flow.now), cardOf(flow.organization));
  await walk(flow, c);
  only(c.ear, '1.0');
});

test('refusals', async (t) => {
  const all = refusals();
  const c = await Client10.at(await start(t, all.now), cardOf(all.organization));
  await refused(all, c, '1.0');
  only(c.ear, '1.0');
});

// Tasks as a client may look at them: a message that is sent again, some of a
// history, lists by page and by state.
test('tasks', async (t) => {
  const ear = new Ear();
  ear.key = 'demo-business';
  const { client } = await Client10.at(await start(t, '2026-03-30T08:30:00-03:00'), cardOf('clinica-demo'), ear);
  const send = (m) => client.sendMessage(SendMessageRequest.fromJSON({ message: m }));
  const list = (q) => client.listTasks(ListTasksRequest.fromJSON(q));

  const first = message({ text: 'Quiero reservar Asesoria Lactancia' });
  const asked = await send(first);
  const again = await send(first);
  assert.equal(again.id, asked.id);
  assert.equal(again.status.state, TaskState.TASK_STATE_INPUT_REQUIRED);

  const second = message({ text: 'el miércoles a las 10:00, ana@example.com', task: asked.id });
  const continued = await send(second);
  assert.equal(continued.contextId, asked.contextId);
  assert.equal(continued.history.length, 3);

  const got = await client.getTask(GetTaskRequest.fromJSON({ id: asked.id, historyLength: 1 }));
  assert.deepEqual(got.history.map((m) => m.messageId), [second.messageId]);
  assert.match(got.status.timestamp, /^2026-03-30T11:3\d:\d\d\.\d{3}Z$/);

  const other = await send(message({ text: 'I would like to book a massage' }));
  const page = await list({ pageSize: 1 });
  assert.deepEqual([page.totalSize, page.pageSize, page.tasks.map((x) => x.id)], [2, 1, [other.id]]);
  const last = await list({ pageSize: 1, pageToken: page.nextPageToken });
  assert.deepEqual([last.tasks.map((x) => x.id), last.nextPageToken], [[asked.id], '']);

  const cancelled = await client.cancelTask({ id: other.id, tenant: '', metadata: undefined });
  assert.equal(cancelled.status.state, TaskState.TASK_STATE_CANCELED);
  const done = await send(message({ text: 'sí, confirma', task: asked.id, context: asked.contextId }));
  assert.equal(done.status.state, TaskState.TASK_STATE_COMPLETED);
  assert.equal(done.artifacts.length, 1);
  const completed = await list({ status: 'TASK_STATE_COMPLETED', includeArtifacts: true });
  assert.deepEqual(completed.tasks.map((x) => [x.id, x.artifacts.length]), [[asked.id, 1]]);
  only(ear, '1.0');
});
