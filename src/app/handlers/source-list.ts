/** The list of sources for windows, including sources whose file has an error at the moment. */

import { isJsonObject } from '../../base/json.ts';
import type { ProblemView, SourceSummary } from '../../contract/contract.ts';
import { type SourceUser, sourceUsers } from '../../library/arrange/change-sources.ts';
import type { Library, WorkspaceFile } from '../../library/types.ts';
import { findMissingFolders } from '../../search/sources/missing-folders.ts';
import type { SourceStatus } from '../../search/sources/search-service.ts';
import type { Trust } from '../../trust/trust.ts';
import { problemView } from './workspace/entry-view.ts';

type SourceType = SourceSummary['type'];
const types: readonly SourceType[] = ['Documentation', 'WolframAlpha', 'MCP'];

/**
 * @param statuses the readable sources
 * @returns these, and the sources that are not set up yet or whose file has an error but a valid type, because a person may
 *   be editing them; sorted by name
 */
export async function listSources(
  library: Library,
  trust: Trust,
  statuses: readonly SourceStatus[],
): Promise<SourceSummary[]> {
  const problems = (await findMissingFolders(library, trust)).map(problemView);
  const foundNames = new Set(statuses.map(({ name }) => name));
  const brokenFiles = library.snapshot().files.filter(({ kind, name, source }) => {
    return kind === 'source' && !source && !foundNames.has(name);
  });
  const unreadable = await Promise.all(brokenFiles.map((file) => unreadableSource(library, file)));
  const users = sourceUsers(library.snapshot());
  return [
    ...statuses.map((summary) => ({ ...summary, problems: within(problems, summary.file) })),
    ...unreadable.flat(),
  ]
    .map((source) => ({ ...source, usedBy: (users.get(source.name) ?? []).map(userView) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function userView({ location: { file, at }, ...user }: SourceUser): SourceSummary['usedBy'][number] {
  return { ...user, location: { file, at: [...at] } };
}

function within(problems: readonly ProblemView[], file: string | undefined): ProblemView[] {
  return problems.filter((problem) => problem.file === file);
}

/** An array with the source, or an empty one. */
async function unreadableSource(
  library: Library,
  { file, name, instruction, problems }: WorkspaceFile,
): Promise<Omit<SourceSummary, 'usedBy'>[]> {
  const value = await library.open(file, []).then(
    (view) => view.value,
    () => undefined,
  );
  const type = isJsonObject(value) ? types.find((candidate) => candidate === value.Type) : undefined;
  const message = instruction ?? problems.find(({ severity }) => severity === 'error')?.message;
  if (!type || message === undefined) return [];
  const state = { kind: instruction === undefined ? 'failed' : 'not-set-up', message } as const;
  return [{ name, type, builtin: false, file, judged: [], state, problems: [] }];
}
