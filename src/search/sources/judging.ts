/** The judged queries of a source: results marked as right or wrong in its file, and the search quality that they measure. */

import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Library } from '../../library/types.ts';
import { builtinSourceData } from '../../model/builtin/sources.ts';
import type { JudgedQuery } from '../../model/definitions.ts';
import { type Evaluation, evaluate } from '../engine/query/evaluate.ts';
import type { RankedPassage } from '../engine/types.ts';
import { maxReranked, type Retriever } from './retriever.ts';
import type { FoundSource } from './source-files.ts';

export interface Mark {
  readonly query: string;
  readonly location: string;
  /** Null removes the mark. */
  readonly judgement: 'right' | 'wrong' | null;
}

/** The change of a file, for the history. */
export interface SavedMark {
  readonly label: string;
  readonly changes: { readonly file: string; readonly before: string | null; readonly after: string }[];
}

/** One entry of `Judged` in a file. It may have other keys. */
interface JudgedEntry {
  readonly Query?: unknown;
  readonly Right?: unknown;
  readonly Wrong?: unknown;
}

/**
 * Saves a mark in the source's file. A built-in source is first copied to a file, which then replaces it.
 * @throws WorkbenchError `conflict` if the file changed at the same moment
 */
export async function saveMark(library: Library, source: FoundSource, mark: Mark): Promise<SavedMark> {
  const isNewFile = source.file === undefined;
  const file = source.file ?? (await createFile(library, source.name));
  const { value } = await library.open(file, []);
  const before =
    isJsonObject(value) && Array.isArray(value.Judged) ? (value.Judged as readonly JudgedEntry[]) : undefined;
  const after = withMark(before ?? [], mark);
  const edit = {
    at: ['Judged'],
    ...(before !== undefined && { before }),
    ...(after.length > 0 && { after }),
  };
  const result = await library.edit(file, [edit], { label: labelOf(mark) });
  if (result.kind === 'conflict')
    throw new WorkbenchError('conflict', `${file} was just changed elsewhere: check it and mark again.`);
  const { previousText, text } = result;
  return { label: labelOf(mark), changes: [{ file, before: isNewFile ? null : previousText, after: text }] };
}

function labelOf({ location, judgement }: Mark): string {
  return judgement === null ? `Removed the mark of ${location}` : `Marked ${location} as ${judgement}`;
}

async function createFile(library: Library, name: string): Promise<string> {
  const { stringify } = await import('yaml');
  const file = `sources/${name}.yaml`;
  await library.write(file, '', stringify(builtinSourceData(name) ?? {}));
  return file;
}

function withMark(judgedEntries: readonly JudgedEntry[], { query, location, judgement }: Mark): readonly JudgedEntry[] {
  const index = judgedEntries.findIndex(({ Query }) => Query === query);
  const { Right, Wrong, ...otherFields } = judgedEntries[index] ?? { Query: query };
  const withoutLocation = (list: unknown) => (Array.isArray(list) ? list.filter((value) => value !== location) : []);
  const right = [...withoutLocation(Right), ...(judgement === 'right' ? [location] : [])];
  const wrongLocations = [...withoutLocation(Wrong), ...(judgement === 'wrong' ? [location] : [])];
  const entry = {
    ...otherFields,
    ...(right.length > 0 && { Right: right }),
    ...(wrongLocations.length > 0 && { Wrong: wrongLocations }),
  };
  const isEmpty = right.length === 0 && wrongLocations.length === 0;
  if (index < 0) return isEmpty ? judgedEntries : [...judgedEntries, entry];
  return isEmpty ? judgedEntries.toSpliced(index, 1) : judgedEntries.with(index, entry);
}

/** Long enough for one query whose passages have no vectors yet. */
const rerankTimeoutMs = 30_000;

/** The search quality of a source. */
export interface SourceEvaluation extends Evaluation {
  /** The quality with embeddings, for a source that names a service, or why it could not be measured. */
  readonly withEmbeddings?: Evaluation | { readonly failure: string };
  /** Locations of pages that are marked right and no longer exist, so that no search can find them. */
  readonly missingPages: readonly string[];
}

/**
 * Measures a source with its judged queries: pages marked right are relevant, all others are not.
 * @throws WorkbenchError `failed` if nothing is marked right or the source cannot be searched
 */
export async function evaluateSource(source: FoundSource, retriever: Retriever): Promise<SourceEvaluation> {
  const judgedQueries = source.definition.judgedQueries.filter(({ right }) => right.length > 0);
  if (judgedQueries.length === 0) {
    const message = `${source.name} has no judged queries yet: mark search results as right in the workbench, or list pages under Judged in its file.`;
    throw new WorkbenchError('failed', message);
  }
  const locationsByQuery = new Map<string, readonly string[]>();
  const rerankedLocations = new Map<string, readonly string[]>();
  let failure: string | undefined;
  for (const { query } of judgedQueries) {
    const signal = AbortSignal.timeout(45_000);
    const { rankedPassages } = await retriever.retrieve(query, { limit: maxReranked, signal });
    locationsByQuery.set(query, locationsIn(rankedPassages));
    if (!retriever.rerank || failure !== undefined) continue;
    const reranking = await retriever.rerank(query, rankedPassages, { signal, timeoutMs: rerankTimeoutMs });
    failure = reranking.message;
    rerankedLocations.set(query, locationsIn(reranking.rankedPassages));
  }
  const figures = evaluate(judgedQueries.map(gradeQuery), (query) => locationsByQuery.get(query) ?? []);
  const withEmbeddings =
    failure === undefined
      ? evaluate(judgedQueries.map(gradeQuery), (query) => rerankedLocations.get(query) ?? [])
      : { failure };
  const notFound = judgedQueries.flatMap(({ query, right }) =>
    right.filter((page) => !locationsByQuery.get(query)?.includes(page)),
  );
  return {
    ...figures,
    ...(retriever.rerank && { withEmbeddings }),
    missingPages: await findMissingPages(retriever, new Set(notFound)),
  };
}

/** Empty for sources that cannot list their pages. */
async function findMissingPages({ page }: Retriever, locations: ReadonlySet<string>): Promise<readonly string[]> {
  if (!page) return [];
  const missingLocations: string[] = [];
  for (const location of locations)
    await page(location).catch((error: unknown) => {
      if (error instanceof WorkbenchError && error.code === 'not-found') missingLocations.push(location);
    });
  return missingLocations;
}

function gradeQuery({ query, right, wrong }: JudgedQuery) {
  const grades = [...right.map((page) => [page, 3] as const), ...wrong.map((page) => [page, 0] as const)];
  return { question: query, relevant: Object.fromEntries(grades) };
}

/** Each page once, best first. */
function locationsIn(rankedPassages: readonly RankedPassage[]): readonly string[] {
  return [...new Set(rankedPassages.map(({ passage }) => passage.location))];
}
