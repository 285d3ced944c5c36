import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFromThisAccount, knowsPeerAccounts, ownerIn } from './peer-account.ts';

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const line = (localAddress: string, remote: string, state: string, uid: number, inode = 7) =>
  `   0: ${localAddress} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0 20 4 30 10 -1`;

test('the owner of a connection is read from the table of sockets, at the client’s end', () => {
  const table = [
    head,
    line('0100007F:0FA1', '0100007F:9C40', '01', 1000),
    line('0100007F:9C40', '0100007F:0FA1', '01', 1001),
    line('0A00000A:9C40', '0100007F:0FA1', '01', 1002),
  ].join('\n');
  expect(ownerIn(table, 40_000, 4001)).toBe(1001);
  expect(ownerIn(table, 40_001, 4001)).toBeUndefined();
});

test('a connection that its process has closed belongs to no account, although the table says root', () => {
  expect(ownerIn(line('0100007F:9C40', '0100007F:0FA1', '04', 0, 0), 40_000, 4001)).toBe('released');
  expect(ownerIn(line('0100007F:9C40', '0100007F:0FA1', '01', 0, 0), 40_000, 4001)).toBe('released');
});

test('an IPv4 address in the table of IPv6 counts', () => {
  const mappedAddress = '0000000000000000FFFF00000100007F';
  expect(ownerIn(line(`${mappedAddress}:9C40`, `${mappedAddress}:0FA1`, '01', 1001), 40_000, 4001)).toBe(1001);
});

const asks = `fetch(process.argv[1]).then(async (r) => console.log(await r.text()))`;
const server = createServer((request, response) => {
  isFromThisAccount(request.socket).then(
    (isOwn) => response.end(String(isOwn)),
    (error) => response.destroy(error),
  );
});
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function askAs(uid?: number): Promise<string> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, ['-e', asks, url], { cwd: '/', ...(uid !== undefined && { uid }) });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return output.trim();
}

test('a connection of this account is let in', async () => {
  expect(await askAs()).toBe('true');
});

test.runIf(knowsPeerAccounts() && process.getuid?.() === 0)(
  'a connection of another account is not let in',
  async () => {
    expect(await askAs(65_534)).toBe('false');
  },
);
