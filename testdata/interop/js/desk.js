// A running desk, and what is heard on the way to it.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

// binary is the local desk: the one that HORA_DESK names, or one built now.
function binary() {
  if (process.env.HORA_DESK) return process.env.HORA_DESK;
  execFileSync('go', ['build', '-o', 'bin/desk', './functions/local'], { cwd: root, stdio: 'inherit' });
  return join(root, 'bin', 'desk');
}

// start runs a desk on an empty folder, with the demonstration data and a clock
// that begins at now, and answers its URL. It is gone when the test is.
export async function start(t, now) {
  const data = mkdtempSync(join(tmpdir(), 'hora-interop-'));
  const desk = spawn(binary(), ['--addr', '127.0.0.1:0', '--data', data, '--now', now], { stdio: ['ignore', 'pipe', 'pipe'] });
  const log = [];
  desk.stderr.on('data', (chunk) => log.push(chunk));
  const ended = new Promise((resolve) => desk.on('close', resolve));
  t.after(async () => {
    desk.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: desk.stdout }).on('line', (line) => {
      if (line.startsWith('serving ')) resolve(line.slice('serving '.length));
    });
    ended.then(() => reject(new Error(`the desk ended:\n${Buffer.concat(log)}`)));
  });
}

// An Ear makes calls for a library: it hears in which version they are and
// how they are answered, and says who calls.
export class Ear {
  versions = new Set();
  status = 0;
  key = '';
  claim = undefined; // a version to claim instead of the library's own

  fetch = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.method === 'POST') this.versions.add(headers.get('A2A-Version') ?? '');
    if (this.claim) headers.set('A2A-Version', this.claim);
    if (this.key) headers.set('Authorization', `Bearer ${this.key}`);
    const response = await fetch(url, { ...init, headers });
    this.status = response.status;
    return response;
  };
}
