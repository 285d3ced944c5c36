/** The definitions of two workspaces side by side. */
import type { Library, ServerEntry, WorkspaceFile } from '../library/types.ts';
import { compareDefinitions, isEmptyDiff } from '../model/diff/definition-diff.ts';
import { summaryOf } from '../model/diff/diff-summary.ts';
import type { DefinitionChange, NameChanges } from './changes.ts';

const kindOrder = ['server', 'prompt', 'tool', 'source', 'skill'];

/** By catalogue name: a file that only has another extension or layout has not changed. */
export async function findDefinitionChanges(before: Library, now: Library): Promise<readonly DefinitionChange[]> {
  const key = ({ kind, name }: WorkspaceFile) => `${kindOrder.indexOf(kind)} ${name}`;
  const oldFiles = new Map(before.snapshot().files.map((file) => [key(file), file]));
  const newFiles = new Map(now.snapshot().files.map((file) => [key(file), file]));
  const changes: DefinitionChange[] = [];
  for (const value of [...new Set([...oldFiles.keys(), ...newFiles.keys()])].sort()) {
    const [from, to] = [oldFiles.get(value), newFiles.get(value)];
    const file = to ?? from;
    if (!file || (from && to && from.version === to.version)) continue;
    const [was, is] = await Promise.all([definitionIn(before, from), definitionIn(now, to)]);
    const diff = compareDefinitions(was, is);
    if (from && to && isEmptyDiff(diff)) continue;
    const summary = from && to ? summaryOf(diff, file.kind) : undefined;
    changes.push({
      kind: file.kind,
      name: file.name,
      file: file.file,
      change: !from ? 'added' : !to ? 'removed' : 'changed',
      ...(summary !== undefined && { summary }),
      diff,
    });
  }
  return changes;
}

async function definitionIn(library: Library, file: WorkspaceFile | undefined): Promise<unknown> {
  return file && (await library.open(file.file, [])).value;
}

/** Prompts and tools that each server has gained or lost. Servers that are the same on both sides are left out. */
export function findNameChanges(before: Library, now: Library): readonly NameChanges[] {
  const [oldServers, newServers] = [before.snapshot().servers, now.snapshot().servers];
  return [...new Set([...oldServers.keys(), ...newServers.keys()])].sort().flatMap((server) => {
    const [from, to] = [oldServers.get(server), newServers.get(server)];
    if (to?.builtin && from?.builtin) return [];
    const prompts = compareNames(namesIn(from, 'prompts'), namesIn(to, 'prompts'));
    const tools = compareNames(namesIn(from, 'tools'), namesIn(to, 'tools'));
    const isSame = [prompts, tools].every(({ added, removed }) => added.length + removed.length === 0);
    return isSame ? [] : [{ server, prompts, tools }];
  });
}

function namesIn(entry: ServerEntry | undefined, list: 'prompts' | 'tools'): readonly string[] {
  return entry?.resolvedServer[list].map(({ name }) => name) ?? [];
}

function compareNames(before: readonly string[], now: readonly string[]) {
  return { added: now.filter((name) => !before.includes(name)), removed: before.filter((name) => !now.includes(name)) };
}
