/** `context.search` and `context.page` of functions. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import { maxBudget } from '../../../model/search.ts';
import type { FunctionSearch } from '../../../sandbox/sandbox.ts';
import type { PageRequest, SearchAnswer, SearchRequest } from '../../../search/search-request.ts';
import type { ServerServices } from '../services.ts';
import { givenPassages, placeAsData } from './found-passages.ts';
import { resultsOf } from './search-text.ts';

/** The text of the results, and each passage with its place, its score and its text. */
export function foundByFunction(answer: SearchAnswer): FunctionSearch {
  const text = resultsOf(answer);
  const results = givenPassages(answer.account).map((passage) => ({
    ...placeAsData(passage),
    text: passage.text.split('\n').slice(1, -1).join('\n'),
  }));
  return { text, results };
}

/** @throws WorkbenchError for an option that does not exist, or a value that it cannot have */
export function limitsIn(options: JsonObject): Pick<SearchRequest, 'limit' | 'budget' | 'section'> {
  const { limit, budget, section, ...otherOptions } = options;
  const [unknownOption] = Object.keys(otherOptions);
  if (unknownOption !== undefined)
    throw new WorkbenchError(
      'invalid-input',
      `a search has no option ${unknownOption}: it has limit, budget and section`,
    );
  if (section !== undefined && typeof section !== 'string')
    throw new WorkbenchError('invalid-input', 'the section of a search must be text');
  return { limit: countIn('limit', limit), budget: countIn('budget', budget), section };
}

function countIn(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxBudget) return value;
  throw new WorkbenchError('invalid-input', `the ${name} of a search must be a whole number from 1 to ${maxBudget}`);
}

/** A page without the path of its file on this computer. */
export async function pageForFunction(request: PageRequest, services: ServerServices): Promise<JsonObject> {
  if (!services.findPage) throw new WorkbenchError('unavailable', 'this program has no documentation.');
  const { source, page } = await services.findPage(request);
  const { address: _, ...shownFields } = page;
  return { source, ...shownFields };
}
