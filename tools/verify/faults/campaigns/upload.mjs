/** Uploads to the browser host that break off, repeat, or lie about their length. */
import { connect } from 'node:net';
import { makeWorld } from '../world.mjs';

export const title = 'uploads that break off leave no stack trace and no dead host';

export async function run({ short }) {
  const world = await makeWorld('upload');
  const failures = [];
  const rounds = short ? 3 : 20;
  const bodies = [
    ['no body after the headers', ''],
    ['half a JSON text', '{"a":'],
    ['a byte that is not UTF-8', Buffer.from([0xff])],
    ['a long beginning', 'x'.repeat(70_000)],
  ];
  try {
    const host = await world.open();
    const { port } = new URL(host.origin);
    for (let round = 0; round < rounds; round++)
      for (const [what, body] of bodies) {
        await breakOff(Number(port), host.token, body);
        const isAlive = await host.call('workspace.get', {}).then(
          () => true,
          () => false,
        );
        if (!isAlive) failures.push(`${what}: the host no longer answers`);
      }
    await host.stop();
    if (/\n\s+at /.test(host.child.output.stderr))
      failures.push(`a stack trace in the log: ${host.child.output.stderr}`);
    return { cases: rounds * bodies.length, failures, facts: '' };
  } finally {
    await world.dispose();
  }
}

function breakOff(port, token, body) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/call/workspace.get HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      );
      socket.write(body, () => socket.destroy());
    });
    socket.on('error', () => undefined);
    socket.on('close', resolve);
  });
}
