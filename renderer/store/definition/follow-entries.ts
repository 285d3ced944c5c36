/** Matches the entries of a changed list with their old keys: the same key may belong to another entry now. */
import type { ListName, PromptSummary, ToolSummary, WorkspaceView } from '../../../src/contract/contract.ts';

/** A prompt or a tool. */
type Entry = (PromptSummary | ToolSummary) & { readonly clash?: unknown };

/** Identifying marks of an entry, the most reliable first. */
const marks: readonly ((entry: Entry, index: number) => string | undefined)[] = [
  ({ key: _, location: __, problems: ___, clash: ____, ...shownFields }) => JSON.stringify(shownFields),
  ({ name, catalogueName }) => JSON.stringify([name, catalogueName]),
  ({ name }) => name,
  ({ catalogueName }) => catalogueName,
  (_, index) => String(index),
];

/** The new key of every remaining entry, by its old key. */
export function matchKeys(before: readonly Entry[], after: readonly Entry[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const pairedEntries = new Set<Entry>();
  for (const mark of marks) {
    const entriesByMark = new Map<string, Entry[]>();
    for (const [index, entry] of after.entries()) {
      const ownMark = pairedEntries.has(entry) ? undefined : mark(entry, index);
      if (ownMark !== undefined) entriesByMark.set(ownMark, [...(entriesByMark.get(ownMark) ?? []), entry]);
    }
    for (const [index, entry] of before.entries()) {
      const match = keys.has(entry.key) ? undefined : entriesByMark.get(mark(entry, index) ?? '')?.shift();
      if (!match) continue;
      keys.set(entry.key, match.key);
      pairedEntries.add(match);
    }
  }
  return keys;
}

/** For every server whose list changed: the keys, old to new. */
export function findMovedKeys(
  before: WorkspaceView,
  after: WorkspaceView,
  list: ListName,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const keysByServer = new Map<string, ReadonlyMap<string, string>>();
  for (const { name, [list]: now } of after.servers) {
    const oldEntries: readonly Entry[] = before.servers.find((server) => server.name === name)?.[list] ?? [];
    const isSame =
      oldEntries.length === now.length && oldEntries.every((entry, index) => isSameSpot(entry, now[index]));
    // An empty list most likely belongs to a file that another program is writing.
    if (!isSame && oldEntries.length > 0 && now.length > 0) keysByServer.set(name, matchKeys(oldEntries, now));
  }
  return keysByServer;
}

function isSameSpot(a: Entry, b: Entry | undefined): boolean {
  return a.key === b?.key && a.name === b.name;
}
