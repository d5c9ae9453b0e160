// Signing in and confirming behind a review link, as a guest does it on a phone:
// by touch, by keyboard, and without scripts, which the pages have none of.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import Certified from 'oidc-provider';

import { Desk } from './desk.js';
import { axe, open, phone } from './phone.js';
import { Provider } from './provider.js';

const begin = '2026-03-01T10:00:00Z';

let browser;
before(async () => { browser = await open(); });
after(() => browser?.close());

// world is a desk whose guests confirm here, the provider that they sign in at,
// and a review link.
async function world(t) {
  const desk = await Desk.open(t);
  const provider = await Provider.open(t, begin);
  desk.signsInAt(provider);
  await desk.start(begin);
  await desk.again({ change: (c) => { delete c.handoff.confirm_url; } });
  return { desk, provider, url: await link(desk) };
}

async function link(desk, question = 'The Pheasant Inn for 2 adults 14-16 March 2026') {
  let answer = await desk.ask('discover', { query: { text: question } });
  while (answer.next) answer = await desk.ask(answer.next.skill, answer.next.arguments);
  return answer.reviewUrl;
}

// guest is somebody with a phone.
async function guest(t, options = {}) {
  const context = await browser.newContext({ ...phone, ...options });
  t.after(() => context.close());
  return context;
}

// decent holds a page of the desk to what must be true of all of them, and
// answers what it says.
async function decent(page) {
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(width[0] <= width[1], `the page is ${width[0]} wide, the phone ${width[1]}`);
  assert.equal(await page.locator('h1').count(), 1);
  assert.equal(await page.locator('script, img, iframe').count(), 0);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html)}`), []);
  return page.locator('main').innerText();
}

// lead does what leads to another page, and waits for that.
async function lead(page, act) {
  const there = page.waitForEvent('load');
  await act();
  await there;
}

// signIn goes from a review link through the provider, as whom it is told.
async function signIn(page, url, subject = 'ana') {
  await page.goto(url);
  await lead(page, () => page.locator('a.go').click());
  await page.getByLabel('Name').fill(subject);
  const back = page.waitForResponse((r) => new URL(r.url()).pathname.startsWith('/registry/review') && r.status() !== 303);
  await lead(page, () => page.getByRole('button', { name: 'Sign in' }).click());
  return back;
}

// press confirms, and answers with what came of it: the page that the form leads
// to, or its own.
async function press(page) {
  const answer = page.waitForResponse((r) => new URL(r.url()).pathname === '/registry/review' && r.status() !== 303);
  await lead(page, () => page.getByRole('button', { name: 'Confirm booking' }).click());
  return answer;
}

// leave signs out.
const leave = (page) => lead(page, () => page.getByRole('button', { name: 'Sign out' }).click());

const told = (url) => fetch(url, { headers: { Accept: 'application/json' } }).then((r) => r.json());

test('a guest signs in and confirms', async (t) => {
  const { desk, provider, url } = await world(t);
  const context = await guest(t);
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => complaints.push(message.text()));

  await page.goto(url);
  const before = await decent(page);
  assert.match(before, /Nothing is booked yet/);
  assert.match(before, /sign in and confirm/);
  assert.equal(await page.locator('form').count(), 0);

  const response = await signIn(page, url);
  assert.equal(response.status(), 200);
  assert.ok(page.url().startsWith(`${desk.url}/registry/review?t=`), page.url());
  const shown = await decent(page);
  for (const words of ['Confirm your booking', 'Nothing is booked yet.', 'The Pheasant Inn', 'Garden double', '14-16 March 2026', '2 adults', '£240']) {
    assert.ok(shown.includes(words), `${words} in\n${shown}`);
  }
  assert.match(shown, /Cancelling\s+Free until 7 March 2026 at 15:00\. After that £120 GBP until 12 March 2026 at 15:00\. After that the whole price, £240 GBP\. Times are local to the place \(Europe\/London\)\./);
  assert.match(shown, /You are signed in as a\*\*\*@mail\.example, with your account at localhost\./);
  const buttons = page.getByRole('button');
  assert.deepEqual(await buttons.allInnerTexts(), ['Confirm booking', 'Sign out']);
  const boxes = await Promise.all([0, 1].map((n) => buttons.nth(n).boundingBox()));
  assert.ok(boxes[0].height >= 44 && boxes[0].width >= 200, `a finger finds ${boxes[0].width} x ${boxes[0].height}`);
  assert.ok(boxes[1].height >= 44 && boxes[1].y - boxes[0].y - boxes[0].height >= 24, `a finger finds ${boxes[1].height}, ${boxes[1].y - boxes[0].y - boxes[0].height} below`);
  assert.deepEqual(await told(url).then((r) => [r.state, r.booked]), ['ready', false]);

  const cookies = await context.cookies(desk.url);
  assert.deepEqual(cookies.map((c) => [c.name, c.httpOnly, c.sameSite]), [['hora-guest', true, 'Lax']]);
  assert.ok(cookies[0].expires - Date.now() / 1000 <= 15 * 60);
  assert.equal(provider.asked.length, 1);

  assert.equal((await press(page)).status(), 200);
  const receipt = await decent(page);
  assert.match(receipt, /It is booked/);
  assert.match(receipt, /14-16 March 2026/);
  const [id] = receipt.match(/\b[0-9A-HJKMNP-TV-Z]{26}\b/);
  assert.deepEqual(await told(url), { state: 'used', booked: true });

  // Reloading, and the link itself, say the same and book nothing again.
  const again = await page.reload();
  assert.equal(again.request().method(), 'GET');
  assert.ok((await page.locator('main').innerText()).includes(id));
  await page.goto(url);
  assert.ok((await decent(page)).includes(id));
  const stranger = await (await guest(t)).newPage();
  assert.equal((await stranger.goto(url)).status(), 410);
  const seen = await decent(stranger);
  assert.match(seen, /This has been booked already/);
  assert.ok(!seen.includes(id));
  assert.deepEqual(complaints.filter((c) => !/favicon/.test(c)), []);
  const log = Buffer.concat(desk.log).toString();
  for (const secret of ['ana', 'mail.example', provider.secret, provider.asked[0].get('code'), provider.asked[0].get('code_verifier'), cookies[0].value]) {
    assert.ok(!log.includes(secret), `${secret} in the log`);
  }
});

test('without scripts, in the dark, by keyboard alone', async (t) => {
  const { url } = await world(t);
  const page = await (await guest(t, { javaScriptEnabled: false, colorScheme: 'dark' })).newPage();
  await page.goto(url);
  await page.keyboard.press('Tab');
  await lead(page, () => page.keyboard.press('Enter'));
  await page.keyboard.press('Tab');
  await page.keyboard.type('ben');
  await lead(page, () => page.keyboard.press('Enter'));
  assert.match(await page.locator('h1').innerText(), /Confirm your booking/);
  await page.keyboard.press('Tab');
  assert.equal(await page.locator('button:focus-visible').count(), 1, 'the button is the first that Tab finds, and shows it');
  const posted = page.waitForResponse((r) => r.request().method() === 'POST');
  await lead(page, () => page.keyboard.press('Enter'));
  assert.equal((await posted).status(), 303);
  assert.match(await page.locator('h1').innerText(), /It is booked/);
  await page.keyboard.press('Tab');
  assert.equal(await page.locator('button.out:focus-visible').count(), 1, 'the button that signs out is the next, and shows it');
  await lead(page, () => page.keyboard.press('Enter'));
  assert.match(await page.locator('main').innerText(), /You are signed out here/);
});

test('somebody else signs in', async (t) => {
  const { desk, provider, url } = await world(t);
  const context = await guest(t);
  const page = await context.newPage();
  await signIn(page, url, 'ana');
  const stale = await context.newPage();
  await stale.goto(url);
  await leave(page);
  assert.match(await decent(page), /You are signed out here\./);
  assert.deepEqual(await context.cookies(desk.url), []);

  // What was there before cannot be gone back to, and cannot be confirmed.
  await page.goBack();
  assert.doesNotMatch(await page.locator('main').innerText(), /signed in as/);
  assert.equal((await press(stale)).status(), 403);
  assert.match(await decent(stale), /Sign in once more/);

  await page.goto(url);
  await leave(await signIn(page, url, 'ana').then(() => page));
  await lead(page, () => page.locator('a.go').click());
  assert.equal(provider.prompts.at(-1), 'login');
  await page.getByLabel('Name').fill('ben');
  await lead(page, () => page.getByRole('button', { name: 'Sign in' }).click());
  assert.match(await decent(page), /signed in as b\*\*\*@mail\.example/);

  // The tab of the one who was there first neither confirms nor signs the other out.
  await stale.goto(url);
  assert.match(await stale.locator('main').innerText(), /signed in as b\*\*\*@mail\.example/);
  assert.equal((await press(stale)).status(), 200);
  assert.match(await decent(stale), /It is booked/);
  await page.reload();
  assert.match(await decent(page), /It is booked/);
  await leave(page);
  const seen = await decent(page);
  assert.match(seen, /This has been booked already/);
  assert.match(seen, /You are signed out here/);
});

test('going back from the booking', async (t) => {
  const { url } = await world(t);
  const page = await (await guest(t)).newPage();
  await signIn(page, url);
  await press(page);
  const text = await decent(page);
  const [id] = text.match(/\b[0-9A-HJKMNP-TV-Z]{26}\b/);
  await page.goBack();
  const before = await page.locator('main').innerText();
  assert.ok(before.includes(id) && !before.includes('Nothing is booked'), before);
  await page.goForward();
  assert.ok((await page.locator('main').innerText()).includes(id));
});

test('in the dark the button can be read', async (t) => {
  const { url } = await world(t);
  const page = await (await guest(t, { colorScheme: 'dark' })).newPage();
  await signIn(page, url);
  assert.match(await decent(page), /Confirm your booking/);
});

test('two tabs and a double press are one booking', async (t) => {
  const { desk, url } = await world(t);
  const context = await guest(t);
  const [one, two] = [await context.newPage(), await context.newPage()];
  await signIn(one, url);
  await two.goto(url); // who is signed in is so in every tab
  await Promise.all([
    lead(one, () => one.getByRole('button', { name: 'Confirm booking' }).dblclick()),
    lead(two, () => two.getByRole('button', { name: 'Confirm booking' }).click()),
  ]);
  await two.goto(url);
  const [id] = (await two.locator('main').innerText()).match(/\b[0-9A-HJKMNP-TV-Z]{26}\b/);
  for (const page of [one, two]) {
    await page.goto(url);
    assert.ok((await page.locator('main').innerText()).includes(id));
  }
  assert.deepEqual(await told(url), { state: 'used', booked: true });
  const rest = await desk.ask('match', { places: [{ name: 'The Pheasant Inn' }], section: 'stay', stay: { checkIn: '2026-03-14', checkOut: '2026-03-16' }, party: { adults: 2 } });
  assert.ok(rest.results[0].offers.length > 0);
});

test('a sign-in that comes to nothing', async (t) => {
  const { desk, provider, url } = await world(t);
  const context = await guest(t);
  const page = await context.newPage();

  await page.goto(url);
  await lead(page, () => page.locator('a.go').click());
  const left = page.waitForResponse((r) => r.url().includes('/callback'));
  await lead(page, () => page.getByRole('button', { name: 'Leave' }).click());
  assert.equal((await left).status(), 403);
  assert.match(await decent(page), /You are not signed in\s+Nothing was booked/);
  await lead(page, () => page.locator('a.go').click());
  assert.match(await page.locator('h1').innerText(), /Review before you book/);

  for (const [wrong, status, says] of [
    [{ down: true }, 503, /Signing in is not possible now/],
    [{ claims: (c) => { c.aud = 'another'; } }, 502, /cannot be trusted/],
    [{ claims: (c) => { c.nonce = 'x'.repeat(43); } }, 400, /This is another sign-in/],
    [{ claims: (c) => { c.iss = 'https://evil.example'; } }, 502, /cannot be trusted/],
  ]) {
    provider.wrong = wrong;
    assert.equal((await signIn(page, url)).status(), status);
    const text = await decent(page);
    assert.match(text, says);
    assert.match(text, /Nothing was booked/);
    assert.deepEqual(await context.cookies(desk.url), []);
  }

  provider.wrong = {};
  await signIn(page, url);
  const callback = await page.goto(`${desk.url}/registry/review/callback?code=guess&state=${'s'.repeat(43)}`);
  assert.equal(callback.status(), 400);
  assert.match(await decent(page), /This sign-in cannot be continued/);
  assert.deepEqual(await told(url).then((r) => r.state), 'ready');
});

test('too late to confirm', async (t) => {
  const { desk, provider, url } = await world(t);
  const context = await guest(t);
  const page = await context.newPage();
  await signIn(page, url);
  await desk.again({ change: (c) => { delete c.handoff.confirm_url; c.handoff.open = false; } });
  assert.equal((await press(page)).status(), 200);
  assert.match(await decent(page), /Booking is closed for now\s+Nothing is booked yet/);

  await desk.again({ change: (c) => { delete c.handoff.confirm_url; } });
  await page.goto(url);
  await desk.again({ now: '2026-03-01T10:20:00Z' });
  assert.equal((await press(page)).status(), 403);
  assert.match(await decent(page), /Sign in once more\s+Nothing was booked/);
  await lead(page, () => page.locator('a.go').click());
  assert.match(await decent(page), /This link has run out/);
  assert.ok(provider.asked.length > 0);
});

test('another site cannot press a button', async (t) => {
  const { desk, provider, url } = await world(t);
  const page = await (await guest(t)).newPage();
  await signIn(page, url);
  const [offer, leaving] = await Promise.all(['offer', 'leave'].map((name) => page.locator(`input[name=${name}]`).getAttribute('value')));
  for (const [path, name, value, status] of [['review', 'offer', offer, 403], ['review/sign-out', 'leave', leaving, 303]]) {
    await page.goto(`${provider.url}/elsewhere`);
    const posted = page.waitForResponse((r) => r.request().method() === 'POST');
    await lead(page, () => page.evaluate((form) => {
      document.body.innerHTML = '<form method="post"><input></form>';
      document.forms[0].action = form.action;
      Object.assign(document.querySelector('input'), form.field);
      document.forms[0].submit();
    }, { action: `${desk.url}/registry/${path}`, field: { name, value } }));
    assert.equal((await posted).status(), status);
  }
  assert.deepEqual(await told(url).then((r) => r.state), 'ready');
  await page.goto(url);
  assert.match(await page.locator('main').innerText(), /signed in as a\*\*\*@mail\.example/);
});

// node-oidc-provider is certified by the OpenID Foundation. It has pages of its
// own to sign in and to consent, wants PKCE, and signs with RS256.
test('at a certified provider', async (t) => {
  const desk = await Desk.open(t);
  const server = createServer();
  await new Promise((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://localhost:${server.address().port}`;
  const client = { client_id: 'desk', client_secret: 'a secret/with:all+sorts', redirect_uris: [`${desk.url}/registry/review/callback`] };
  const provider = new Certified(issuer, {
    clients: [client], pkce: { required: () => true }, cookies: { keys: ['of the test'] },
    claims: { openid: ['sub'], email: ['email'] }, conformIdTokenClaims: false, // an address where it is asked for, as most have it
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, email: `${sub}@mail.example` }) }),
  });
  const refused = [];
  for (const event of ['authorization.error', 'grant.error', 'server_error']) provider.on(event, (_, error) => refused.push(`${event}: ${error.error_detail ?? error}`));
  server.on('request', provider.callback());
  const { jwks_uri, authorization_endpoint, token_endpoint } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const keys = await (await fetch(jwks_uri)).text();
  desk.signsInAt({
    file: (path) => {
      writeFileSync(`${path}.jwks`, keys);
      writeFileSync(path, JSON.stringify({
        issuer, jwks: `${path}.jwks`, guests: true, client_id: client.client_id, client_secret: client.client_secret, authorization_endpoint, token_endpoint,
      }));
      return path;
    },
  });
  const now = new Date(); // the provider has no other clock
  const day = (n) => new Date(now.getTime() + n * 24 * 3600 * 1000).toISOString().slice(0, 10);
  await desk.start(`${now.toISOString().slice(0, 19)}Z`);
  await desk.again({ change: (c) => { delete c.handoff.confirm_url; } });
  const stay = { checkIn: day(20), checkOut: day(24) };
  const { results, next } = await desk.ask('match', { places: [{ name: 'The Pheasant Inn' }], section: 'stay', stay, party: { adults: 2 } });
  assert.ok(results[0].offers.length > 0);
  const { reviewUrl } = await desk.ask(next.skill, next.arguments);

  const page = await (await guest(t)).newPage();
  await page.goto(reviewUrl);
  await lead(page, () => page.locator('a.go').click());
  await page.locator('input[name=login]').fill('ana');
  await page.locator('input[name=password]').fill('anything');
  await lead(page, () => page.locator('button[type=submit]').click());
  await lead(page, () => page.locator('button[type=submit]').click()); // consents
  assert.deepEqual(refused, []);
  assert.match(await page.locator('main').innerText(), /signed in as a\*\*\*@mail\.example, with your account at localhost/);
  assert.equal((await press(page)).status(), 200);
  assert.match(await decent(page), /It is booked/);
  assert.deepEqual(await told(reviewUrl), { state: 'used', booked: true });
});
