// A local desk that can be stopped and begun again, on one folder and one port,
// so that links into it stay what they are.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const catalogue = join(root, 'testdata', 'orgs', 'visit-keswick.json');

function binary() {
  if (process.env.HORA_DESK) return process.env.HORA_DESK;
  execFileSync('go', ['build', '-o', 'bin/desk', './functions/local'], { cwd: root, stdio: 'inherit' });
  return join(root, 'bin', 'desk');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export class Desk {
  #binary = binary();
  #data = mkdtempSync(join(tmpdir(), 'hora-browser-'));
  #process;
  #ended;
  #provider = [];
  log = [];

  static async open(t) {
    const desk = new Desk();
    desk.port = await freePort();
    desk.url = `http://127.0.0.1:${desk.port}`;
    t.after(async () => {
      await desk.stop();
      rmSync(desk.#data, { recursive: true, force: true });
    });
    return desk;
  }

  // signsInAt has guests sign in at a provider, from the next start on.
  signsInAt(provider) {
    this.#provider = ['--sign-in', provider.file(join(this.#data, 'provider.json'))];
  }

  // start runs it with a clock that begins at now.
  start(now) {
    this.now = now;
    const log = this.log;
    const args = ['--addr', `127.0.0.1:${this.port}`, '--data', this.#data, '--now', now, ...this.#provider];
    this.#process = spawn(this.#binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process.stderr.on('data', (chunk) => log.push(chunk));
    this.#ended = new Promise((resolve) => this.#process.on('close', resolve));
    return new Promise((resolve, reject) => {
      createInterface({ input: this.#process.stdout }).on('line', (line) => {
        if (line.startsWith('serving ')) resolve();
      });
      this.#ended.then(() => reject(new Error(`the desk ended:\n${Buffer.concat(log)}`)));
    });
  }

  async stop() {
    this.#process?.kill('SIGTERM');
    await this.#ended;
    this.#process = undefined;
  }

  // again begins anew, with a change to the catalogue or to the clock.
  async again({ now = this.now, change } = {}) {
    await this.stop();
    if (change) {
      const file = JSON.parse(readFileSync(catalogue, 'utf8'));
      change(file.catalogue);
      const path = join(this.#data, 'visit-keswick.json');
      writeFileSync(path, JSON.stringify(file));
      execFileSync(this.#binary, ['load', path, '--data', this.#data], { stdio: 'pipe' });
    }
    await this.start(now);
  }

  // token is a guest's access token, of the desk's own issuer.
  token(subject) {
    const args = ['token', '--sub', subject, '--scope', 'bookings:write', '--aud', this.url, '--data', this.#data, '--now', this.now];
    return execFileSync(this.#binary, args, { encoding: 'utf8' }).trim();
  }

  // ask sends one command to the registry and answers its data part.
  async ask(skill, args, token) {
    const uri = 'https://selfe.ai/a2a/extensions/registry/v1';
    const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'A2A-Extensions': uri };
    if (token) headers.Authorization = `Bearer ${token}`;
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ data: { skill, arguments: args } }] };
    const response = await fetch(`${this.url}/registry/a2a?catalogue=visit-keswick`, {
      method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
    });
    const { result, error } = await response.json();
    if (error) throw new Error(`${skill}: ${JSON.stringify(error)}`);
    return (result.message ?? result.task.artifacts[0]).parts[0].data;
  }
}
