/** Checks of what reaches the models of the client applications of this computer. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PromptSummary, ReachCheck } from '../../../src/contract/contract.ts';
import { exampleValues } from '../arguments/example-values.ts';
import { type StoreContext, sentence } from '../context.ts';
import { previewTarget } from '../preview/preview.ts';
import { findServer } from '../selectors.ts';

export type CheckCell =
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly reach: ReachCheck }
  | { readonly kind: 'failed'; readonly message: string };

export interface ReachState {
  /** By `checkKey`. */
  readonly cells: Readonly<Record<string, CheckCell>>;
  /** The checks of the running series: how many are done, of how many. */
  readonly progress: { readonly doneCount: number; readonly totalCount: number } | undefined;
}

export interface ReachChecks {
  readonly state: StoreApi<ReachState>;
  /** Reads the kept checks of a server's prompts, or of one of them. */
  read(server: string, prompt?: string): Promise<void>;
  /** Checks prompts in client applications, one after the other. The previewed prompt has the values of the form. */
  check(server: string, prompts: readonly string[], clients: readonly string[]): Promise<void>;
  /** Stops the running check and those after it. */
  stop(): Promise<void>;
}

export const checkKey = (server: string, prompt: string, client: string) => JSON.stringify([server, prompt, client]);

interface ReachDependencies {
  readonly context: StoreContext;
  readonly flush: () => Promise<boolean>;
}

export function createReachChecks({ context, flush }: ReachDependencies): ReachChecks {
  const { host, get, orNotice } = context;
  const state = createStore<ReachState>()(() => ({ cells: {}, progress: undefined }));
  let isStopped = false;
  let current: string | undefined;

  const show = (key: string, cell: CheckCell | undefined) => {
    const { [key]: _, ...otherCells } = state.getState().cells;
    state.setState({ cells: cell ? { ...otherCells, [key]: cell } : otherCells });
  };

  function valuesFor(server: string, prompt: string): Readonly<Record<string, string>> {
    const target = previewTarget(get());
    if (target?.server === server && target.prompt === prompt) return target.arguments;
    const summary = findServer(get(), server)?.prompts.find(({ name }) => name === prompt);
    return summary ? sampleValues(summary) : {};
  }

  async function checkOne(server: string, prompt: string, client: string): Promise<void> {
    const key = checkKey(server, prompt, client);
    const formerCell = state.getState().cells[key];
    const id = crypto.randomUUID();
    current = id;
    show(key, { kind: 'checking' });
    try {
      const request = { id, server, prompt, client, arguments: { ...valuesFor(server, prompt) } };
      show(key, { kind: 'checked', reach: await host.call('reach.check', request) });
    } catch (error) {
      show(key, isStopped ? formerCell : { kind: 'failed', message: sentence(error) });
    } finally {
      current = undefined;
    }
  }

  return {
    state,
    async read(server, onlyPrompt) {
      const servedPrompts = findServer(get(), server)?.prompts.filter((prompt) => prompt.isServed) ?? [];
      const prompts = servedPrompts.filter(({ name }) => onlyPrompt === undefined || name === onlyPrompt);
      const { cells: before } = state.getState();
      const checks = await Promise.all(
        prompts.map(({ name }) => host.call('reach.checks', { server, prompt: name }).catch(() => [])),
      );
      const { cells: now } = state.getState();
      const cells = checks.flat().map((reach) => {
        const key = checkKey(server, reach.prompt, reach.client);
        const cell = now[key];
        // Not over a check of this window that is running, has failed or has ended since.
        const isKept = cell && (cell.kind !== 'checked' || cell !== before[key]);
        return [key, isKept ? cell : ({ kind: 'checked', reach } as const)] as const;
      });
      state.setState({ cells: { ...now, ...Object.fromEntries(cells) } });
    },
    async check(server, prompts, clients) {
      if (state.getState().progress) return;
      isStopped = false;
      const checkCount = prompts.length * clients.length;
      state.setState({ progress: { doneCount: 0, totalCount: checkCount } });
      try {
        if (!(await flush())) return;
        let doneCount = 0;
        for (const prompt of prompts)
          for (const client of clients) {
            if (isStopped) return;
            await checkOne(server, prompt, client);
            state.setState({ progress: { doneCount: ++doneCount, totalCount: checkCount } });
          }
      } finally {
        state.setState({ progress: undefined });
      }
    },
    async stop() {
      isStopped = true;
      if (current !== undefined) await orNotice(host.call('run.stop', { id: current }));
    },
  };
}

/** The first sample, or examples. */
function sampleValues(prompt: PromptSummary): Readonly<Record<string, string>> {
  return prompt.samples[0]?.arguments ?? exampleValues({ ...prompt, completions: {}, values: {} });
}
