import type { LiveServer } from '../../../library/types.ts';
import type { ClientKey } from '../../../sandbox/fair-queue.ts';
import type { SandboxHost } from '../../../sandbox/sandbox.ts';
import type { ServerServices } from '../services.ts';

/** Asks a person on behalf of a function, with its question as it wrote it. @returns the values of the form, or null */
export type AskPerson = (question: unknown) => Promise<unknown>;

/** What rendering needs in addition to the definition: the workspace's media, and the services. */
export interface RenderContext {
  readonly liveServer: LiveServer;
  readonly services: ServerServices;
  /** The client's identity: clients take turns with functions and checks. */
  readonly client?: ClientKey;
  /** Aborts when the client no longer waits. */
  readonly signal?: AbortSignal;
  /** Sends progress to the client, if it sent a progress token. */
  readonly progress?: SandboxHost['progress'] | undefined;
  /** Absent if functions cannot ask. */
  readonly ask?: AskPerson;
}
