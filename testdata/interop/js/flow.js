// The twenty steps of testdata/flows, and the calls that a desk refuses. A
// client has one method, do(call), whatever its version calls what is done:
//
//   call    { do, id, text, data, file, context, task, page, version, key }
//   answer  { state, task, context, text, data }

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './desk.js';

const interop = join(root, 'testdata', 'interop');
const json = (name) => JSON.parse(readFileSync(join(interop, name), 'utf8'));

// twenty reads the flow of twenty steps.
export function twenty() {
  const [comment, ...files] = readFileSync(join(root, 'testdata', 'flows', 'twenty.txtar'), 'utf8').split(/^-- (.+) --\n/m);
  const setting = (name) => comment.match(new RegExp(`^${name}: (.*)$`, 'm'))[1];
  const steps = [];
  for (let i = 0; i < files.length; i += 2) {
    const [step, kind] = files[i].split(' ');
    steps.push({ step, kind, body: files[i + 1].trim() });
  }
  return { organization: setting('organization'), key: setting('key'), now: setting('now'), steps };
}

// at is the value at a path such as slots.slots.0.id.
const at = (value, path) => path.split('.').reduce((in_, name) => in_?.[name], value);

const fill = (text, kept) => Object.entries(kept).reduce((all, [name, value]) => all.replaceAll(`{${name}}`, value), text);

// facts are what a booking comes to, whatever the version.
function facts(data) {
  const b = data?.booking ?? data?.cancellation?.booking;
  return b && { service: b.service.id, provider: b.provider.id, start: b.start, state: b.state, client: b.client?.email };
}

// walk takes the steps with a client and holds the answers against the flow,
// and the bookings in them against what every client must come to.
export async function walk(flow, client) {
  const outcomes = json('outcomes.json');
  const kept = {};
  let got = {};
  let task;
  let waiting = false;
  let taken = 0;
  for (const { step, kind, body } of flow.steps) {
    if (kind === 'answer') {
      assert.equal([got.state, got.text].join('\n').trim(), body, `step ${step}`);
      assert.deepEqual(facts(got.data), outcomes[step], `step ${step}`);
      continue;
    }
    if (kind === 'keep') {
      const [name, path] = body.split(' ');
      kept[name] = at(got.data, path);
      assert.equal(typeof kept[name], 'string', `step ${step}: ${path}`);
      continue;
    }
    const call = { do: 'send', key: flow.key, context: got.context, task: waiting ? task : undefined };
    if (kind === 'text') call.text = body;
    else if (kind === 'data') call.data = JSON.parse(fill(body, kept));
    else Object.assign(call, { do: kind, task });
    got = await client.do(call);
    if (got.state !== 'message') {
      task = got.task; // which a message in between does not end
      waiting = got.state === 'task input-required';
    }
    taken++;
  }
  assert.equal(taken, 20);
}

export const refusals = () => json('refusals.json');

// refused makes the calls that a desk refuses. Where the answer does not reach
// whoever uses the library, unheard looks at what does.
export async function refused(all, client, version, unheard = {}) {
  const kept = {};
  const make = (call) => JSON.parse(fill(JSON.stringify({ key: all.key, ...call }), kept));
  for (const { keep, ...call } of all.before) {
    const answer = await client.do(make(call));
    for (const [name, path] of Object.entries(keep)) {
      kept[name] = at(answer, path);
      assert.equal(typeof kept[name], 'string', path);
    }
  }
  for (const { title, code = 0, status = 0, only = version, ...call } of all.refusals) {
    if (only !== version) continue;
    const heard = await client.do(make(call)).then(
      (answer) => ({ answer }),
      (error) => ({ error }),
    );
    if (unheard[title]) {
      unheard[title](heard);
      continue;
    }
    assert.ok(heard.error, `${title}: is answered`);
    assert.deepEqual(client.refusal(heard.error), { code, status }, `${title}: ${heard.error}`);
  }
}
