/**
 * Requests with placeholders for values: OpenCode requests a prompt with `$1`, `$2` … and puts the typed words into the
 * answer. A search for "$1" would be useless.
 */

import { searchText } from '../../mcp/server/answer/search-text.ts';
import type { ServerServices } from '../../mcp/server/services.ts';
import type { Argument, Block, Content, PromptDefinition, TextOrTemplate } from '../../model/definitions.ts';
import type { SearchAnswer } from '../../search/search-request.ts';

const placeholder = /^\$[1-9]\d*$/;

/** Replaces the results. */
export const noResults =
  'No search was run: this client application asks for the prompt before it knows the query. Use a search tool if there is one.';

/** Whether one of the values is a placeholder. */
export function hasPlaceholder(values: unknown): boolean {
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).some((value) => typeof value === 'string' && placeholder.test(value))
  );
}

/** The prompt with a text in place of each search. Its arguments accept any text, and no form asks for them. */
export function forPlaceholders<P extends PromptDefinition>(prompt: P): P {
  const { ask: _, ...rest } = prompt;
  return { ...(rest as P), arguments: prompt.arguments.map(asText), content: contentWithout(prompt.content) };
}

function asText({ kind: _, choices: __, ask: ___, askWhen: ____, ...argument }: Argument): Argument {
  return argument;
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
  const { type: _, sources: _sources, query, budget: _budget, ...sharedFields } = block;
  return { type: 'text', text: textOf(query), ...sharedFields };
}

/** The text of a search answer, with the query's slots in it, so that they are filled as usual. */
function textOf(query: TextOrTemplate): TextOrTemplate {
  return query.kind === 'literal'
    ? { kind: 'literal', text: searchText(query.text, noResults) }
    : { kind: 'template', template: searchText(query.template, noResults) };
}

/** A search that is skipped if the query is a placeholder, as in a function's search for its argument. */
export function searchOfWords(search: ServerServices['search']): ServerServices['search'] {
  return (request) =>
    placeholder.test(request.query) ? Promise.resolve(unsearched(request.query, noResults)) : search(request);
}

/** The answer to a skipped search. @param text replaces the results */
export function unsearched(query: string, text: string): SearchAnswer {
  return { kind: 'results', text, account: { id: 'none', query, budget: 0, tokens: 0, sources: [], passages: [] } };
}
