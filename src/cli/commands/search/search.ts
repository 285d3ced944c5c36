import { WorkbenchError } from '../../../base/errors.ts';
import type { SearchReport, SearchResult } from '../../../contract/contract.ts';
import { matchWords } from '../../../model/search.ts';
import { jsonError } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';
import { withSearching } from './with-searching.ts';

interface SearchOptions {
  readonly workspace?: string;
  readonly json?: boolean;
  readonly budget?: number;
  readonly limit?: number;
  readonly section?: string;
}

type Passage = SearchReport['passages'][number];

/** Searches one source as a prompt does and prints what it finds and why; with `json` all details. */
export async function search(source: string, words: readonly string[], options: SearchOptions): Promise<void> {
  const answer = await withSearching(options.workspace, source, (searchingService) =>
    searchingService.search({
      sources: [source],
      query: words.join(' '),
      budget: options.budget,
      limit: options.limit,
      section: options.section,
    }),
  );
  const error = answer.kind === 'failed' ? new WorkbenchError('failed', answer.message) : undefined;
  if (options.json) printJson({ ...answer, ...(error && { error: jsonError(error) }) });
  else report(answer);
  if (error) throw error;
}

function report(answer: SearchResult): void {
  const { passages, sources, tokens, budget } = answer.account;
  print(passages.map((passage, index) => passageAsText(passage, index + 1)).join(''));
  for (const { message, unknown, state, embeddings } of sources) {
    if (embeddings) print(`${embeddingsAsText(embeddings)}\n`);
    if (state === 'answered' && message !== undefined) printError(`${onOneLine(message)}\n`);
    if (unknown.length > 0) printError(`No page has these words: ${onOneLine(unknown.join(', '))}.\n`);
  }
  if (answer.kind === 'results') print(passages.length === 0 ? 'No results.\n' : `${tokens} of ${budget} tokens.\n`);
}

/** `3. Prime › Forms  symbols/Prime.md:5`, and below it the score, the outcome and the matching words. */
function passageAsText({ title, headings, location, line, anchor, ...passage }: Passage, rank: number): string {
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  const place = line === undefined ? `${location}${fragment}` : `${location}:${line}${fragment}`;
  const words = passage.matches.map(matchAsText);
  const { embedding } = passage;
  const embeddingText = embedding
    ? [`similarity ${embedding.similarity.toFixed(2)}, rank ${embedding.rank} without it`]
    : [];
  const facts = [
    passage.score.toFixed(2),
    outcomeAsText(passage),
    ...embeddingText,
    ...(words.length > 0 ? [words.join(', ')] : []),
  ];
  const mark = passage.judged ? ` [${passage.judged}]` : '';
  const heading = `${rank}. ${[title, ...headings].join(' › ')}  ${place}${mark}`;
  return `${onOneLine(heading)}\n   ${onOneLine(facts.join(' · '))}\n`;
}

function embeddingsAsText({ model, sent, milliseconds }: NonNullable<SearchReport['sources'][number]['embeddings']>) {
  const texts = `${sent} ${sent === 1 ? 'text' : 'texts'} sent`;
  return `Ranked with embeddings of ${onOneLine(model)}: ${texts}, ${Math.round(milliseconds)} ms.`;
}

/** The word of the query; for any other match what the page has, and why that matches: `rollback (a name)`. */
function matchAsText({ query, found, kind }: Passage['matches'][number]): string {
  return kind === 'word' ? query : `${found.length > 0 ? found.join(', ') : query} (${matchWords[kind]})`;
}

const leftOut = {
  budget: 'left out: the budget is full',
  weak: 'left out: scored too low',
  limit: 'left out: over the limit',
  given: 'left out: the session already has it',
} as const;

function outcomeAsText({ outcome, tokens }: Pick<Passage, 'outcome' | 'tokens'>): string {
  switch (outcome.kind) {
    case 'taken':
      return `included, ${tokens} tokens`;
    case 'cut':
      return `cut, ${tokens} of ${tokens + outcome.tokensLeftOut} tokens`;
    case 'joined':
      return 'joined with its neighbour';
    case 'folded':
      return `left out: same text as ${outcome.into.location}`;
    case 'left':
      return leftOut[outcome.reason];
  }
}
