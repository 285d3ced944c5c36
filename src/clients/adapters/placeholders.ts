/**
 * A request whose values are placeholders: OpenCode asks for a prompt with `$1`, `$2` … and puts the words that a person
 * types into the answer. What a search would find for "$1" helps nobody.
 */

import { searchText } from '../../mcp/server/search-text.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { Block, Content, PromptDefinition, TextSource } from '../../model/definitions.ts';
import type { SearchAnswer } from '../../search/search-request.ts';

const placeholder = /^\$[1-9]\d*$/;

/** Stands where the results would. */
export const noResults =
  'No search was made: this client application asks for the prompt before it knows the query. Use a search tool if there is one.';

/** Whether one of the values is nothing but a placeholder. */
export function hasPlaceholder(given: unknown): boolean {
  return (
    typeof given === 'object' &&
    given !== null &&
    Object.values(given).some((value) => typeof value === 'string' && placeholder.test(value))
  );
}

/** The prompt with its searches replaced by the text around their results. */
export function withoutSearches<P extends PromptDefinition>(prompt: P): P {
  return { ...prompt, content: contentWithout(prompt.content) };
}

function contentWithout(content: Content): Content {
  switch (content.kind) {
    case 'search':
      return { kind: 'text', text: textOf(content.query) };
    case 'messages':
      return {
        kind: 'messages',
        messages: content.messages.map((message) => ({ ...message, blocks: message.blocks.map(blockWithout) })),
      };
    default:
      return content;
  }
}

function blockWithout(block: Block): Block {
  if (block.type !== 'search') return block;
  const { annotations } = block;
  return { type: 'text', text: textOf(block.query), ...(annotations && { annotations }) };
}

/** The seed's output with the query's own text in it, so that slots are filled as ever. */
function textOf(query: TextSource): TextSource {
  return query.kind === 'literal'
    ? { kind: 'literal', text: searchText(query.text, noResults) }
    : { kind: 'template', template: searchText(query.template, noResults) };
}

/** Search that finds nothing for a query that is nothing but a placeholder, such as a function asks with. */
export function searchOfWords(search: ServerServices['search']): ServerServices['search'] {
  return (request) =>
    placeholder.test(request.query) ? Promise.resolve(unsearched(request.query, noResults)) : search(request);
}

/** The answer to a search that is not made. @param text stands where the results would */
export function unsearched(query: string, text: string): SearchAnswer {
  return { kind: 'results', text, account: { id: 'none', query, budget: 0, tokens: 0, sources: [], passages: [] } };
}
