/** Sends a query to one open source: restricts it to a section, ranks again, and waits while a person types. */
import type { SearchScope } from '../../model/search.ts';
import type { Turns } from '../../state/turns.ts';
import type { Candidate, Passage } from '../engine/types.ts';
import { maxReranked, type RerankOptions, type RetrievedPassages, type Retriever } from './retriever.ts';
import type { WhileTyping } from './while-typing.ts';

/** Passages from each source: more than fit any budget, so that the report can show what was left out. */
const maxPassages = 20;

/** Passages to search before those outside the section are removed. */
const maxBeforeSection = 400;

export interface SourceQuery {
  /** Later searches have higher numbers. */
  readonly number: number;
  readonly signal: AbortSignal;
  readonly whileTyping: boolean;
  readonly scope: SearchScope | undefined;
  readonly section: string | undefined;
}

/** What the queries of a search service share. */
interface QueryQueue {
  /** Ranking takes milliseconds: many searches at once must not block the event loop. */
  readonly turns: Turns;
  readonly typing: WhileTyping;
}

/** @returns at most `maxPassages` passages @throws errors of the source */
export async function querySource(
  source: Retriever,
  query: string,
  { number, signal, whileTyping, scope, section }: SourceQuery,
  { turns, typing }: QueryQueue,
): Promise<RetrievedPassages> {
  if (!source.isRemote) await turns.take();
  const limit = section !== undefined ? maxBeforeSection : source.rerank ? maxReranked : maxPassages;
  const ask = async () => {
    const retrieval = withinSection(await source.retrieve(query, { limit, signal }), section);
    return source.rerank ? applyRerank(source.rerank, query, retrieval, { signal, scope }) : retrieval;
  };
  const question = { number, query, signal, isReusable: source.isRemote === true };
  const waits = whileTyping && (await sendsRequests(source));
  const retrieved = await (waits ? typing.retrieve(source, question, ask) : ask());
  return { ...retrieved, rankedPassages: retrieved.rankedPassages.slice(0, maxPassages) };
}

async function sendsRequests(source: Retriever): Promise<boolean> {
  const mayBeSent = source.isRemote === true || source.rerank !== undefined;
  return mayBeSent && ((await source.sendsRequests?.()) ?? true);
}

/** Ranks the best passages again, and joins both messages. */
async function applyRerank(
  rerank: NonNullable<Retriever['rerank']>,
  query: string,
  { rankedPassages, message, ...retrievalFields }: RetrievedPassages,
  options: RerankOptions,
): Promise<RetrievedPassages> {
  const { message: rerankMessage, ...answer } = await rerank(query, rankedPassages.slice(0, maxReranked), options);
  const messages = [message, rerankMessage].filter((value) => value !== undefined);
  return { ...retrievalFields, ...answer, ...(messages.length > 0 && { message: messages.join(' ') }) };
}

/** The passages of a section. If it has none, no page fits. */
function withinSection(retrieval: RetrievedPassages, section: string | undefined): RetrievedPassages {
  if (section === undefined) return retrieval;
  const rankedPassages = retrieval.rankedPassages.filter(({ passage }) => isInSection(passage, section));
  return { ...retrieval, rankedPassages, ...(rankedPassages.length === 0 && { fit: 'none' }) };
}

/** The web address is computed when it is read, because most candidates score too low to need it. */
export function candidateOf(name: string, rankedPassage: Candidate['ranked'], source: Retriever): Candidate {
  return {
    source: name,
    ranked: rankedPassage,
    get url() {
      return urlOf(source, rankedPassage);
    },
  };
}

/** The address of a passage on the web. */
function urlOf(source: Retriever, { passage }: RetrievedPassages['rankedPassages'][number]): string | undefined {
  const url = source.url?.(passage.location);
  return url === undefined || passage.anchor === undefined ? url : `${url}#${passage.anchor}`;
}

/** Ends with the signal even if a source ignores it. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const abortion = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, abortion]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Whether a passage belongs to a section: `docs/api` names a folder or page of that path, `Install` a page or heading of
 * that title.
 */
function isInSection({ location, title, headings }: Passage, section: string): boolean {
  const sectionName = section.trim().toLowerCase();
  const path = sectionName.replace(/^\/+|\/+$/g, '');
  if (path !== '' && `/${location.toLowerCase()}/`.includes(`/${path}/`)) return true;
  return [title, ...headings].some((heading) => heading.trim().toLowerCase() === sectionName);
}
