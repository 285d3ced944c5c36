/**
 * Finds the account at the other end of a loopback connection. Linux lists the owner of every socket, so another account
 * cannot use a code or token that it has seen, for instance in the process list. Other systems do not list owners.
 */
import { accessSync, constants, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

const tables = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/** Whether this system lists the owners of connections. */
export function knowsPeerAccounts(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(tables[0], constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The answer to a request of another account. */
export const otherAccountMessage = 'This workbench belongs to another account on this computer: start your own.';

const knownSockets = new WeakMap<Socket, Promise<boolean>>();

/** Whether a connection comes from this account or from root. True if the system does not list owners. */
export function isFromThisAccount(socket: Socket): Promise<boolean> {
  let answer = knownSockets.get(socket);
  if (!answer) {
    answer = checkAccount(socket);
    knownSockets.set(socket, answer);
  }
  return answer;
}

async function checkAccount(socket: Socket): Promise<boolean> {
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
 * In WSL, a Windows browser can reach this address without a Linux socket. A Linux process that resets its connection to
 * disappear from the table resets this socket too.
 */
async function comesFromWindows(socket: Socket): Promise<boolean> {
  if (!/microsoft/i.test(readFileSync('/proc/sys/kernel/osrelease', 'latin1'))) return false;
  await nextTurn();
  await nextTurn();
  return !socket.destroyed;
}

const establishedState = '01';

/**
 * Returns the account of the socket at `port` that is connected to `peerPort`, from a table of `/proc/net`. Undefined
 * without such a socket; `released` if its process closed it, because the table then says 0, which is root.
 */
export function ownerIn(table: string, port: number, peerPort: number): number | 'released' | undefined {
  const from = portText(port);
  const to = portText(peerPort);
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , uid, , inode] = line.trim().split(/\s+/);
    if (local.endsWith(from) && remote.endsWith(to) && isLoopback(local) && isLoopback(remote))
      return state === establishedState && inode !== '0' ? Number(uid) : 'released';
  }
  return undefined;
}

function portText(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** 127.0.0.1, in IPv4 or IPv6 form. The kernel prints 32-bit words in the machine's byte order. */
function isLoopback(address: string): boolean {
  return /^(0000000000000000FFFF0000|00000000000000000000FFFF)?(0100007F|7F000001):/.test(address);
}
