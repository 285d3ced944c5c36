/** The problems of the workspace by cause, with the quick fixes that a list can offer. */
import type { ListName, ProblemView } from '../../../src/contract/contract.ts';
import { pathKey } from '../definition/json.ts';
import { selectProblems, selectServers } from '../selectors.ts';
import { stableSelector } from '../stable-selector.ts';
import type { WorkbenchState } from '../state.ts';

/** A change of one entry of a server's list that fixes a problem. */
export interface EntryFix {
  readonly kind: 'rename' | 'remove';
  readonly server: string;
  readonly list: ListName;
  readonly index: number;
  /** The new name of a rename. */
  readonly name: string;
}

/** A change inside a definition. `name`: the new key, or the argument. */
export interface DefinitionFix {
  readonly kind: 'rename-key' | 'remove-key' | 'add-argument' | 'keep-text' | 'choose-file' | 'remove-block';
  readonly name: string;
}

export type ProblemFix = EntryFix | DefinitionFix;

/** One fault with all places that report it. */
export interface ProblemCause {
  readonly file: string;
  /** The first place. */
  readonly problem: ProblemView;
  readonly places: readonly ProblemView[];
  readonly fixes: readonly ProblemFix[];
}

/** One cause for each message of a file, in order: both sides of a name clash are one. */
export const selectProblemCauses = stableSelector((state: WorkbenchState): readonly ProblemCause[] => {
  const causes = new Map<string, ProblemView[]>();
  const problems = selectProblems(state);
  for (const problem of problems) {
    if (isConsequence(state, problem, problems)) continue;
    const key = JSON.stringify([problem.file, problem.severity, problem.tag, problem.message]);
    const places = causes.get(key) ?? [];
    if (!places.some((place) => isSamePlace(place, problem))) places.push(problem);
    causes.set(key, places);
  }
  return [...causes.values()].flatMap((places) => {
    const [problem] = places;
    if (!problem) return [];
    const inside = definitionFixes(problem);
    return [{ file: problem.file, problem, places, fixes: inside.length > 0 ? inside : fixesOf(state, places) }];
  });
});

/** Whether a server's list only repeats that the file of an entry has an error, which is a cause by itself. */
function isConsequence(state: WorkbenchState, problem: ProblemView, problems: readonly ProblemView[]): boolean {
  if (problem.severity !== 'warning') return false;
  const server = selectServers(state).find(({ file }) => file === problem.file);
  return ['prompts' as const, 'tools' as const].some((list) =>
    server?.[list].some(({ served, location, problems: own }) => {
      if (served || !location || location.file === problem.file) return false;
      const hasError = problems.some(({ file, severity }) => file === location.file && severity === 'error');
      return hasError && own.some((each) => isSameProblem(each, problem));
    }),
  );
}

function isSamePlace(a: ProblemView, b: ProblemView): boolean {
  return a.line === b.line && a.column === b.column && pathKey(a.at) === pathKey(b.at);
}

/** A later entry of a clash can be renamed; a name that the catalogue does not have can be removed. */
function fixesOf(state: WorkbenchState, places: readonly ProblemView[]): readonly ProblemFix[] {
  for (const server of selectServers(state)) {
    if (server.file === undefined) continue;
    for (const list of ['prompts', 'tools'] as const) {
      const index = server[list].findLastIndex(({ problems, builtin }) => {
        return !builtin && problems.some((problem) => places.some((place) => isSameProblem(problem, place)));
      });
      const entry = server[list][index];
      if (!entry) continue;
      const at = { server: server.name, list, index };
      const remove: EntryFix = { kind: 'remove', ...at, name: entry.name };
      if ('clash' in entry && entry.clash) return [{ kind: 'rename', ...at, name: entry.clash.freeName }, remove];
      return entry.location === undefined ? [remove] : [];
    }
  }
  return [];
}

/** Fixes of an unknown key, a slot without an argument and a missing file. */
export function definitionFixes({ subject, tag, at }: ProblemView): readonly DefinitionFix[] {
  if (subject?.kind === 'key') {
    const remove: DefinitionFix = { kind: 'remove-key', name: String(at.at(-1)) };
    return subject.near === undefined ? [remove] : [{ kind: 'rename-key', name: subject.near }, remove];
  }
  const { name } = subject ?? {};
  if (name !== undefined)
    return [
      { kind: 'add-argument', name },
      { kind: 'keep-text', name },
    ];
  if (tag !== 'Media' || at.at(-1) !== 'File') return [];
  return [
    { kind: 'choose-file', name: '' },
    { kind: 'remove-block', name: '' },
  ];
}

function isSameProblem(a: ProblemView, b: ProblemView): boolean {
  return a.file === b.file && a.message === b.message && pathKey(a.at) === pathKey(b.at);
}
