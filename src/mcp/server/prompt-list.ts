import { getOrCreate } from '../../base/get-or-create.ts';
import type { ResolvedPrompt, ResolvedServer } from '../../model/definitions.ts';
import type { ListedPrompt } from '../../model/protocol.ts';
import { listedPrompt } from './answer/degrade.ts';
import { createPages, type Pages } from './pages.ts';
import type { Features } from './revisions.ts';

export { PAGE_SIZE } from './pages.ts';

/** One state of a server's prompts as clients of one revision see them. */
export type PromptList = Pages<{ readonly prompts: readonly ListedPrompt[] }>;

/** Kept as long as the state itself is: every connection of every transport shares the shaped pages. */
const lists = new WeakMap<ResolvedServer, Map<string, PromptList>>();
const indexes = new WeakMap<ResolvedServer, ReadonlyMap<string, number>>();

/** The list of one state for one revision; the same object for the same state and equal features. */
export function promptList(server: ResolvedServer, features: Features): PromptList {
  const byFeatures = getOrCreate(lists, server, () => new Map<string, PromptList>());
  return getOrCreate(byFeatures, `${features.title} ${features.icons}`, () =>
    createPages(
      server.prompts,
      (name) => indexOf(server).get(name),
      (prompts) => ({ prompts: prompts.map((prompt) => listedPrompt(features, prompt)) }),
    ),
  );
}

/** A prompt by its MCP name, without walking the list. */
export function findPrompt(server: ResolvedServer, name: string): ResolvedPrompt | undefined {
  const index = indexOf(server).get(name);
  return index === undefined ? undefined : server.prompts[index];
}

function indexOf(server: ResolvedServer): ReadonlyMap<string, number> {
  return getOrCreate(indexes, server, () => new Map(server.prompts.map((prompt, index) => [prompt.name, index])));
}

/** Whether the whole lists of two states read the same to a client of such a revision. */
export function isSameList(one: ResolvedServer, other: ResolvedServer, features: Features): boolean {
  const shown = (prompt: ResolvedPrompt) => JSON.stringify(listedPrompt(features, prompt));
  return (
    one.prompts.length === other.prompts.length &&
    one.prompts.every((prompt, index) => {
      const rival = other.prompts[index];
      // What has not changed is the same object: only what has is looked at.
      return rival !== undefined && (prompt === rival || shown(prompt) === shown(rival));
    })
  );
}
