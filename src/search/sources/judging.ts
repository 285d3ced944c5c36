/** The judged set of a source: what people marked as right and wrong, kept in its file, and what that says of the ranking. */

import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Library } from '../../library/types.ts';
import { builtinSourceData } from '../../model/builtin/sources.ts';
import type { JudgedQuery } from '../../model/definitions.ts';
import { type Evaluation, evaluate } from '../engine/evaluate.ts';
import type { Retriever } from './retriever.ts';
import type { FoundSource } from './source-files.ts';

export interface Mark {
  readonly query: string;
  readonly location: string;
  /** Null takes a mark back. */
  readonly judgement: 'right' | 'wrong' | null;
}

/** What a mark has changed, for whoever keeps a history. */
export interface Kept {
  readonly label: string;
  readonly changes: { readonly file: string; readonly before: string | null; readonly after: string }[];
}

/** What stands in a file under `Judged`, with keys that others may have added. */
interface Written {
  readonly Query?: unknown;
  readonly Right?: unknown;
  readonly Wrong?: unknown;
}

/**
 * Writes a mark into the source's file. A built-in source gets a file first, which then stands in its place.
 * @throws WorkbenchError `conflict` when the file was changed in the same moment
 */
export async function keepMark(library: Library, source: FoundSource, mark: Mark): Promise<Kept> {
  const isMade = source.file === undefined;
  const file = source.file ?? (await makeFile(library, source.name));
  const { value } = await library.open(file, []);
  const before = isJsonObject(value) && Array.isArray(value.Judged) ? (value.Judged as readonly Written[]) : undefined;
  const after = marked(before ?? [], mark);
  const edit = {
    at: ['Judged'],
    ...(before !== undefined && { before }),
    ...(after.length > 0 && { after }),
  };
  const result = await library.edit(file, [edit], { label: labelOf(mark) });
  if (result.kind === 'conflict')
    throw new WorkbenchError('conflict', `${file} was just changed elsewhere: check it and mark again.`);
  const { previousText, text } = result;
  return { label: labelOf(mark), changes: [{ file, before: isMade ? null : previousText, after: text }] };
}

function labelOf({ location, judgement }: Mark): string {
  return judgement === null ? `Removed the mark of ${location}` : `Marked ${location} as ${judgement}`;
}

async function makeFile(library: Library, name: string): Promise<string> {
  const { stringify } = await import('yaml');
  const file = `sources/${name}.yaml`;
  await library.write(file, '', stringify(builtinSourceData(name) ?? {}));
  return file;
}

function marked(judged: readonly Written[], { query, location, judgement }: Mark): readonly Written[] {
  const index = judged.findIndex(({ Query }) => Query === query);
  const { Right, Wrong, ...others } = judged[index] ?? { Query: query };
  const without = (list: unknown) => (Array.isArray(list) ? list.filter((each) => each !== location) : []);
  const right = [...without(Right), ...(judgement === 'right' ? [location] : [])];
  const wrong = [...without(Wrong), ...(judgement === 'wrong' ? [location] : [])];
  const entry = { ...others, ...(right.length > 0 && { Right: right }), ...(wrong.length > 0 && { Wrong: wrong }) };
  const isEmpty = right.length === 0 && wrong.length === 0;
  if (index < 0) return isEmpty ? judged : [...judged, entry];
  return isEmpty ? judged.toSpliced(index, 1) : judged.with(index, entry);
}

/** The figures of a source, and what stands in their way. */
export interface SourceEvaluation extends Evaluation {
  /** Pages that were marked right and that the source does not have any more, by location. No search can find them. */
  readonly gone: readonly string[];
}

/**
 * Measures a source on its judged set: a page that was marked right counts as an answer, any other as none.
 * @throws WorkbenchError `failed` when nothing is marked right, or the source cannot be searched
 */
export async function evaluateSource(source: FoundSource, retriever: Retriever): Promise<SourceEvaluation> {
  const judged = source.definition.judged.filter(({ right }) => right.length > 0);
  if (judged.length === 0) {
    const message = `${source.name} has no judged queries yet: mark search results as right in the workbench, or list pages under Judged in its file.`;
    throw new WorkbenchError('failed', message);
  }
  const found = new Map<string, readonly string[]>();
  for (const { query } of judged) found.set(query, await locationsFor(retriever, query));
  const figures = evaluate(judged.map(asGraded), (query) => found.get(query) ?? []);
  const unfound = judged.flatMap(({ query, right }) => right.filter((page) => !found.get(query)?.includes(page)));
  return { ...figures, gone: await withoutPage(retriever, new Set(unfound)) };
}

/** Of a source elsewhere nobody knows which pages it has. */
async function withoutPage({ page }: Retriever, locations: ReadonlySet<string>): Promise<readonly string[]> {
  if (!page) return [];
  const gone: string[] = [];
  for (const location of locations)
    await page(location).catch((error: unknown) => {
      if (error instanceof WorkbenchError && error.code === 'not-found') gone.push(location);
    });
  return gone;
}

function asGraded({ query, right, wrong }: JudgedQuery) {
  const grades = [...right.map((page) => [page, 3] as const), ...wrong.map((page) => [page, 0] as const)];
  return { question: query, relevant: Object.fromEntries(grades) };
}

/** Each page once, best first. */
async function locationsFor(retriever: Retriever, query: string): Promise<readonly string[]> {
  const { ranked } = await retriever.retrieve(query, { limit: 20, signal: AbortSignal.timeout(45_000) });
  return [...new Set(ranked.map(({ passage }) => passage.location))];
}
