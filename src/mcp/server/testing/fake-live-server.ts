import { WorkbenchError } from '../../../base/errors.ts';
import type { SearchReport } from '../../../contract/contract.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { PromptDefinition, ResolvedPrompt, ResolvedServer, ResolvedTool } from '../../../model/definitions.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { LogLevel, ServerServices } from '../services.ts';
import { markdownOf, NOTEBOOK_TASK } from '../tools/builtin/notebook-task.ts';
import { checkInWorker } from '../tools/schema-task.ts';

/** The live state of one server in memory; tests replace it with `set`. */
export interface FakeLiveServer extends LiveServer {
  set(change: Partial<ResolvedServer>): void;
  /** Replaces a file in `media/`. */
  setMedia(file: string, bytes: Uint8Array): void;
  /** The number of watching connections. */
  readonly watchers: number;
}

export function resolvedServer(
  prompts: readonly ResolvedPrompt[],
  change: Partial<ResolvedServer> = {},
): ResolvedServer {
  return { name: 'Docs', version: '1.0.0', tools: [], prompts, ...change };
}

/** A prompt of the workspace: by default the static text "Hello.". */
export function prompt(change: Partial<PromptDefinition> & { name: string }): ResolvedPrompt {
  return {
    arguments: [],
    type: 'Text',
    content: { kind: 'text', text: { kind: 'literal', text: 'Hello.' } },
    samples: [],
    origin: { kind: 'workspace', file: `prompts/${change.name}.yaml`, at: [] },
    ...change,
  };
}

/** A tool of the workspace: by default the static text "Hello." for any object. */
export function tool(change: Partial<ResolvedTool> & { name: string }): ResolvedTool {
  return {
    inputSchema: { type: 'object' },
    content: { kind: 'text', text: { kind: 'literal', text: 'Hello.' } },
    origin: { kind: 'workspace', file: `tools/${change.name}.yaml`, at: [] },
    ...change,
  };
}

export function fakeLiveServer(
  server: ResolvedServer,
  files: Readonly<Record<string, Uint8Array>> = {},
  paths: readonly string[] = [],
): FakeLiveServer {
  let state = server;
  const media = new Map(Object.entries(files));
  const listeners = new Set<() => void>();
  const mediaListeners = new Set<() => void>();
  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeToMedia(listener) {
      mediaListeners.add(listener);
      return () => mediaListeners.delete(listener);
    },
    async readMedia(file) {
      const bytes = media.get(file);
      if (!bytes) throw new WorkbenchError('not-found', `There is no file media/${file}.`);
      return bytes;
    },
    listFiles: async (_glob, limit) => paths.slice(0, limit),
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    setMedia(file, bytes) {
      media.set(file, bytes);
      for (const listener of mediaListeners) listener();
    },
    get watchers() {
      return listeners.size + mediaListeners.size;
    },
  };
}

/** The report of a search without sources. */
function searchReport(query: string): SearchReport {
  return { id: '1', query, budget: 3_000, tokens: 0, sources: [], passages: [] };
}

/** Services whose searches find this text for any query. */
export function findingServices(text: string, run?: Sandbox['run']): ServerServices {
  return {
    ...fakeServices(run),
    search: async ({ query }) => ({ kind: 'results', text, account: searchReport(query) }),
  };
}

/** Services that find nothing, whose functions return the result of `run`, and which record log lines. */
export function fakeServices(run: Sandbox['run'] = async () => 'unused') {
  const lines: { level: LogLevel; message: string }[] = [];
  const services: ServerServices & { lines: typeof lines } = {
    lines,
    permit: async () => {},
    sandbox: async () => ({
      run,
      compute: async ({ task, input }) => (task === NOTEBOOK_TASK ? markdownOf(input) : checkInWorker(input)),
    }),
    log: (level, message) => lines.push({ level, message }),
    search: async ({ sources, query }) => ({
      kind: 'failed',
      message: `there is no source called ${sources.join(', ')}.`,
      account: searchReport(query),
    }),
  };
  return services;
}
