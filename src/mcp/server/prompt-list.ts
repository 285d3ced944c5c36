import { getOrCreate } from '../../base/get-or-create.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import type { ResolvedPrompt, ResolvedServer } from '../../model/definitions.ts';
import type { ListedPrompt } from '../../model/protocol.ts';
import { listedPrompt } from './answer/degrade.ts';
import { createPages, type Pages } from './pages.ts';
import type { Features } from './revisions.ts';

export { pageSize } from './pages.ts';

/** One state of a server's prompt list for one revision. */
export type PromptList = Pages<{ readonly prompts: readonly ListedPrompt[] }>;

/** Lives as long as the state itself: all connections share the pages. */
const lists = new WeakMap<ResolvedServer, Map<string, PromptList>>();
const indexes = new WeakMap<ResolvedServer, Index>();

/** The list of one state for one revision. Cached: equal arguments give the same object. */
export function promptList(server: ResolvedServer, features: Features): PromptList {
  const byFeatures = getOrCreate(lists, server, () => new Map<string, PromptList>());
  return getOrCreate(byFeatures, `${features.title} ${features.icons}`, () =>
    createPages({
      kind: 'prompts',
      items: server.prompts,
      keyOf: ({ name }) => name,
      indexOf: (name) => indexOf(server).get(cleanText(name)),
      shape: (prompts) => ({ prompts: prompts.map((prompt) => listedPrompt(features, prompt)) }),
    }),
  );
}

/** Finds a prompt by its MCP name with an index. */
export function findPrompt(server: ResolvedServer, name: string): ResolvedPrompt | undefined {
  const index = indexOf(server).get(cleanText(name));
  return index === undefined ? undefined : server.prompts[index];
}

type Index = ReadonlyMap<string, number>;

/** The newest index, reused while no name changes: typing in a prompt's text changes none. */
let newestIndex: { readonly prompts: readonly ResolvedPrompt[]; readonly index: Index } | undefined;

/** By the clean names that the list shows. */
function indexOf(server: ResolvedServer): Index {
  const { prompts } = server;
  return getOrCreate(indexes, server, () => {
    const index =
      newestIndex && hasSameNames(newestIndex.prompts, prompts)
        ? newestIndex.index
        : new Map(prompts.map(({ name }, place) => [cleanText(name), place]));
    newestIndex = { prompts, index };
    return index;
  });
}

function hasSameNames(left: readonly ResolvedPrompt[], right: readonly ResolvedPrompt[]): boolean {
  return (
    left.length === right.length &&
    left.every((prompt, place) => prompt === right[place] || prompt.name === right[place]?.name)
  );
}

/** Whether two states have equal lists for a revision. */
export function isSameList(left: ResolvedServer, right: ResolvedServer, features: Features): boolean {
  const listedText = (prompt: ResolvedPrompt) => JSON.stringify(listedPrompt(features, prompt));
  return (
    left.prompts.length === right.prompts.length &&
    left.prompts.every((prompt, index) => {
      const rightPrompt = right.prompts[index];
      // Unchanged prompts are the same object, so only changed ones are compared in depth.
      return rightPrompt !== undefined && (prompt === rightPrompt || listedText(prompt) === listedText(rightPrompt));
    })
  );
}
