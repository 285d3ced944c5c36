/** The text of a search prompt: the specification's "Prompt Output Format". */
import { WorkbenchError } from '../../../base/errors.ts';
import type { SearchAnswer } from '../../../search/search-request.ts';

/** The text in pieces, in order and without gaps. Only the queries and the results vary. */
export interface SearchPieces {
  readonly beforeQuery: string;
  readonly query: string;
  readonly beforeResults: string;
  readonly results: string;
  readonly beforeUserQuery: string;
  readonly userQuery: string;
  readonly end: string;
}

/** The exact bytes of the specified format: no trailing newline, no escapes. */
export function searchPieces(query: string, results: string): SearchPieces {
  return {
    beforeQuery: '<search-query>',
    query,
    beforeResults: '</search-query>\n<search-results>\n',
    results,
    beforeUserQuery:
      "\n</search-results>\nUse the above search results to answer the user's query below.\n<user-query>",
    userQuery: query,
    end: '</user-query>',
  };
}

/** The whole text. */
export function searchText(query: string, results: string): string {
  return Object.values(searchPieces(query, results)).join('');
}

/** The results as text, without the search prompt's format. @throws WorkbenchError with what to set up, if no source can answer */
export function resultsOf(answer: SearchAnswer): string {
  if (answer.kind === 'results') return answer.text;
  throw new WorkbenchError('failed', answer.message);
}
