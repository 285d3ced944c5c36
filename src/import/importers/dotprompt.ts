/** dotprompt (`.prompt`): YAML front matter with an input schema, then Handlebars with roles. */
import { isJsonObject } from '../../base/json.ts';
import { type ComposedPart, joinText } from '../../model/template/compose.ts';
import { changeNote, type TransferNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import type { ImportedItem, ImportProblem } from '../importer.ts';
import { type DraftMessage, messagesContent } from '../messages.ts';
import { baseName, type DraftArgument, promptName } from '../prompt-data.ts';
import { type PromptFile, promptFileImporter, promptItem } from '../prompt-file.ts';
import { roleOf } from '../roles.ts';
import { type HandlebarsNode, parseHandlebars } from './handlebars.ts';
import { type ArgumentKind, compileHandlebars, type HandlebarsProgram, slotOfInput } from './handlebars-function.ts';
import { inputArguments } from './picoschema.ts';

const settings = {
  model: 'a prompt does not choose the model',
  config: "a prompt does not choose the model's settings",
  output: "a prompt does not define the model's answer",
  tools: 'a prompt does not grant tools',
  toolDefs: 'a prompt does not grant tools',
};

export const dotprompt = promptFileImporter(
  { id: 'dotprompt', title: 'dotprompt' },
  ({ path }) => /\.prompt$/i.test(path),
  { knownKeys: ['name', 'description', 'input', 'variant', 'version'], omissionReasons: settings },
  read,
);

function read({ path, data, body, notes }: PromptFile): ImportedItem | ImportProblem {
  const { nodes, problems } = parseHandlebars(body);
  if (problems[0] !== undefined) return { message: `It is left out: ${problems[0]}` };
  const { args: draftArguments, kinds } = inputArguments(isJsonObject(data.input) ? data.input : {}, notes);
  // An argument of a loop is a list everywhere, also before the loop, so this takes two passes.
  const { lists } = compileHandlebars(nodes, kinds, []);
  const knownKinds = new Map<string, ArgumentKind>([...[...lists].map((name) => [name, 'list'] as const), ...kinds]);
  const program = compileHandlebars(nodes, knownKinds, notes);
  if (program.isComputed) notes.push(changeNote('The prompt is now a function: a template can only fill slots.'));
  const content = program.isComputed ? functionOf(program) : messagesContent(plainMessages(nodes, notes), notes);
  const args = argumentsOf(program, draftArguments, notes);
  const declaredName = textOf(data.name);
  // `greet.formal.prompt` is the variant `formal` of `greet`; here it becomes a separate prompt.
  const name = promptName(declaredName ?? baseName(path, '.prompt').replace(/^_/, '').replaceAll('.', '-'));
  return promptItem(name, { description: textOf(data.description), arguments: args, content }, notes);
}

const listHint = 'a JSON list, or one item on each line';

/** Declared arguments first, then the others that the text uses. */
function argumentsOf(
  { usedNames, lists }: HandlebarsProgram,
  declaredArguments: readonly DraftArgument[],
  notes: TransferNote[],
): readonly DraftArgument[] {
  const knownNames = new Set(declaredArguments.map(({ Name }) => Name));
  const otherArguments = [...usedNames]
    .filter((name) => !knownNames.has(name))
    .map((Name): DraftArgument => ({ Name }));
  for (const name of lists) notes.push(changeNote(`${name} was a list and is now text: ${listHint}.`));
  return [...declaredArguments, ...otherArguments].map((argument) => {
    if (!lists.has(argument.Name)) return argument;
    const { Name, Description, ...rest } = argument;
    return { Name, Description: Description === undefined ? listHint : `${Description} (${listHint})`, ...rest };
  });
}

/** Text and slots. `compileHandlebars` has already noted everything else. */
function plainMessages(nodes: readonly HandlebarsNode[], notes: TransferNote[]): readonly DraftMessage[] {
  const messages: { role: 'user' | 'assistant'; parts: ComposedPart[] }[] = [{ role: 'user', parts: [] }];
  for (const node of nodes) {
    if (node.kind === 'role') messages.push({ role: roleOf(node.role, notes), parts: [] });
    if (node.kind === 'text') messages.at(-1)?.parts.push(node.text);
    const slot = node.kind === 'value' ? slotOfInput(node.path) : undefined;
    if (slot !== undefined) messages.at(-1)?.parts.push({ slot });
  }
  const trimmedMessages = messages.map(({ role, parts }) => ({ role, blocks: [trimParts(parts)] }));
  const withText = trimmedMessages.filter(({ blocks: [parts] }) => parts && parts.length > 0);
  return withText.length > 0 ? withText : [{ role: 'user', blocks: [['']] }];
}

function trimParts(parts: readonly ComposedPart[]): ComposedPart[] {
  const joinedParts = joinText(parts);
  const last = joinedParts.length - 1;
  return joinedParts
    .map((part, index) => {
      if (typeof part !== 'string') return part;
      const start = index === 0 ? part.trimStart() : part;
      return index === last ? start.trimEnd() : start;
    })
    .filter((part) => part !== '');
}

function functionOf({ helpers, lines }: HandlebarsProgram): unknown {
  return {
    Function: `(args) => {
  const messages = [{ role: 'user', content: '' }];
  const say = (role) => messages.push({ role, content: '' });
  const add = (text) => {
    messages.at(-1).content += text;
  };
${[...helpers, ...lines].join('\n')}
  return messages
    .map(({ role, content }) => ({ role, content: content.trim() }))
    .filter(({ content }) => content !== '');
}`,
  };
}
