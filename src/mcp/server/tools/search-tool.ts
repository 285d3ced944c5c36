/** Answers calls of tools that search or read documentation. */
import { WorkbenchError } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { ResolvedTool, ToolRead, ToolSearch } from '../../../model/definitions.ts';
import type { ContentBlock } from '../../../model/protocol.ts';
import { defaultBudget } from '../../../model/search.ts';
import { optionsOf } from '../../../model/tool/search-options.ts';
import type { SearchAnswer } from '../../../search/search-request.ts';
import { compactResults } from '../../../search/sources/compact-results.ts';
import { GivenPassages } from '../../../search/sources/given-passages.ts';
import { renderPage } from '../../../search/sources/render-page.ts';
import { givenPassages, placeAsData } from '../answer/found-passages.ts';
import { pageUri } from '../answer/page-resources.ts';
import type { Rendering } from '../answer/rendering.ts';
import { resultsOf } from '../answer/search-text.ts';
import type { FilledAnswer, ToolArguments, ToolContext } from './tool-context.ts';

/** What each connection has been given. Stateless requests have no session. */
const passagesOfConnections = new WeakMap<object, GivenPassages>();

/** Each passage costs a dozen tokens beside its text. An agent that wants more of them reads on, or names a limit. */
const maxPassages = 7;

/** @param args checked by the tool's schema */
export async function searchForTool(
  tool: ResolvedTool,
  content: ToolSearch,
  args: ToolArguments,
  rendering: Rendering,
  { services, signal, client }: ToolContext,
): Promise<FilledAnswer> {
  const query = rendering.fill(content.query);
  if (!/\S/.test(query)) throw new WorkbenchError('invalid-input', 'the query is empty: say what to search for.');
  const optionNames = new Set(optionsOf(tool));
  const { limit, budget, source, section, repeat } = Object.fromEntries(
    Object.entries(args).filter(([name]) => (optionNames as ReadonlySet<string>).has(name)),
  );
  const sources = source === undefined ? content.sources : [String(source)];
  const remembers = optionNames.has('repeat') && repeat !== true && typeof client === 'object';
  const answer = await services.search({
    sources,
    query,
    budget: numberOf(budget) ?? content.budget,
    limit: numberOf(limit) ?? maxPassages,
    section: textOf(section),
    ...(remembers && { givenPassages: getOrCreate(passagesOfConnections, client, () => new GivenPassages()) }),
    signal,
  });
  const results = resultsOf(answer);
  const text = answer.kind === 'results' ? compactResults(answer, sources.length > 1) : results;
  return {
    content: [{ type: 'text', text: rendering.counted(text === '' ? 'Nothing was found.' : text) }],
    ...(content.structured && { results: resultsAsData(answer) }),
  };
}

/** @param args checked by the tool's schema */
export async function readForTool(
  { sources, budget: ownBudget = defaultBudget }: ToolRead,
  args: ToolArguments,
  rendering: Rendering,
  { services }: ToolContext,
): Promise<FilledAnswer> {
  if (!services.findPage) throw new WorkbenchError('unavailable', 'this program has no documentation.');
  const { location, section, outline, start, source, budget } = args;
  const { page } = await services.findPage({
    sources: source === undefined ? sources : [String(source)],
    location: String(location),
  });
  // The fragment of a location from results names a section.
  const fragment = /#([^#]+)$/.exec(String(location))?.[1];
  const isInLocation = fragment !== undefined && page.location !== location;
  const readOptions = {
    section: textOf(section) ?? (isInLocation ? fragment : undefined),
    isOutline: outline === true,
    start: numberOf(start),
    budget: numberOf(budget) ?? ownBudget,
  };
  return { content: [{ type: 'text', text: rendering.counted(renderPage(page, readOptions)) }] };
}

/** Where the results are, for programs: their text is in the text of the answer. */
function resultsAsData({ account }: SearchAnswer): { readonly data: JsonObject; readonly links: ContentBlock[] } {
  const passages = givenPassages(account);
  const pages = new Map(passages.map((passage) => [pageUri(passage), passage]));
  const links = [...pages].map(
    ([uri, { title, url }]): ContentBlock => ({
      type: 'resource_link',
      uri,
      name: title,
      ...(url === undefined && { mimeType: 'text/markdown' }),
    }),
  );
  return { data: { results: passages.map(placeAsData), tokens: account.tokens }, links };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** An empty text is not a value: some clients send all arguments. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
