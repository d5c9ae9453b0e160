// The registry's documents by the schemas of those who define them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import { Desk } from './desk.js';

const get = async (url) => (await fetch(url)).json();

test('the OpenAPI document is one', async (t) => {
  const desk = await Desk.open(t);
  await desk.start('2026-03-01T10:00:00Z');
  const document = await get(`${desk.url}/.well-known/ucp/services/registry.openapi.json`);
  const { valid, errors } = await new Validator().validate(document);
  assert.ok(valid, JSON.stringify(errors));

  const ajv = formats(new Ajv({ strict: false }));
  ajv.addSchema(document, 'registry');
  const fits = (component, value) => {
    const check = ajv.getSchema(`registry#/components/schemas/${component}`);
    assert.ok(check(value), `${component}: ${JSON.stringify(check.errors)}`);
  };
  let answer = await desk.ask('discover', { query: { text: 'The Pheasant Inn for 2 adults 14-16 March 2026' } });
  while (answer.next) {
    fits('RegistryResult', answer);
    fits('Command', answer.next);
    answer = await desk.ask(answer.next.skill, answer.next.arguments);
  }
  fits('HandoffResult', answer);
});

// HORA_ARD names a folder with schemas/ard, which are not ours to copy.
test('the manifest and the search answers are by the ARD schema', async (t) => {
  const schema = JSON.parse(readFileSync(join(process.env.HORA_ARD, 'schemas', 'ard', 'ai-catalog.schema.json'), 'utf8'));
  const ajv = formats(new Ajv({ strict: false }));
  ajv.addSchema(schema, 'ard');
  const manifest = ajv.getSchema('ard');
  const entry = ajv.getSchema('ard#/$defs/catalogEntry');
  const desk = await Desk.open(t);
  await desk.start('2026-03-01T10:00:00Z');
  const document = await get(`${desk.url}/.well-known/ai-catalog.json?catalogue=visit-keswick`);
  assert.ok(manifest(document), JSON.stringify(manifest.errors));
  const registry = document.entries.find((e) => e.type === 'application/ai-registry+json');
  const response = await fetch(new URL('search', registry.url), {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: { text: 'peaceful stays', filter: { tags: ['stay'] } }, federation: 'referrals', pageSize: 3 }),
  });
  const found = await response.json();
  assert.deepEqual(Object.keys(found).sort(), ['pageToken', 'referrals', 'results']);
  assert.equal(found.results.length, 3);
  for (const result of found.results) {
    assert.ok(entry(result), JSON.stringify(entry.errors));
    assert.ok(Number.isInteger(result.score) && result.score >= 0 && result.score <= 100);
    assert.equal(result.source, registry.url);
    const card = await fetch(result.url);
    assert.equal(card.status, 200, result.url);
  }
});
