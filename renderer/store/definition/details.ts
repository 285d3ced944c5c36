/** The details of a prompt or tool: the fields that describe it. Only a prompt can be a skill. */
import type { KeyPath } from '../../../src/base/json.ts';
import { selectNameClash } from '../arguments/name-clash.ts';
import { selectOpenProblems, valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import { isObject, type Json, valueAt } from './json.ts';
import { problemsWithin } from './problems-within.ts';

/** The keys of the details, in the order of their fields. */
export const detailKeys = ['Name', 'Title', 'Description', 'Tags', 'Icons', 'Skill'] as const;

export type Details = Readonly<Record<(typeof detailKeys)[number], Json | undefined>>;

/** The written values of the details of the definition at a path. Each keeps its identity until it changes. */
export function detailsAt(state: WorkbenchState, at: KeyPath): Details {
  const value = valueIn(state, at);
  const fieldOf = (key: string) => (isObject(value) ? value[key] : undefined);
  return {
    Name: fieldOf('Name'),
    Title: fieldOf('Title'),
    Description: fieldOf('Description'),
    Tags: fieldOf('Tags'),
    Icons: fieldOf('Icons'),
    Skill: fieldOf('Skill'),
  };
}

/** Whether a path of a definition at `root` leads to one of its details. */
export function isDetail(root: KeyPath, at: KeyPath): boolean {
  return detailKeys.some((key) => key === at[root.length]);
}

/** Whether one of the fields has a problem to show. */
export function hasDetailProblem(state: WorkbenchState, at: KeyPath): boolean {
  const problems = selectOpenProblems(state);
  return (
    selectNameClash(state) !== undefined || detailKeys.some((key) => problemsWithin(problems, [...at, key]).length > 0)
  );
}

/** The tags in a written value: a list of texts or one text. */
export function tagsIn(value: Json | undefined): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return [...new Set(list.flatMap((tag) => (typeof tag === 'string' && tag.trim()) || []))];
}

/** The addresses of the icons in a written value. */
export function iconsIn(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((icon) => {
    const src = valueAt(icon, ['Src']);
    return typeof src === 'string' ? src : '';
  });
}
