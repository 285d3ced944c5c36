/** Writes a prompt as an association with the keys of the specification, and notes what it cannot express. */
import type { Argument, Block, PromptDefinition, TextSource } from '../model/definitions.ts';
import { changed, lost, type TransferNote } from '../model/transfer.ts';
import { statementTexts } from './statement-texts.ts';
import type { Expression, Value } from './syntax/expression.ts';
import { parseWolfram, sourceOf } from './syntax/parse.ts';
import { textValue } from './write-template.ts';

export interface WrittenPrompt {
  readonly name: string;
  /** Absent if Wolfram's server cannot serve the content. */
  readonly value?: Value;
  /** Definitions that the content needs. */
  readonly definitions: readonly string[];
  readonly notes: readonly TransferNote[];
}

export function writePrompt(prompt: PromptDefinition): WrittenPrompt {
  const notes: TransferNote[] = [];
  const content = writeContent(prompt, notes);
  if (!content) return { name: prompt.name, definitions: [], notes };
  noteFields(prompt, notes);
  const args = prompt.arguments.map((argument) => writeArgument(argument, content.filled, notes));
  const entries = [
    rule('Name', string(prompt.name), comment(notes)),
    ...(prompt.description === undefined ? [] : [rule('Description', string(prompt.description))]),
    ...(prompt.tags ? [rule('Tags', { kind: 'list', items: prompt.tags.map(string) })] : []),
    ...(args.length === 0 ? [] : [rule('Arguments', { kind: 'list', items: args })]),
    rule('Type', string(content.type)),
    rule('Content', content.value),
  ];
  return { name: prompt.name, value: { kind: 'association', entries }, definitions: content.definitions, notes };
}

/** Joins the notes of a definition to a comment; undefined without notes. */
export function comment(notes: readonly TransferNote[]): string | undefined {
  return notes.length === 0 ? undefined : notes.map(({ message }) => message).join('\n');
}

interface WrittenContent {
  readonly type: 'Text' | 'Function';
  readonly value: Value;
  readonly definitions: readonly string[];
  /** Arguments that fill a slot. */
  readonly filled: ReadonlySet<string>;
}

function writeContent(
  { content, arguments: args }: PromptDefinition,
  notes: TransferNote[],
): WrittenContent | undefined {
  const text = (sources: readonly TextSource[]): WrittenContent => ({
    type: 'Text',
    definitions: [],
    ...textValue(sources, args),
  });
  switch (content.kind) {
    case 'text':
      return text([content.text]);
    case 'wolfram':
      return writeCode(content.code);
    case 'function':
      notes.push(
        lost("The prompt is left out: its content is a JavaScript function, which Wolfram's server cannot run."),
      );
      return undefined;
    case 'search':
      notes.push(lost('The prompt is left out: its content is a search over sources of this workspace.'));
      return undefined;
    case 'messages': {
      const all = content.messages.flatMap(({ blocks }) => blocks);
      const texts = all.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      noteBlocks(all, notes);
      const [first, second] = texts;
      if (!first) {
        notes.push(lost("The prompt is left out: Wolfram's server serves only text, and the prompt has none."));
        return undefined;
      }
      const [message] = content.messages;
      if (content.messages.length > 1)
        notes.push(
          changed(
            `Its ${content.messages.length} messages are now one user message: Wolfram's server serves only one.`,
          ),
        );
      else if (second) notes.push(changed("Its texts are now one text: Wolfram's server serves only one."));
      else if (message?.role === 'assistant')
        notes.push(changed("Its message is now a user message: Wolfram's server serves no others."));
      return text(texts);
    }
  }
}

/** Everything in `{Function: {Wolfram: …}}` but its last statement goes before the server. */
function writeCode(code: string): WrittenContent {
  const { statements, problems } = parseWolfram(code);
  const last = statements.at(-1);
  if (problems.length > 0 || !last || last.target)
    return { type: 'Function', value: { kind: 'code', code }, definitions: [], filled: new Set() };
  const texts = statementTexts(code, statements);
  const written = texts.get(last) ?? '';
  return {
    type: 'Function',
    value: written === sourceOf(code, last.value) ? verbatim(last.value, code) : { kind: 'code', code: written },
    definitions: statements.slice(0, -1).map((statement) => texts.get(statement) ?? ''),
    filled: new Set(),
  };
}

/** Keeps the original text; only a symbol stays a symbol. */
function verbatim(node: Expression, code: string): Value {
  if (node.kind === 'symbol') return { kind: 'symbol', name: node.name };
  return { kind: 'code', code: node.kind === 'code' ? node.code : sourceOf(code, node) };
}

const blockWords: Readonly<Record<Exclude<Block['type'], 'text'>, string>> = {
  image: 'An image',
  audio: 'Audio',
  resource: 'A resource',
  resource_link: 'A link to a resource',
  search: 'A search',
};

function noteBlocks(blocks: readonly Block[], notes: TransferNote[]): void {
  for (const block of blocks) {
    if (block.type !== 'text')
      notes.push(lost(`${blockWords[block.type]} is left out: Wolfram's server serves only text.`));
    else if (block.annotations) notes.push(lost("Annotations are left out: Wolfram's server serves none."));
  }
}

function noteFields(prompt: PromptDefinition, notes: TransferNote[]): void {
  if (prompt.title !== undefined)
    notes.push(lost(`The title "${prompt.title}" is left out: Wolfram's prompts have none.`));
  if (prompt.icons) notes.push(lost("Icons are left out: Wolfram's prompts have none."));
  if (prompt.samples.length > 0) notes.push(lost('Samples are left out: only Prompt Workbench uses them.'));
}

function writeArgument(argument: Argument, filled: ReadonlySet<string>, notes: TransferNote[]): Value {
  const { name, title, description, required, default: fallback, complete } = argument;
  if (title !== undefined)
    notes.push(lost(`The title of the argument ${name} is left out: Wolfram's arguments have none.`));
  if (complete) notes.push(lost(`The completion of the argument ${name} is left out: Wolfram's server has none.`));
  if (fallback !== undefined && fallback !== '' && !filled.has(name))
    notes.push(lost(`The default of the argument ${name} is left out: in Wolfram's server only slots have defaults.`));
  return {
    kind: 'association',
    entries: [
      rule('Name', string(name)),
      ...(description === undefined ? [] : [rule('Description', string(description))]),
      rule('Required', { kind: 'symbol', name: required ? 'True' : 'False' }),
    ],
  };
}

export function string(value: string): Value {
  return { kind: 'string', value };
}

export function rule(key: string, right: Value, comment?: string): Value {
  return { kind: 'rule', delayed: false, left: string(key), right, ...(comment !== undefined && { comment }) };
}
