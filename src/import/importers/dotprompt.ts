/** dotprompt (`.prompt`): YAML front matter with an input schema, then Handlebars with roles. */
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { changed, lost, type TransferNote } from '../../model/transfer.ts';
import { type ComposedPart, joinText } from '../../template/compose.ts';
import { splitFrontMatter, textOf } from '../front-matter.ts';
import { fileImporter, type Imported, type SourceFile } from '../importer.ts';
import { type DraftMessage, messagesContent } from '../messages.ts';
import { baseName, type DraftArgument, promptData, promptName, slotName } from '../prompt-data.ts';
import { roleOf } from '../roles.ts';
import { type HandlebarsNode, parseHandlebars } from './handlebars.ts';
import { inputArguments } from './picoschema.ts';

export const dotprompt = fileImporter(
  { id: 'dotprompt', title: 'dotprompt' },
  ({ path }) => /\.prompt$/i.test(path),
  read,
);

const settings: Readonly<Record<string, string>> = {
  model: 'a prompt does not choose the model',
  config: 'a prompt does not choose the model’s settings',
  output: 'a prompt does not say what the model answers with',
  tools: 'a prompt does not grant tools',
  toolDefs: 'a prompt does not grant tools',
};

function read(file: SourceFile): Imported {
  const front = splitFrontMatter(file.text);
  if ('problem' in front) return { items: [], problems: [front.problem] };
  const { data, body } = front;
  const notes: TransferNote[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (/^(?:name|description|input|variant|version)$/.test(key) || value === null) continue;
    notes.push(lost(`${key} is left out: ${settings[key] ?? 'prompts have no such key'}.`));
  }
  const { nodes, problems } = parseHandlebars(body.trim());
  const [wrong] = problems;
  if (wrong) return { items: [], problems: [{ message: `It is left out: ${wrong.message}` }] };
  const input = isJsonObject(data.input) ? data.input : {};
  const args = argumentsOf(nodes, inputArguments(input, notes));
  noteOthers(nodes, notes);
  const name = promptName(nameOf(file.path, data));
  const content = hasCondition(nodes)
    ? functionContent(nodes, notes)
    : messagesContent(plainMessages(nodes, notes), notes);
  const description = textOf(data.description);
  const item = {
    kind: 'prompt',
    name,
    data: promptData({ name, description, arguments: args, content }),
    notes,
  } as const;
  return { items: [item], problems: [] };
}

/** `greet.formal.prompt` is the variant `formal` of `greet`: a prompt of its own here. */
function nameOf(path: string, data: JsonObject): string {
  const given = textOf(data.name);
  return given === undefined ? baseName(path, '.prompt').replace(/^_/, '').replaceAll('.', '-') : given;
}

/** Declared ones first, then what the text uses besides. */
function argumentsOf(nodes: readonly HandlebarsNode[], declared: readonly DraftArgument[]): readonly DraftArgument[] {
  const known = new Set(declared.map(({ Name }) => Name));
  const others = [...namesIn(nodes)].filter((name) => !known.has(name));
  return [...declared, ...others.map((Name) => ({ Name }))];
}

function namesIn(nodes: readonly HandlebarsNode[], names = new Set<string>()): ReadonlySet<string> {
  for (const node of nodes) {
    if (node.kind === 'value' || node.kind === 'if') names.add(slotName(node.name));
    if (node.kind === 'if') namesIn([...node.whenTrue, ...node.whenFalse], names);
  }
  return names;
}

function hasCondition(nodes: readonly HandlebarsNode[]): boolean {
  return nodes.some(({ kind }) => kind === 'if');
}

function noteOthers(nodes: readonly HandlebarsNode[], notes: TransferNote[]): void {
  for (const node of nodes) {
    if (node.kind === 'if') noteOthers([...node.whenTrue, ...node.whenFalse], notes);
    if (node.kind === 'value' && node.name.includes('.'))
      notes.push(
        changed(`{{${node.name}}} is the argument ${slotName(node.name)} now: arguments are text, without parts.`),
      );
    if (node.kind === 'other')
      notes.push(lost(`${node.written.replace(/\s+/g, ' ')} is left out: ${reasonFor(node.written)}.`));
  }
}

function reasonFor(written: string): string {
  if (/^\{\{#each/.test(written)) return 'arguments are text, and there is no list to go through';
  if (/^\{\{>/.test(written)) return 'a prompt is whole in itself; put the partial’s text in';
  if (/^\{\{history/.test(written)) return 'the client has the conversation';
  if (/^\{\{media/.test(written)) return 'a prompt holds its own media; add the image as a block';
  return 'it is no text, slot, role or condition';
}

function plainMessages(nodes: readonly HandlebarsNode[], notes: TransferNote[]): readonly DraftMessage[] {
  const messages: { role: 'user' | 'assistant'; parts: ComposedPart[] }[] = [{ role: 'user', parts: [] }];
  for (const node of nodes) {
    if (node.kind === 'role') messages.push({ role: roleOf(node.role, notes), parts: [] });
    if (node.kind === 'text') messages.at(-1)?.parts.push(node.text);
    if (node.kind === 'value') messages.at(-1)?.parts.push({ slot: slotName(node.name) });
  }
  const said = messages.map(({ role, parts }) => ({ role, blocks: [trimmed(parts)] }));
  const withText = said.filter(({ blocks: [parts] }) => parts && parts.length > 0);
  return withText.length > 0 ? withText : [{ role: 'user', blocks: [['']] }];
}

function trimmed(parts: readonly ComposedPart[]): ComposedPart[] {
  const joined = joinText(parts);
  const last = joined.length - 1;
  return joined
    .map((part, index) => {
      if (typeof part !== 'string') return part;
      const start = index === 0 ? part.trimStart() : part;
      return index === last ? start.trimEnd() : start;
    })
    .filter((part) => part !== '');
}

/** Conditions need a function: templates fill slots and nothing else. */
function functionContent(nodes: readonly HandlebarsNode[], notes: TransferNote[]): unknown {
  notes.push(changed('The prompt is a function now: a template has no conditions.'));
  const lines = statements(nodes, notes, '  ');
  return {
    Function: `(args) => {
  const messages = [{ role: 'user', content: '' }];
  const say = (role) => messages.push({ role, content: '' });
  const add = (text) => {
    messages.at(-1).content += text;
  };
${lines.join('\n')}
  return messages
    .map(({ role, content }) => ({ role, content: content.trim() }))
    .filter(({ content }) => content !== '');
}`,
  };
}

function statements(nodes: readonly HandlebarsNode[], notes: TransferNote[], indent: string): readonly string[] {
  return nodes.flatMap((node) => statementsOf(node, notes, indent));
}

function statementsOf(node: HandlebarsNode, notes: TransferNote[], indent: string): readonly string[] {
  switch (node.kind) {
    case 'text':
      return [`${indent}add(${JSON.stringify(node.text)});`];
    case 'value':
      return [`${indent}add(args[${JSON.stringify(slotName(node.name))}] ?? '');`];
    case 'role':
      return [`${indent}say(${JSON.stringify(roleOf(node.role, notes))});`];
    case 'other':
      return [];
    case 'if': {
      const whenTrue = statements(node.whenTrue, notes, `${indent}  `);
      const whenFalse = statements(node.whenFalse, notes, `${indent}  `);
      const start = `${indent}if (${node.isNot ? '!' : ''}args[${JSON.stringify(slotName(node.name))}]) {`;
      return whenFalse.length === 0
        ? [start, ...whenTrue, `${indent}}`]
        : [start, ...whenTrue, `${indent}} else {`, ...whenFalse, `${indent}}`];
    }
  }
}
