// Drives a running desk with @a2a-js/sdk 0.3.14, in A2A 0.3.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answer, Client03, message } from './client03.js';
import { Ear, start } from './desk.js';
import { refusals, refused, twenty, walk } from './flow.js';

const cardOf = (organization) => `/orgs/${organization}/.well-known/agent-card.json`;

const only = (ear, version) => assert.deepEqual([...ear.versions], [version]);

// The card for both versions has all that 0.3 wants in one.
test('card', async (t) => {
  const url = await start(t, '2026-03-30T08:30:00-03:00');
  for (const [path, name] of [
    ['', 'hora'],
    ['/orgs/clinica-demo', 'Clinica Demo'],
  ]) {
    const { client, ear } = await Client03.at(url, `${path}/.well-known/agent-card.json`);
    const card = await client.getAgentCard();
    assert.deepEqual([card.name, card.url, card.protocolVersion, card.preferredTransport], [name, `${url}${path}/a2a`, '0.3.0', 'JSONRPC']);
    assert.ok(!card.capabilities.streaming && !card.capabilities.pushNotifications && !card.supportsAuthenticatedExtendedCard);
    assert.equal(card.securitySchemes.bearer.type, 'http');
    for (const id of ['list_services', 'find_slots', 'book', 'talk']) assert.ok(card.skills.some((s) => s.id === id), id);
    const asked = { ...message({ text: '¿Qué servicios tienen?' }), metadata: { organization: 'clinica-demo' } };
    const got = answer(await client.sendMessage({ message: asked }));
    assert.equal(got.state, 'message');
    assert.equal(got.data.catalogue.services.length, 3);
    only(ear, '');
  }
  await assert.rejects(Client03.at(url, cardOf('nobodys')), /404/);
});

test('twenty steps', async (t) => {
  const flow = twenty();
  const c = await Client03.at(await start(t, flow.now), cardOf(flow.organization));
  await walk(flow, c);
  only(c.ear, '');
});

test('refusals', async (t) => {
  const all = refusals();
  const c = await Client03.at(await start(t, all.now), cardOf(all.organization));
  await refused(all, c, '0.3', {
    // of what comes instead of a stream the SDK reads the media type alone
    subscribe: ({ error }) => assert.match(error.message, /Invalid response Content-Type/),
  });
  only(c.ear, '');
});

// Tasks as a client may look at them: a message that is sent again, some of a
// history, one given up.
test('tasks', async (t) => {
  const ear = new Ear();
  ear.key = 'demo-business';
  const { client } = await Client03.at(await start(t, '2026-03-30T08:30:00-03:00'), cardOf('clinica-demo'), ear);
  const send = (m) => client.sendMessage({ message: m, configuration: { blocking: false } });

  const first = message({ text: 'Quiero reservar Asesoria Lactancia' });
  const asked = await send(first);
  const again = await send(first);
  assert.equal(again.id, asked.id);
  assert.equal(again.status.state, 'input-required');

  const second = message({ text: 'el miércoles a las 10:00, ana@example.com', task: asked.id });
  const continued = await send(second);
  assert.equal(continued.contextId, asked.contextId);
  assert.equal(continued.history.length, 3);

  const got = await client.getTask({ id: asked.id, historyLength: 1 });
  assert.deepEqual(got.history.map((m) => m.messageId), [second.messageId]);
  assert.match(got.status.timestamp, /^2026-03-30T11:3\d:\d\d\.\d{3}Z$/);

  const other = await send(message({ text: 'I would like to book a massage' }));
  assert.equal((await client.cancelTask({ id: other.id })).status.state, 'canceled');
  const done = await send(message({ text: 'sí, confirma', task: asked.id, context: asked.contextId }));
  assert.equal(done.status.state, 'completed');
  assert.equal(done.artifacts.length, 1);
  only(ear, '');
});
