import * as z from 'zod';
import { type CommandId, commands } from '../model/commands.ts';
import type { EventMessage } from './contract.ts';
import type { HostTransport, Reply } from './host-transport.ts';
import { failure } from './host-transport.ts';
import { encodeInput } from './plain-data.ts';

const commandIds = commands.map(({ id }) => id);

/** What the page reports about itself, for the parts of the window that the system draws. */
export const windowReport = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Whether text is unsaved, or could not be saved. */
  isEdited: z.boolean(),
  /** The commands that are available now, for the menu. */
  available: z.array(z.enum(commandIds)).readonly(),
});

export type WindowReport = z.output<typeof windowReport>;

/** Electron's preload exposes these functions as `window.workbench`. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  listen(listener: (message: EventMessage) => void): () => void;
  /** Calls back for every command that is chosen in the menu. */
  onCommand(listener: (id: CommandId) => void): void;
  report(state: WindowReport): void;
  /** The path of a file or folder that was dropped on the page; empty if it has none. */
  pathOf(file: object): string;
}

/** The page's transport in Electron. A failing bridge is a reply, as with every other host. */
export function createBridgeTransport(bridge: Bridge): HostTransport {
  return {
    async call(name, input) {
      const encoding = encodeInput(name, input);
      if (!encoding.ok) return encoding;
      try {
        return await bridge.call(name, JSON.parse(encoding.text));
      } catch {
        return failure('unavailable', 'The workbench did not answer: restart it.');
      }
    },
    listen: (listener) => bridge.listen(listener),
  };
}
