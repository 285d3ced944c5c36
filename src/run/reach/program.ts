/** What `reach` needs to know of a client application, and what several of them have in common. */
import { join } from 'node:path';
import * as z from 'zod';
import type { ClientApplication } from '../../clients/applications/application.ts';
import { minimalEnvironment, type StdioCommand } from '../../outside/child-transport.ts';

/** What the program of a check works with. */
export interface ReachWorld {
  /** Empty, and removed afterwards. */
  readonly folder: string;
  /** The recorder's origin. */
  readonly url: string;
  readonly server: string;
  /** Starts the server, adapted to the application. */
  readonly command: StdioCommand;
  /** What a person types. */
  readonly line: string;
  readonly signal: AbortSignal;
}

/** A piece of what the model would read. */
export interface ReachedPiece {
  readonly kind: 'text' | 'image' | 'file';
  readonly text: string;
}

/** A tool as a model is offered it. */
export interface OfferedTool {
  /** Applications put the server's name before it. */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly parameters?: unknown;
}

export interface ReachProgram {
  readonly application: ClientApplication;
  /** Prepares the start: the program sends the line and ends, or `ask` sends the line while the program runs. */
  start(world: ReachWorld): Promise<{
    readonly args: readonly string[];
    readonly env: NodeJS.ProcessEnv;
    readonly input?: string;
    /** Sends the line to the running program; absent for one that ends by itself. */
    readonly ask?: (stdout: NodeJS.ReadableStream) => Promise<void>;
  }>;
  /**
   * For an application without prompts: the tools that a request offers the model; undefined for another request. The model
   * reads the prompt as one of them.
   */
  toolsIn?(body: unknown): readonly OfferedTool[] | undefined;
  /** The pieces of the person's message in the body of a request; undefined for another request. */
  piecesIn(body: unknown): readonly ReachedPiece[] | undefined;
}

/** Makes an environment in which a program reads and writes nothing in the person's own folders. */
export function throwAwayEnvironment(folder: string): NodeJS.ProcessEnv {
  const of = (name: string) => join(folder, name);
  return {
    ...minimalEnvironment(),
    HOME: folder,
    USERPROFILE: folder,
    APPDATA: of('appdata'),
    LOCALAPPDATA: of('localappdata'),
    XDG_CONFIG_HOME: of('config'),
    XDG_DATA_HOME: of('data'),
    XDG_CACHE_HOME: of('cache'),
    XDG_STATE_HOME: of('state'),
  };
}

export const textPiece = (value: string): ReachedPiece => ({ kind: 'text', text: value });

/** A tool in the body of a request. */
export const offeredTool = z.object({
  name: z.string(),
  description: z.string().default(''),
  parameters: z.unknown().optional(),
});

/** The body of `/chat/completions`, as far as it matters here. */
export const chatBody = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish(),
    }),
  ),
  tools: z
    .array(z.object({ function: offeredTool }))
    .optional()
    .catch(undefined),
});
