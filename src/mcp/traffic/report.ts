/**
 * The `serve` side of the traffic log: finds workbenches of this workspace and reports messages to them. Loaded after the
 * start; nothing here delays the process or its client.
 */
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { inBackground } from '../../base/in-background.ts';
import { readAddress } from '../../state/socket-address.ts';
import type { ObservedConnection } from './observed-connection.ts';
import type { ReportLine } from './report-line.ts';
import { describe } from './traffic-message.ts';

/** Milliseconds between two searches for a workbench. */
const look = 1_000;
/** Most queued bytes for a slow workbench; further messages are counted and left out. */
const patience = 4 * 1024 * 1024;

/** Reports to every workbench with an address in `folder`, now or later. Returns the function that ends it. */
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

/** Calls `onOpen` once it is connected to the workbench, and `onClosed` when the connection fails or ends. */
function openLink(
  connection: ObservedConnection,
  address: string,
  onOpen: () => void,
  onClosed: () => void,
): () => void {
  const socket = connect(address);
  socket.unref();
  let missedCount = 0;
  const write = (line: ReportLine) => {
    if (socket.writableLength > patience) missedCount += 'message' in line ? 1 : 0;
    else socket.write(`${JSON.stringify(line)}\n`);
  };
  const admitMissed = () => {
    if (missedCount === 0 || socket.writableLength > patience) return;
    const count = missedCount;
    missedCount = 0;
    write({ missed: count });
    // The facts may have changed while the queue was full.
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
          missedCount += count;
        },
        closed: () => socket.end(),
      },
      describe,
    );
    onOpen();
  });
  socket.on('drain', admitMissed);
  socket.on('error', () => {});
  socket.once('close', () => {
    stop();
    onClosed();
  });
  return () => socket.destroy();
}
