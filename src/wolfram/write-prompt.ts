/** Writes a prompt as an association with the keys of the specification, and notes what it cannot express. */
import type {
  Argument,
  Block,
  Condition,
  PromptDefinition,
  TextOrTemplate,
  ToolDefinition,
} from '../model/definitions.ts';
import { conditionInWords } from '../model/prompt/conditions.ts';
import { changeNote, lossNote, type TransferNote } from '../model/transfer.ts';
import type { Value } from './syntax/expression.ts';
import { type WrittenFunction, writeCode, writeJavaScript, writeSearch } from './write-function.ts';
import { textValue } from './write-template.ts';

/** A prompt or a tool. */
export interface WrittenDefinition {
  readonly name: string;
  /** Absent if Wolfram's server cannot serve the content. */
  readonly value?: Value;
  /** Definitions that the content needs. */
  readonly definitions: readonly string[];
  readonly notes: readonly TransferNote[];
}

export function writePrompt(prompt: PromptDefinition): WrittenDefinition {
  const notes: TransferNote[] = [];
  const content = writeContent(prompt, notes);
  if (!content) return { name: prompt.name, definitions: [], notes };
  noteFields(prompt, notes);
  const args = prompt.arguments.map((argument) => writeArgument(argument, content.filledArguments, notes));
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
  readonly filledArguments: ReadonlySet<string>;
}

function writeContent(
  { content, arguments: args }: PromptDefinition,
  notes: TransferNote[],
): WrittenContent | undefined {
  const text = (sources: readonly TextOrTemplate[]): WrittenContent => ({
    type: 'Text',
    definitions: [],
    ...textValue(sources, args),
  });
  switch (content.kind) {
    case 'text':
      return text([content.text]);
    case 'wolfram':
      return asFunction(writeCode(content.code));
    case 'function': {
      const result = writeJavaScript(content.code, args, notes);
      if (!result)
        notes.push(lossNote('The prompt is left out: its JavaScript function needs the sandbox of this workbench.'));
      return asFunction(result, new Set(args.map(({ name }) => name)));
    }
    case 'search': {
      const result = writeSearch(content, 'prompt', args, notes);
      if (!result) notes.push(lossNote('The prompt is left out: it searches only sources of this workspace.'));
      return asFunction(result, result && textValue([content.query], args).filledArguments);
    }
    case 'notebook':
      notes.push(lossNote("The prompt is left out: Wolfram's own server has Notebook."));
      return undefined;
    case 'messages': {
      const allBlocks = content.messages.flatMap(({ blocks }) => blocks);
      const texts = allBlocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      noteBlocks(allBlocks, notes);
      for (const { when } of content.messages) noteCondition(when, notes);
      const [first, second] = texts;
      if (!first) {
        notes.push(lossNote("The prompt is left out: Wolfram's server serves only text, and the prompt has none."));
        return undefined;
      }
      const [message] = content.messages;
      if (content.messages.length > 1)
        notes.push(
          changeNote(
            `Its ${content.messages.length} messages are now one user message: Wolfram's server serves only one.`,
          ),
        );
      else if (second) notes.push(changeNote("Its texts are now one text: Wolfram's server serves only one."));
      else if (message?.role === 'assistant')
        notes.push(changeNote("Its message is now a user message: Wolfram's server serves no others."));
      return text(texts);
    }
  }
}

/** @param filledArguments the arguments whose defaults the function has */
function asFunction(
  writtenFunction: WrittenFunction | undefined,
  filledArguments: ReadonlySet<string> = new Set(),
): WrittenContent | undefined {
  return writtenFunction && { type: 'Function', ...writtenFunction, filledArguments };
}

const blockWords: Readonly<Record<Exclude<Block['type'], 'text'>, string>> = {
  image: 'An image',
  audio: 'Audio',
  resource: 'A resource',
  resource_link: 'A link to a resource',
  search: 'A search',
};

/** Text that belongs to the answer only for some values is written without its condition. */
function noteCondition(when: Condition | undefined, notes: TransferNote[]): void {
  if (!when) return;
  const what = `The condition “${conditionInWords(when)}” is left out`;
  notes.push(changeNote(`${what}: in Wolfram's server, its text is always part of the prompt.`));
}

export function noteBlocks(blocks: readonly Block[], notes: TransferNote[]): void {
  for (const block of blocks) {
    if (block.type === 'text') noteCondition(block.when, notes);
    if (block.type !== 'text')
      notes.push(lossNote(`${blockWords[block.type]} is left out: Wolfram's server serves only text.`));
    else if (block.annotations) notes.push(lossNote("Annotations are left out: Wolfram's server serves none."));
  }
}

function noteFields(prompt: PromptDefinition, notes: TransferNote[]): void {
  if (prompt.title !== undefined)
    notes.push(lossNote(`The title "${prompt.title}" is left out: Wolfram's prompts have none.`));
  if (prompt.ask || prompt.message !== undefined)
    notes.push(lossNote("Ask and Message are left out: Wolfram's server shows no form."));
  if (prompt._meta) notes.push(lossNote("Meta is left out: Wolfram's prompts have none."));
  if (prompt.icons) notes.push(lossNote("Icons are left out: Wolfram's prompts have none."));
  if (prompt.skill) notes.push(lossNote("Skill is left out: Wolfram's server serves no skills."));
  if (prompt.samples.length > 0 || prompt.sampleFile !== undefined)
    notes.push(lossNote('Samples are left out: only Prompt Workbench uses them.'));
  noteTests(prompt, notes);
}

/** What prompts and tools have alike. */
export function noteTests(
  { tests, content }: Pick<PromptDefinition | ToolDefinition<unknown>, 'tests' | 'content'>,
  notes: TransferNote[],
): void {
  if (tests) notes.push(lossNote('Tests are left out: only Prompt Workbench runs them.'));
  if (hasFence(content)) notes.push(lossNote("Fence is left out: Wolfram's templates insert values as they are."));
}

function hasFence(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasFence);
  if (typeof value !== 'object' || value === null) return false;
  return ('fence' in value && 'template' in value) || Object.values(value).some(hasFence);
}

function writeArgument(argument: Argument, filledNames: ReadonlySet<string>, notes: TransferNote[]): Value {
  const { name, title, description, required, restOfLine, default: fallback, complete, kind, ask, askWhen } = argument;
  if (restOfLine && name !== 'query')
    notes.push(lossNote(`RestOfLine of the argument ${name} is left out: Wolfram's server has no such setting.`));
  if (title !== undefined)
    notes.push(lossNote(`The title of the argument ${name} is left out: Wolfram's arguments have none.`));
  if (kind !== undefined)
    notes.push(lossNote(`The kind of the argument ${name} is left out: Wolfram's arguments are text.`));
  if (ask || askWhen) notes.push(lossNote(`Ask of the argument ${name} is left out: Wolfram's server shows no form.`));
  if (complete) notes.push(lossNote(`The completion of the argument ${name} is left out: Wolfram's server has none.`));
  if (fallback !== undefined && fallback !== '' && !filledNames.has(name))
    notes.push(
      lossNote(`The default of the argument ${name} is left out: in Wolfram's server only slots have defaults.`),
    );
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

export function rule(key: string, rightSide: Value, comment?: string): Value {
  return {
    kind: 'rule',
    isDelayed: false,
    leftSide: string(key),
    rightSide,
    ...(comment !== undefined && { comment }),
  };
}
