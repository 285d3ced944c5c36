/** The problems of the workspace by cause, with the quick fixes that a list can offer. */
import { isWithin, type KeyPath } from '../../../src/base/json.ts';
import type { ListName, ProblemView } from '../../../src/contract/contract.ts';
import { entryNameProblem } from '../arguments/name-clash.ts';
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

/** A change inside a definition. `name`: the new key or name, or the argument; of a move the item before it, if it has one. */
export interface DefinitionFix {
  readonly kind:
    | 'rename-key'
    | 'remove-key'
    | 'use-name'
    | 'fill-slot'
    | 'add-argument'
    | 'remove-argument'
    | 'keep-text'
    | 'choose-file'
    | 'remove-block'
    | 'move-argument'
    | 'make-optional';
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

let newestCauses:
  | (Pick<WorkbenchState, 'workspace' | 'sources'> & { readonly causes: readonly ProblemCause[] })
  | undefined;

/** One cause for each message of a file, the root of each file first: both sides of a name clash are one. */
export function selectProblemCauses(state: WorkbenchState): readonly ProblemCause[] {
  const { workspace, sources } = state;
  // Several views ask after every key, which changes neither.
  if (newestCauses?.workspace !== workspace || newestCauses.sources !== sources)
    newestCauses = { workspace, sources, causes: findCauses(state) };
  return newestCauses.causes;
}

const findCauses = stableSelector((state: WorkbenchState): readonly ProblemCause[] => {
  const byMessage = new Map<string, ProblemView[]>();
  const problems = selectProblems(state);
  for (const problem of problems) {
    if (isConsequence(state, problem, problems)) continue;
    const key = JSON.stringify([problem.file, problem.severity, problem.tag, problem.message]);
    const places = byMessage.get(key) ?? [];
    if (!places.some((place) => isSamePlace(place, problem))) places.push(problem);
    byMessage.set(key, places);
  }
  const causes = [...byMessage.values()].flatMap((places): readonly ProblemCause[] => {
    const [problem] = places;
    if (!problem) return [];
    const inside = definitionFixes(problem);
    const isInside = inside.length > 0 && problem.subject?.kind !== 'name';
    return [{ file: problem.file, problem, places, fixes: isInside ? inside : [...inside, ...fixesOf(state, places)] }];
  });
  return rootsFirst(causes);
});

/** In each file, errors come before warnings, and the first in the text before those that may follow from it. */
function rootsFirst(causes: readonly ProblemCause[]): readonly ProblemCause[] {
  const files = [...new Set(causes.map(({ file }) => file))];
  const rank = new Map(files.map((file, index) => [file, index]));
  const isError = ({ problem }: ProblemCause) => Number(problem.severity === 'error');
  return causes.toSorted(
    (a, b) =>
      (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) ||
      isError(b) - isError(a) ||
      a.problem.line - b.problem.line ||
      a.problem.column - b.problem.column,
  );
}

/** The causes in the open file, at a path and below it. */
export function causesWithin(state: WorkbenchState, at: KeyPath): readonly ProblemCause[] {
  const file = state.definition.status === 'open' ? state.definition.view.file : undefined;
  return selectProblemCauses(state).filter(
    (cause) => cause.file === file && cause.places.some((place) => isWithin(at, place.at)),
  );
}

/** Whether a server's list only repeats that the file of an entry has an error, which is a cause by itself. */
function isConsequence(state: WorkbenchState, problem: ProblemView, problems: readonly ProblemView[]): boolean {
  if (problem.severity !== 'warning') return false;
  const server = selectServers(state).find(({ file }) => file === problem.file);
  return ['prompts' as const, 'tools' as const].some((list) =>
    server?.[list].some(({ isServed, location, problems: ownProblems }) => {
      if (isServed || !location || location.file === problem.file) return false;
      const hasError = problems.some(({ file, severity }) => file === location.file && severity === 'error');
      return hasError && ownProblems.some((ownProblem) => isSameProblem(ownProblem, problem));
    }),
  );
}

function isSamePlace(a: ProblemView, b: ProblemView): boolean {
  return a.line === b.line && a.column === b.column && pathKey(a.at) === pathKey(b.at);
}

/** A later entry of a clash and a name that clients cannot call can be renamed, and a name without a definition removed. */
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
      if (entry.location === undefined) return [remove];
      const isOfName = places.some(({ tag }) => tag === 'UnportableName');
      const freeName = isOfName ? entryNameProblem(state, list, entry.location, entry.name)?.free : undefined;
      return freeName === undefined ? [] : [{ kind: 'rename', ...at, name: freeName }];
    }
  }
  return [];
}

/** Fixes of an unknown key or name, a slot without an argument, an unused or misplaced argument and a missing file. */
export function definitionFixes({ subject, tag, at }: ProblemView): readonly DefinitionFix[] {
  if (subject?.kind === 'key') {
    const remove: DefinitionFix = { kind: 'remove-key', name: String(at.at(-1)) };
    return subject.near === undefined ? [remove] : [{ kind: 'rename-key', name: subject.near }, remove];
  }
  if (subject?.kind === 'default')
    return [
      { kind: 'make-optional', name: '' },
      { kind: 'remove-key', name: String(at.at(-1)) },
    ];
  if (subject?.kind === 'order') return [{ kind: 'move-argument', name: subject.after ?? '' }];
  if (subject?.kind === 'name') return [{ kind: 'use-name', name: subject.near }];
  if (subject?.kind === 'unused') return [{ kind: 'remove-argument', name: subject.name }];
  if (subject?.kind === 'slot') {
    const use: readonly DefinitionFix[] = subject.near === undefined ? [] : [{ kind: 'fill-slot', name: subject.near }];
    // The variable of a URI is not a text that could stay.
    const keep: readonly DefinitionFix[] = at.at(-1) === 'Uri' ? [] : [{ kind: 'keep-text', name: subject.name }];
    return [...use, { kind: 'add-argument', name: subject.name }, ...keep];
  }
  if (tag !== 'Media' || at.at(-1) !== 'File') return [];
  return [
    { kind: 'choose-file', name: '' },
    { kind: 'remove-block', name: '' },
  ];
}

function isSameProblem(a: ProblemView, b: ProblemView): boolean {
  return a.file === b.file && a.message === b.message && pathKey(a.at) === pathKey(b.at);
}
