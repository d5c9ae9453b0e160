// An OpenID provider on this machine, under another host's name than the desk:
// one page to sign in on, one client, ID tokens signed with ES256. It checks what
// it is asked as a real one does, and goes wrong in the way that is ordered.

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const base64 = (value) => Buffer.from(value).toString('base64url');

export class Provider {
  client = 'desk-under-test';
  secret = 'a secret: of the client/s';
  wrong = {}; // { down, status, claims(claims), key }
  asked = []; // token requests
  prompts = []; // of authentication requests
  #codes = new Map();
  #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #server;

  // open serves until the test ends, whose clock began at now.
  static async open(t, now) {
    const provider = new Provider();
    provider.offset = Date.parse(now) - Date.now();
    provider.#server = createServer((request, response) => provider.#serve(request, response));
    await new Promise((resolve, reject) => provider.#server.on('error', reject).listen(0, '127.0.0.1', resolve));
    t.after(() => {
      provider.#server.closeAllConnections();
      provider.#server.close();
    });
    provider.url = `http://localhost:${provider.#server.address().port}`;
    return provider;
  }

  // file writes what the desk is to know, below a path.
  file(path) {
    const jwk = { ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'ES256' };
    writeFileSync(`${path}.jwks`, JSON.stringify({ keys: [jwk] }));
    writeFileSync(path, JSON.stringify({
      issuer: this.url, jwks: `${path}.jwks`, guests: true, client_id: this.client, client_secret: this.secret,
      authorization_endpoint: `${this.url}/authorize`, token_endpoint: `${this.url}/token`,
    }));
    return path;
  }

  async #serve(request, response) {
    const url = new URL(request.url, this.url);
    let body = '';
    for await (const chunk of request) body += chunk;
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /authorize': return this.#page(url.searchParams, response);
      case 'POST /authorize': return this.#signIn(url.searchParams, new URLSearchParams(body), response);
      case 'POST /token': return this.#token(request, new URLSearchParams(body), response);
      default: response.writeHead(404).end();
    }
  }

  #page(q, response) {
    this.prompts.push(q.get('prompt'));
    const fit = q.get('response_type') === 'code' && q.get('client_id') === this.client && q.get('scope') === 'openid email' &&
      q.get('code_challenge_method') === 'S256' && q.get('code_challenge')?.length === 43 && q.get('state') && q.get('nonce');
    response.writeHead(fit ? 200 : 400, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(fit
      ? `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in</title></head>
         <body><main><h1>Sign in</h1><form method="post"><label>Name <input name="subject"></label>
         <button name="do" value="sign in">Sign in</button> <button name="do" value="leave">Leave</button></form></main></body></html>`
      : '<!doctype html><html lang="en"><title>No</title><h1>Not an authentication request</h1></html>');
  }

  #signIn(q, form, response) {
    const back = new URL(q.get('redirect_uri'));
    back.searchParams.set('state', q.get('state'));
    if (form.get('do') === 'leave') {
      back.searchParams.set('error', 'access_denied');
    } else {
      const code = randomBytes(16).toString('base64url');
      this.#codes.set(code, { subject: form.get('subject'), nonce: q.get('nonce'), challenge: q.get('code_challenge'), redirect: q.get('redirect_uri') });
      back.searchParams.set('code', code);
      back.searchParams.set('iss', this.url);
    }
    response.writeHead(303, { Location: back.href }).end();
  }

  #token(request, form, response) {
    this.asked.push(form);
    const answer = (status, value) => response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(value));
    if (this.wrong.down) return request.socket.destroy();
    const credentials = `${encodeURIComponent(this.client)}:${encodeURIComponent(this.secret).replaceAll('%20', '+')}`;
    if (request.headers.authorization !== `Basic ${Buffer.from(credentials).toString('base64')}`) return answer(401, { error: 'invalid_client' });
    const grant = this.#codes.get(form.get('code'));
    this.#codes.delete(form.get('code'));
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    if (!grant || form.get('grant_type') !== 'authorization_code' || form.get('redirect_uri') !== grant.redirect || challenge !== grant.challenge) {
      return answer(400, { error: 'invalid_grant' });
    }
    const now = Math.floor((Date.now() + this.offset) / 1000);
    const claims = { iss: this.url, sub: grant.subject, email: `${grant.subject}@mail.example`, aud: this.client, nonce: grant.nonce, iat: now, exp: now + 3600 };
    this.wrong.claims?.(claims);
    const input = `${base64(JSON.stringify({ alg: 'ES256', kid: 'k1', typ: 'JWT' }))}.${base64(JSON.stringify(claims))}`;
    const signature = createSign('SHA256').update(input).sign({ key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' });
    return answer(200, { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 3600, id_token: `${input}.${base64(signature)}` });
  }
}
