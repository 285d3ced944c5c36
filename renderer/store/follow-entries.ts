/** Which prompt of a list is which one after the list has changed: a key alone may stand for another prompt then. */
import type { PromptSummary, WorkspaceView } from '../../src/contract/contract.ts';

type Prompts = readonly PromptSummary[];

/** What a prompt is known by, the surest first; nothing where it has no such mark. */
const marks: readonly ((prompt: PromptSummary, index: number) => string | undefined)[] = [
  ({ key: _, location: __, problems: ___, clash: ____, ...shown }) => JSON.stringify(shown),
  ({ name, catalogueName }) => JSON.stringify([name, catalogueName]),
  ({ name }) => name,
  ({ catalogueName }) => catalogueName,
  (_, index) => String(index),
];

/** The new key of every prompt that is still there, by its old one. */
export function keysAfter(before: Prompts, after: Prompts): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<PromptSummary>();
  for (const mark of marks) {
    const marked = new Map<string, PromptSummary[]>();
    for (const [index, prompt] of after.entries()) {
      const own = taken.has(prompt) ? undefined : mark(prompt, index);
      if (own !== undefined) marked.set(own, [...(marked.get(own) ?? []), prompt]);
    }
    for (const [index, prompt] of before.entries()) {
      const match = keys.has(prompt.key) ? undefined : marked.get(mark(prompt, index) ?? '')?.shift();
      if (!match) continue;
      keys.set(prompt.key, match.key);
      taken.add(match);
    }
  }
  return keys;
}

/** Keys of every server whose list is another one now, old to new. */
export function movedKeys(
  before: WorkspaceView,
  after: WorkspaceView,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const moved = new Map<string, ReadonlyMap<string, string>>();
  for (const { name, prompts } of after.servers) {
    const old = before.servers.find((server) => server.name === name)?.prompts ?? [];
    const isSame = old.length === prompts.length && old.every((prompt, index) => isSameSpot(prompt, prompts[index]));
    // A list that is gone most likely belongs to a file that is being written.
    if (!isSame && old.length > 0 && prompts.length > 0) moved.set(name, keysAfter(old, prompts));
  }
  return moved;
}

function isSameSpot(a: PromptSummary, b: PromptSummary | undefined): boolean {
  return a.key === b?.key && a.name === b.name;
}
