/** The wire log with the socket through which other processes report to it. */
import type { EventMessage } from '../../contract/contract.ts';
import { realFolder } from '../../files/workspace-paths.ts';
import { meetingPlace } from './meeting-place.ts';
import { WireHub } from './wire-hub.ts';
import { openWireSocket } from './wire-socket.ts';

export interface Wire {
  readonly hub: WireHub;
  close(): Promise<void>;
}

/** The wire log of one workspace, open to the `serve` processes of this user. Without them it still has the others. */
export async function openWire(stateDir: string, workspaceDir: string, log: (line: string) => void): Promise<Wire> {
  const hub = new WireHub();
  const socket = await openWireSocket(hub, meetingPlace(stateDir, realFolder(workspaceDir))).catch((error: Error) => {
    log(`error: Clients that start a server by themselves will not show in the wire log: ${error.message}`);
    return undefined;
  });
  return {
    hub,
    async close() {
      await socket?.close();
      hub.close();
    },
  };
}

/** Tells a window of the wire log and the connected clients: how it stands now, and whenever that changes. */
export function tellOfWire(hub: WireHub, listener: (message: EventMessage) => void): () => void {
  const events = {
    wireChanged: (seq: number) => listener({ name: 'traffic.changed', data: { seq } }),
    connectionsChanged: () => listener({ name: 'connections.changed', data: {} }),
  };
  events.wireChanged(hub.log.seq);
  events.connectionsChanged();
  return hub.subscribe(events);
}
