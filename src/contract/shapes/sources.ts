/** Sources of search prompts: their states, and the results of searches with explanations. */
import * as z from 'zod';
import { location, problem } from './common.ts';
import { needs } from './trust.ts';

const field = z.enum(['title', 'headings', 'body', 'code', 'symbols']);
const place = z.object({ title: z.string(), location: z.string(), headings: z.array(z.string()) });

/** One word that counted for a passage. */
const match = z.object({
  query: z.string(),
  term: z.string(),
  kind: z.enum(['word', 'symbol', 'synonym', 'spelling', 'prefix']),
  fields: z.array(field),
  score: z.number(),
  /** The words of the passage that have the term, as the passage spells them; empty for a borrowed term. */
  found: z.array(z.string()),
});

/**
 * The outcome of a passage. `cut`: shortened at its end. `joined`: the entry of a neighbour of the same page has its text.
 * `folded`: a duplicate of another passage.
 */
const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken') }),
  z.object({ kind: z.literal('cut'), reason: z.enum(['budget', 'weak', 'doubtful']), tokensLeftOut: z.number() }),
  z.object({ kind: z.literal('joined') }),
  z.object({ kind: z.literal('folded'), into: z.object({ source: z.string(), location: z.string() }) }),
  z.object({ kind: z.literal('left'), reason: z.enum(['budget', 'weak', 'limit', 'given']) }),
]);

const judgement = z.enum(['right', 'wrong']);

const rankedPassage = place.extend({
  source: z.string(),
  line: z.exactOptional(z.number()),
  /** The fragment of the address at which it begins, without `#`. */
  anchor: z.exactOptional(z.string()),
  /** The address of its page on the web. */
  url: z.exactOptional(z.string()),
  score: z.number(),
  /** The parts of the score; `similarity` if it was ranked again. */
  because: z.object({ words: z.number(), nearness: z.number(), similarity: z.exactOptional(z.number()) }),
  /** If it was ranked again by its embedding: the cosine of query and passage, and its rank before, from 1. */
  embedding: z.exactOptional(z.object({ similarity: z.number(), rank: z.number() })),
  matches: z.array(match),
  /** Duplicate passages of the same source. */
  folded: z.array(place),
  outcome,
  tokens: z.number(),
  /** An extract of its text; `marks` are the matched words, as offsets in UTF-16 code units. */
  snippet: z.object({ text: z.string(), marks: z.array(z.object({ start: z.number(), end: z.number() })) }),
  /** Its entry in the results; empty when it has none. */
  text: z.string(),
  /** Escaped tags of the output format: offsets in `text`, in UTF-16 code units. */
  defused: z.array(z.object({ start: z.number(), end: z.number() })),
  judged: z.exactOptional(judgement),
});

const searchedSource = z.object({
  name: z.string(),
  state: z.enum(['answered', 'failed']),
  milliseconds: z.number(),
  /** The number of passages found. */
  found: z.number(),
  /** One sentence: why it failed, or what to know of its answer. */
  message: z.exactOptional(z.string()),
  /** Words of the query that match nothing in the source. */
  unknown: z.array(z.string()),
  /** Of the state (`sourceState`) that was searched: a later state may have another answer. */
  revision: z.exactOptional(z.number()),
  /** How its passages were ranked again; `sent` counts the texts that the service got. */
  embeddings: z.exactOptional(z.object({ model: z.string(), sent: z.number(), milliseconds: z.number() })),
  /** The asks to allow: for an answer, or for its embeddings if it answered. */
  needs: z.exactOptional(needs),
});

/** Everything about one search. */
export const searchReport = z.object({
  /** For `search.explain`, while the search is one of the latest. */
  id: z.string(),
  /** As it was sent. */
  query: z.string(),
  budget: z.number(),
  /** Of the passages taken. Never above the budget. */
  tokens: z.number(),
  sources: z.array(searchedSource),
  /** In the order of rank. */
  passages: z.array(rankedPassage),
  /** What the model reads if the sources answered and no passage fits the query. */
  noResults: z.exactOptional(z.string()),
});

/** A search that was found, as text; or why there is none. */
export const searched = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('results'), text: z.string(), account: searchReport }),
  z.object({ kind: z.literal('failed'), message: z.string(), account: searchReport }),
]);

/** The state of a source. Every message says what to do. */
export const sourceState = z.discriminatedUnion('kind', [
  /** Not opened yet; the first search opens it. */
  z.object({ kind: z.literal('idle') }),
  z.object({
    kind: z.literal('indexing'),
    done: z.number(),
    total: z.number(),
    searchable: z.boolean(),
    /** The files are still being counted; `total` is the number so far. */
    isCounting: z.exactOptional(z.literal(true)),
  }),
  /** So many files that a person confirms the reading (`sources.read`). */
  z.object({ kind: z.literal('unconfirmed'), files: z.number(), bytes: z.number() }),
  /** A person stopped the reading; `sources.read` reads the rest. */
  z.object({
    kind: z.literal('stopped'),
    done: z.number(),
    total: z.number(),
    searchable: z.boolean(),
    revision: z.number(),
  }),
  z.object({
    kind: z.literal('ready'),
    pages: z.exactOptional(z.number()),
    passages: z.exactOptional(z.number()),
    /** Grows when search results may change. */
    revision: z.exactOptional(z.number()),
    /** It comes with its index, which is never made again. */
    isFixed: z.exactOptional(z.literal(true)),
    /** Unreadable files with the reason; at most 100. */
    unread: z.array(z.object({ file: z.string(), message: z.string() })),
    /** Files that were read in part, and formats that are not read; at most 100. */
    remarks: z.exactOptional(z.array(z.object({ file: z.string(), message: z.string() }))),
    /** A note, such as that the built-in reference is a starter. */
    message: z.exactOptional(z.string()),
  }),
  /** A person has not filled in everything yet; `credential` says which credential is missing. */
  z.object({
    kind: z.literal('not-set-up'),
    credential: z.exactOptional(z.literal('wolfram-alpha-app-id')),
    message: z.string(),
  }),
  /** The source needs permission (`trust.get`). */
  z.object({ kind: z.literal('not-allowed'), needs }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

/** What was fetched from one address on the web. Times are milliseconds since 1970. */
export const webCopy = z.object({
  url: z.string(),
  version: z.exactOptional(z.string()),
  refresh: z.exactOptional(z.enum(['Daily', 'Weekly', 'Monthly'])),
  pages: z.number(),
  bytes: z.number(),
  /** The latest fetch that reached its end; absent if there was none. */
  fetchedAt: z.exactOptional(z.number()),
  /** Why the latest fetch ended early, in one sentence. */
  failure: z.exactOptional(z.string()),
  /** When it is fetched again as its schedule says. */
  nextAt: z.exactOptional(z.number()),
  /** Whether its settings changed since the latest fetch: until the next one on request, the schedule waits. */
  isChanged: z.boolean(),
  /** What was left out; `url` is empty for a limit. */
  problems: z.array(z.object({ url: z.string(), message: z.string() })),
  /** The fetch that runs now: `total` are the pages that are known so far. */
  fetching: z.exactOptional(z.object({ done: z.number(), total: z.number() })),
});

const sourceType = z.enum(['Documentation', 'WolframAlpha', 'MCP']);

export const newSource = z.object({ name: z.string(), type: sourceType, folder: z.exactOptional(z.string()) });

export const sourceSummary = z.object({
  name: z.string(),
  type: sourceType,
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  builtin: z.boolean(),
  /** Absent for a built-in source. */
  file: z.exactOptional(z.string()),
  /** The folders of a documentation source that `state` is about, as in its file. */
  folders: z.exactOptional(z.array(z.string())),
  /** The service that ranks its passages again, and what must be allowed first. */
  embeddings: z.exactOptional(z.object({ address: z.string(), model: z.string(), needs })),
  /** What was fetched from the web, in the order of its file. */
  web: z.exactOptional(z.array(webCopy)),
  /** The judged queries, in the order of the file. */
  judged: z.array(z.object({ query: z.string(), right: z.array(z.string()), wrong: z.array(z.string()) })),
  /** The prompts and tools of the workspace that name it; `isDependent` ones fail without it. */
  usedBy: z.array(z.object({ name: z.string(), kind: z.enum(['prompt', 'tool']), location, isDependent: z.boolean() })),
  state: sourceState,
  /** Problems that depend on this computer, such as a missing folder. */
  problems: z.array(problem),
});

/** The origin of the AppID; the AppID itself never leaves the core. */
export const appIdState = z.object({
  from: z.enum(['environment', 'keychain', 'file', 'none']),
});

export const searchQuestion = z.object({
  sources: z.array(z.string()).min(1),
  query: z.string(),
  budget: z.exactOptional(z.int().min(1)),
});

/** `judgement` null takes a mark back. */
export const mark = z.object({
  source: z.string(),
  query: z.string(),
  location: z.string(),
  judgement: judgement.nullable(),
});

/** A page of an index. */
export const sourcePage = z.object({
  title: z.string(),
  location: z.string(),
  /** The file or address to open in another program, if any. */
  address: z.exactOptional(z.string()),
  /** Its address on the web. */
  url: z.exactOptional(z.string()),
  passages: z.array(
    z.object({
      headings: z.array(z.string()),
      text: z.string(),
      line: z.exactOptional(z.number()),
      anchor: z.exactOptional(z.string()),
    }),
  ),
});

/** Search quality by the judged queries (Järvelin and Kekäläinen's nDCG; 1 is perfect). */
export const evaluation = z.object({
  queries: z.number(),
  ndcg10: z.number(),
  recall5: z.number(),
  meanReciprocalRank: z.number(),
  /** The same with embeddings, for a source that names a service; `failure` if they could not be measured. */
  withEmbeddings: z.exactOptional(
    z.union([
      z.object({ ndcg10: z.number(), recall5: z.number(), meanReciprocalRank: z.number() }),
      z.object({ failure: z.string() }),
    ]),
  ),
  /** Pages that are judged right and no longer in the source. */
  gone: z.array(z.string()),
});
