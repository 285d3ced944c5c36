/** The traffic log, with the socket through which other processes report to it. */
import type { EventMessage } from '../../contract/contract.ts';
import { realFolder } from '../../files/workspace-paths.ts';
import { socketFolder } from '../../state/socket-address.ts';
import { TrafficHub } from './traffic-hub.ts';
import { openTrafficSocket } from './traffic-socket.ts';

export interface Traffic {
  readonly hub: TrafficHub;
  close(): Promise<void>;
}

/** The traffic log of one workspace. If the socket fails, the log still has the traffic of this process. */
export async function openTraffic(
  stateDir: string,
  workspaceDir: string,
  log: (line: string) => void,
): Promise<Traffic> {
  const hub = new TrafficHub();
  const socket = await openTrafficSocket(hub, socketFolder(stateDir, realFolder(workspaceDir))).catch(
    (error: Error) => {
      log(`error: Clients that start a server by themselves do not appear in the traffic log: ${error.message}`);
      return undefined;
    },
  );
  return {
    hub,
    async close() {
      await socket?.close();
      hub.close();
    },
  };
}

/** Sends a window the state of the traffic log and of the connected clients, now and after each change. */
export function reportTraffic(hub: TrafficHub, listener: (message: EventMessage) => void): () => void {
  const events = {
    trafficChanged: (seq: number) => listener({ name: 'traffic.changed', data: { seq } }),
    connectionsChanged: () => listener({ name: 'connections.changed', data: {} }),
  };
  events.trafficChanged(hub.log.seq);
  events.connectionsChanged();
  return hub.subscribe(events);
}
