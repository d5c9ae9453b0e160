// The page behind a review link, as a guest sees it on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Desk } from './desk.js';
import { axe, open, phone } from './phone.js';

const begin = '2026-03-01T10:00:00Z';

let browser;
before(async () => { browser = await open(); });
after(() => browser?.close());

// visit opens an address and holds the page to what must be true of all of
// them: it loads nothing but itself, fits a phone, can be read by everybody,
// and says what it is.
async function visit(t, url, options = {}) {
  const context = await browser.newContext({ ...phone, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  const requests = [];
  const complaints = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const response = await page.goto(url);
  assert.deepEqual(requests.filter((u) => !u.endsWith('/favicon.ico')), [url]);
  assert.deepEqual(complaints.filter((c) => !/status of 4\d\d|favicon/.test(c)), []);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(width[0] <= width[1], `the page is ${width[0]} wide, the phone ${width[1]}`);
  assert.equal(await page.locator('h1').count(), 1);
  assert.equal(await page.locator('form, script, img, iframe').count(), 0);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html)}`), []);
  return { page, response, text: await page.locator('main').innerText() };
}

const where = { section: 'stay', stay: { checkIn: '2026-03-14', checkOut: '2026-03-16' }, party: { adults: 2 } };

// link follows the commands that the registry's own answers say to send, from a
// question to a review link.
async function link(desk) {
  let answer = await desk.ask('discover', { query: { text: 'The Pheasant Inn for 2 adults 14-16 March 2026' } });
  while (answer.next) answer = await desk.ask(answer.next.skill, answer.next.arguments);
  assert.equal(answer.booked, false);
  return answer.reviewUrl;
}

test('what would be booked, and that nothing is', async (t) => {
  const desk = await Desk.open(t);
  await desk.start(begin);
  const url = await link(desk);
  const { page, response, text } = await visit(t, url);
  assert.equal(response.status(), 200);
  for (const words of ['Nothing is booked yet.', 'The Pheasant Inn', 'Garden double', '14-16 March 2026', '2 adults', '£240']) {
    assert.ok(text.includes(words), `${words} in\n${text}`);
  }
  const go = page.locator('a.go');
  const target = new URL(await go.getAttribute('href'));
  assert.equal(target.origin + target.pathname, 'https://www.visitkeswick.example/book/confirm');
  assert.equal(target.searchParams.get('t'), new URL(url).searchParams.get('t'));
  const box = await go.boundingBox();
  assert.ok(box.height >= 44 && box.width >= 200, `a finger finds ${box.width} x ${box.height}`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'go');
  assert.notEqual(await go.evaluate((a) => getComputedStyle(a).outlineStyle), 'none');

  await visit(t, url, { colorScheme: 'dark' });
  await visit(t, url, { viewport: { width: 1280, height: 800 }, isMobile: false });

  const again = await fetch(url, { headers: { Accept: 'application/json' } });
  const told = await again.json();
  assert.equal(told.state, 'ready');
  assert.equal(told.offer.price.amount, 24000);
});

test('the gate closes, and opens again', async (t) => {
  const desk = await Desk.open(t);
  await desk.start(begin);
  const url = await link(desk);
  await desk.again({ change: (c) => { c.handoff.open = false; } });
  const { page, response, text } = await visit(t, url);
  assert.equal(response.status(), 200);
  assert.match(text, /Booking is closed for now/);
  assert.match(text, /Nothing is booked yet/);
  assert.equal(await page.locator('a').count(), 0);
  assert.deepEqual(await (await fetch(`${desk.url}/registry/booking-handoff/status?catalogue=visit-keswick`)).json(), { available: false, reason: 'booking_closed' });
  await desk.again({ change: () => {} });
  assert.match((await visit(t, url)).text, /Review before you book/);
});

test('the link runs out', async (t) => {
  const desk = await Desk.open(t);
  await desk.start(begin);
  const url = await link(desk);
  await desk.again({ now: '2026-03-01T10:20:00Z' });
  const { page, response, text } = await visit(t, url);
  assert.equal(response.status(), 410);
  assert.match(text, /This link has run out/);
  assert.match(text, /Nothing can be booked through it any more/);
  assert.equal(await page.locator('a').count(), 0);
});

test('what was booked is not offered again', async (t) => {
  const desk = await Desk.open(t);
  await desk.start(begin);
  await desk.again({ change: (c) => { c.book = true; } });
  const token = desk.token('guest-1');
  const { results } = await desk.ask('match', { places: [{ name: 'The Pheasant Inn' }], ...where }, token);
  const [offer] = results[0].offers;
  const { reviewUrl } = await desk.ask('prepare_booking_handoff', { venueId: results[0].entityId, handle: offer.handle, section: 'stay' }, token);
  assert.match((await visit(t, reviewUrl)).text, /Nothing is booked yet/);
  const made = await desk.ask('book', { entityId: results[0].entityId, offerId: offer.offerId }, token);
  assert.equal(made.booked, true);
  const { page, response, text } = await visit(t, reviewUrl);
  assert.equal(response.status(), 410);
  assert.match(text, /This has been booked already/);
  assert.equal(await page.locator('a').count(), 0);
});

test('a curator who takes no confirmations', async (t) => {
  const desk = await Desk.open(t);
  await desk.start(begin);
  await desk.again({ change: (c) => { delete c.handoff.confirm_url; } });
  const { page, text } = await visit(t, await link(desk));
  assert.match(text, /does not take confirmations online/);
  assert.equal(await page.locator('a.go').count(), 0);
  assert.match(await page.locator('a').getAttribute('href'), /^https:\/\/www\.visitkeswick\.example\//);
});

test('a link that was cut off', async (t) => {
  const desk = await Desk.open(t);
  await desk.start(begin);
  const url = await link(desk);
  for (const broken of [url.slice(0, -4), `${desk.url}/registry/review`]) {
    const { response, text } = await visit(t, broken);
    assert.equal(response.status(), 404);
    assert.match(text, /This link is not valid/);
  }
});
