/**
 * Which account is at the other end of a loopback connection. Linux lists the owner of every socket, so a code or a
 * token that another account has seen, in the process list for instance, is of no use to it. Other systems do not tell.
 */
import { accessSync, constants, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

const tables = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/** Whether this system says to which account a connection belongs. */
export function knowsPeerAccounts(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(tables[0], constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** For a request of another account. */
export const otherAccountMessage = 'This workbench belongs to another account of this computer; start your own.';

const known = new WeakMap<Socket, Promise<boolean>>();

/** Whether a connection comes from this account, or from root. True where the system does not tell. */
export function isFromThisAccount(socket: Socket): Promise<boolean> {
  let answer = known.get(socket);
  if (!answer) {
    answer = look(socket);
    known.set(socket, answer);
  }
  return answer;
}

async function look(socket: Socket): Promise<boolean> {
  if (!knowsPeerAccounts()) return true;
  const { remotePort, localPort } = socket;
  if (remotePort === undefined || localPort === undefined) return false;
  for (const table of tables) {
    const owner = ownerIn(await readFile(table, 'latin1').catch(() => ''), remotePort, localPort);
    if (owner === 'released') return false;
    if (owner !== undefined) return owner === process.getuid?.() || owner === 0;
  }
  return comesFromWindows(socket);
}

/**
 * In WSL a browser of Windows reaches this address and has no socket here. A process of Linux that resets its connection
 * to leave the table has reset this socket too.
 */
async function comesFromWindows(socket: Socket): Promise<boolean> {
  if (!/microsoft/i.test(readFileSync('/proc/sys/kernel/osrelease', 'latin1'))) return false;
  await nextTurn();
  await nextTurn();
  return !socket.destroyed;
}

const established = '01';

/**
 * The account of the socket at `port` that is connected to `peerPort`, out of a table of `/proc/net`. Undefined where
 * there is no such socket; `released` where its process has let it go, as the table then says 0, which is root.
 */
export function ownerIn(table: string, port: number, peerPort: number): number | 'released' | undefined {
  const from = portText(port);
  const to = portText(peerPort);
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , uid, , inode] = line.trim().split(/\s+/);
    if (local.endsWith(from) && remote.endsWith(to) && isLoopback(local) && isLoopback(remote))
      return state === established && inode !== '0' ? Number(uid) : 'released';
  }
  return undefined;
}

function portText(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** 127.0.0.1, as it is or as an IPv6 address. The kernel prints 32-bit words in the machine's order of bytes. */
function isLoopback(address: string): boolean {
  return /^(0000000000000000FFFF0000|00000000000000000000FFFF)?(0100007F|7F000001):/.test(address);
}
