/** Summarizes an entry of a server's list for windows, without its definition. */
import { compareNames } from '../../../base/compare-names.ts';
import type { PromptSummary, WorkspaceView } from '../../../contract/contract.ts';
import type { LibrarySnapshot, ListedPrompt, ListedTool, WorkspaceFile } from '../../../library/types.ts';
import type { Problem } from '../../../model/problems/problems.ts';

type EntrySummary = Pick<
  PromptSummary,
  'key' | 'name' | 'catalogueName' | 'location' | 'builtin' | 'isServed' | 'problems'
>;

export function listedEntry(entry: ListedPrompt | ListedTool, key: string, name: string): EntrySummary {
  const { catalogueName, location, builtin, isServed, problems } = entry;
  return {
    key,
    name,
    ...(catalogueName === undefined ? {} : { catalogueName }),
    ...(location === undefined ? {} : { location: { file: location.file, at: [...location.at] } }),
    builtin,
    isServed,
    problems: problems.map(problemView),
  };
}

/** Summarizes a file that no server lists. */
export function unlistedEntry({ file, name, prompt, tool, problems }: WorkspaceFile): EntrySummary {
  const definition = prompt ?? tool;
  return {
    key: file,
    name: definition?.name ?? name,
    catalogueName: name,
    location: { file, at: [] },
    builtin: false,
    isServed: definition !== undefined,
    problems: problems.map(problemView),
  };
}

/** Lists the files of prompts, or of tools, that no server lists. */
export function unlistedFiles({ servers, files }: LibrarySnapshot, kind: 'prompt' | 'tool'): readonly WorkspaceFile[] {
  const listedNames = new Set<string | undefined>();
  for (const { entries, tools } of servers.values())
    for (const { catalogueName } of kind === 'prompt' ? entries : tools) listedNames.add(catalogueName);
  const unlistedWorkspaceFiles = files.filter((file) => file.kind === kind && !listedNames.has(file.name));
  return unlistedWorkspaceFiles.sort((a, b) => compareNames(a.name, b.name));
}

/** A problem without `on` (key or value), which only the core uses. */
export function problemView({ on: _, at, ...problem }: Problem): WorkspaceView['problems'][number] {
  return { ...problem, at: [...at] };
}
