/**
 * The `serve` side of the traffic log: looks for workbenches that show this workspace and tells them what passes. Loaded
 * after the start; nothing here can hold the process or its client up.
 */
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { inBackground } from '../../base/in-background.ts';
import type { ObservedConnection } from './observed-connection.ts';
import type { ReportLine } from './report-line.ts';
import { readAddress } from './socket-address.ts';
import { describe } from './traffic-message.ts';

/** Between two looks for a workbench. Milliseconds. */
const look = 1_000;
/** Bytes that may wait for a workbench that is slow; what comes beyond is counted and left out. */
const patience = 4 * 1024 * 1024;

/** Tells every workbench that leaves its address in `folder`, now or later. Returns what ends it. */
export function reportToWorkbenches(
  connection: ObservedConnection,
  folder: string,
  { interval = look, onError }: { readonly interval?: number; readonly onError: (error: unknown) => void },
): () => void {
  const links = new Map<string, () => void>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function lookAround(): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const addresses = names.filter((name) => name.endsWith('.address') && !links.has(name));
    await Promise.all(addresses.map(open));
    connection.forget();
    if (!isOver) timer = setTimeout(() => inBackground(lookAround(), onError), interval).unref();
  }

  async function open(name: string): Promise<void> {
    const address = await readAddress(folder, name);
    if (address === undefined || isOver) return;
    await new Promise<void>((resolve) => {
      const end = openLink(connection, address, resolve, () => {
        links.delete(name);
        resolve();
      });
      links.set(name, end);
    });
  }

  inBackground(lookAround(), onError);
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const end of links.values()) end();
  };
}

/** Calls `opened` once the workbench listens, and `closed` when it does not or no longer. */
function openLink(connection: ObservedConnection, address: string, opened: () => void, closed: () => void): () => void {
  const socket = connect(address);
  socket.unref();
  let missed = 0;
  const write = (line: ReportLine) => {
    if (socket.writableLength > patience) missed += 'message' in line ? 1 : 0;
    else socket.write(`${JSON.stringify(line)}\n`);
  };
  const admitMissed = () => {
    if (missed === 0 || socket.writableLength > patience) return;
    const count = missed;
    missed = 0;
    write({ missed: count });
    // They may have changed while there was no room to say so.
    write({ facts: connection.facts });
  };
  let stop = () => {};
  socket.once('connect', () => {
    write({ facts: connection.facts });
    stop = connection.listen(
      {
        message(message) {
          admitMissed();
          write({ message });
        },
        changed: () => write({ facts: connection.facts }),
        unanswered: (key) => write({ unanswered: key }),
        missed(count) {
          missed += count;
        },
        closed: () => socket.end(),
      },
      describe,
    );
    opened();
  });
  socket.on('drain', admitMissed);
  socket.on('error', () => {});
  socket.once('close', () => {
    stop();
    closed();
  });
  return () => socket.destroy();
}
