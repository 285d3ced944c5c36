/** Completion in a JavaScript function: its arguments, its context, and the types of both. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SlotArgument } from '../../../src/model/prompt/slot-uses.ts';
import { describe } from './slot-chips.ts';
import { slotContext } from './slot-context.ts';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** Offers a function's arguments, its context, and the forms of its answer. */
export function offerFunctionApi(context: CompletionContext): CompletionResult | null {
  const { state } = context;
  const { slotArguments, parameters = ['args', 'context'] } = state.facet(slotContext);
  const member = context.matchBefore(/[\p{L}_$][\p{L}\p{N}_$]*\.[\p{L}\p{N}_$]*/u);
  const wordBefore = context.matchBefore(/[\p{L}_$][\p{L}\p{N}_$]*/u);
  const from = wordBefore?.from ?? context.pos;
  const node = syntaxTree(state).resolveInner(context.pos, -1);
  if (isInText(node)) return null;
  if (member) {
    const [object = ''] = member.text.split('.');
    const parameter = parameters[parameterNames(state).indexOf(object)];
    const options =
      parameter === 'context' ? contextMembers : parameter === 'args' ? argumentMembers(slotArguments) : [];
    return options.length > 0 ? { from: member.from + object.length + 1, options, validFor: word } : null;
  }
  if (!wordBefore && !context.explicit) return null;
  if (parameters[patternPlace(node)] === 'args')
    return { from, options: argumentMembers(slotArguments), validFor: word };
  return parameters[0] === 'args' ? { from, options: answers, validFor: word } : null;
}

const word = /^[\p{L}\p{N}_$]*$/u;

function argumentMembers(slotArguments: readonly SlotArgument[]): Completion[] {
  return slotArguments.flatMap((argument, place): Completion[] =>
    /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(argument.name)
      ? [{ label: argument.name, detail: 'argument', boost: 50 - place, info: () => describe(argument, place) }]
      : [],
  );
}

const contextMembers: readonly Completion[] = [
  snippetCompletion('template(#{text}, #{values})', {
    label: 'template',
    detail: '(text, values) => string',
    info: 'Fills the slots in text (names or numbers between backticks): named slots from an object, numbered slots from a list.',
  }),
  snippetCompletion('log(#{values})', {
    label: 'log',
    detail: '(...values) => void',
    info: "Writes a line to the log below and to the server's log.",
  }),
  snippetCompletion("search('#{source}', #{query})", {
    label: 'search',
    detail: '(source, query, { limit, budget, section }) => Promise<text with results>',
    info: 'Searches a source of the workspace. Use await to get the text; its list results has the title, location, url, score and text of each passage.',
  }),
  snippetCompletion("page('#{source}', #{location})", {
    label: 'page',
    detail: '(source, location) => Promise<page>',
    info: 'Gets a page by its location, web address or title: its title, location, url and passages. Use await.',
  }),
];

/** Return values other than a plain string. */
const answers: readonly Completion[] = [
  snippetCompletion("{ role: '#{user}', content: #{text} }", {
    label: 'message',
    detail: 'from user or assistant',
    info: 'A message; return one, or a list of them. Its content is a string, a block or a list of blocks.',
  }),
  snippetCompletion("{ type: 'text', text: #{text} }", { label: 'textBlock', detail: 'text' }),
  snippetCompletion("{ type: 'image', file: '#{chart.png}', mimeType: '#{image/png}' }", {
    label: 'imageBlock',
    detail: 'an image from the media folder',
  }),
  snippetCompletion("{ type: 'audio', file: '#{note.wav}', mimeType: '#{audio/wav}' }", {
    label: 'audioBlock',
    detail: 'an audio file from the media folder',
  }),
  snippetCompletion(
    "{ type: 'resource', resource: { uri: '#{docs://guide}', mimeType: '#{text/markdown}', text: #{text} } }",
    { label: 'resourceBlock', detail: 'a document embedded in the message' },
  ),
  snippetCompletion("{ type: 'resource_link', uri: '#{https://}', name: '#{name}' }", {
    label: 'resourceLink',
    detail: 'a link to a resource',
  }),
];

/** The parameter names of the outermost function; a destructured parameter has none. */
function parameterNames(state: EditorState): readonly string[] {
  const cursor = syntaxTree(state).cursor();
  do {
    if (cursor.name === 'ParamList') {
      return parameterNodes(cursor.node).map(({ name, from, to }) =>
        name === 'VariableDefinition' ? state.sliceDoc(from, to) : '',
      );
    }
  } while (cursor.next());
  return [];
}

const parameterNodeNames: readonly string[] = ['VariableDefinition', 'ObjectPattern', 'ArrayPattern'];

function parameterNodes(list: SyntaxNode): readonly SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  for (let node = list.firstChild; node; node = node.nextSibling) {
    if (parameterNodeNames.includes(node.name)) nodes.push(node);
  }
  return nodes;
}

/** The index of the parameter destructured at this place: 0 in `({ topic, … }) =>`; −1 elsewhere. */
function patternPlace(node: SyntaxNode): number {
  for (let inner: SyntaxNode | null = node; inner; inner = inner.parent) {
    const list = inner.name === 'ObjectPattern' ? inner.parent : null;
    if (list?.name === 'ParamList') {
      const { from } = inner;
      return parameterNodes(list).findIndex((syntaxNode) => syntaxNode.from === from);
    }
  }
  return -1;
}

const texts: readonly string[] = ['String', 'TemplateString', 'RegExp', 'LineComment', 'BlockComment'];

/** Code inside a template string does not count. */
function isInText(node: SyntaxNode): boolean {
  for (let inner: SyntaxNode | null = node; inner && inner.name !== 'Interpolation'; inner = inner.parent) {
    if (texts.includes(inner.name)) return true;
  }
  return false;
}
