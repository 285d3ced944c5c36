/** Reads a prompt definition (docs/specification.md, "Prompt Definition Format") as file data. */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { builtinPromptData } from '../model/builtin/builtin-data.ts';
import { composeContent, composeTemplate } from '../model/template/compose.ts';
import { defaultContent } from './defaults.ts';
import { readBlocks } from './read-blocks.ts';
import { readJavaScript, readSearch } from './read-function.ts';
import { namedSlots, readTemplate } from './read-template.ts';
import { booleanOf, type Entry, entriesOf, entryOf, isNothing, type Notes, type Reading } from './reading.ts';
import { codeOf } from './syntax/code-of.ts';
import type { Expression } from './syntax/expression.ts';
import { headName } from './syntax/symbols.ts';

export interface ReadArgument {
  Name: string;
  RestOfLine?: true;
  Description?: string;
  Required?: boolean;
  Default?: string;
}

/** @returns data under canonical keys; undefined if there is no prompt */
export function readPrompt(
  node: Expression,
  reading: Reading,
  notes: Notes,
  nameInText?: string,
): JsonObject | undefined {
  reading.spend('prompt', node, 1);
  const entries = entriesOf(node, reading);
  const name = textOf(entryOf(entries, 'Name')) ?? nameInText;
  const content = entryOf(entries, 'Content');
  if (name === undefined || name.trim() === '') {
    reading.problems.add('This prompt has no name: write "Name" -> "…" with text in quotes.', node.start, node.end);
    return undefined;
  }
  if (!content) {
    reading.problems.add(`The prompt ${name} has no "Content": write what the client gets.`, node.start, node.end);
    return undefined;
  }
  const args = readArguments(entryOf(entries, 'Arguments'), reading, notes);
  const contentData = readContent(content.value, args, reading, notes);
  const last = args.at(-1);
  // A default prompt takes the rest of the typed line as its query.
  if (isJsonObject(contentData) && 'Search' in contentData && last?.Name === 'query') last.RestOfLine = true;
  noteType(entryOf(entries, 'Type'), contentData, notes);
  for (const entry of entries) {
    if (/^(?:name|title|description|arguments|tags|type|content)$/i.test(entry.key)) continue;
    notes.lost(`${entry.key} is left out: prompts have no such key.`, entry.node);
  }
  return {
    Name: name,
    ...optionalText('Title', entryOf(entries, 'Title'), notes),
    ...optionalText('Description', entryOf(entries, 'Description'), notes),
    ...optionalTags(entryOf(entries, 'Tags'), notes),
    ...(args.length > 0 && { Arguments: args }),
    Content: contentData,
  };
}

function textOf(entry: Entry | undefined): string | undefined {
  return entry?.value.kind === 'string' ? entry.value.value : undefined;
}

export function optionalText(key: string, entry: Entry | undefined, notes: Notes): JsonObject {
  if (!entry || isNothing(entry.value)) return {};
  const text = textOf(entry);
  if (text !== undefined) return { [key]: text };
  notes.lost(`${key} is left out: it is not text in quotes.`, entry.value);
  return {};
}

/** `Tags`, a list of texts or one text. */
export function optionalTags(entry: Entry | undefined, notes: Notes): JsonObject {
  if (!entry || isNothing(entry.value)) return {};
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value];
  const tags = items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
  if (tags.length < items.length) notes.lost('A tag is left out: it is not text in quotes.', entry.value);
  return tags.length > 0 ? { Tags: tags } : {};
}

function readArguments(entry: Entry | undefined, reading: Reading, notes: Notes): ReadArgument[] {
  if (!entry || isNothing(entry.value)) return [];
  if (entry.value.kind !== 'list') {
    notes.lost('Arguments are left out: they are not a list of associations.', entry.value);
    return [];
  }
  const args: ReadArgument[] = [];
  for (const argument of entry.value.items) {
    const entries = entriesOf(argument, reading);
    const name = textOf(entryOf(entries, 'Name')) ?? (argument.kind === 'string' ? argument.value : undefined);
    if (name === undefined || name.trim() === '') notes.lost('An argument is left out: it has no name.', argument);
    else if (args.some((arg) => arg.Name === name)) notes.lost(`A second argument ${name} is left out.`, argument);
    else {
      const requiredEntry = entryOf(entries, 'Required');
      const isRequired = requiredEntry && booleanOf(requiredEntry.value);
      if (requiredEntry && isRequired === undefined && !isNothing(requiredEntry.value))
        notes.changed(
          `The argument ${name} is now optional: its "Required" is neither True nor False.`,
          requiredEntry.value,
        );
      for (const option of entries) {
        if (!/^(?:name|description|required|title)$/i.test(option.key))
          notes.lost(`${option.key} of the argument ${name} is left out: arguments have no such key.`, option.node);
      }
      args.push({
        Name: name,
        ...optionalText('Title', entryOf(entries, 'Title'), notes),
        ...optionalText('Description', entryOf(entries, 'Description'), notes),
        ...(isRequired && { Required: true }),
      });
    }
  }
  return args;
}

/** Reads text and templates; anything else becomes code for a kernel. */
export function readContent(node: Expression, args: ReadArgument[], reading: Reading, notes: Notes): unknown {
  if (node.kind === 'string') return node.value;
  if (node.kind === 'number') {
    notes.changed('Content is a number: it is served as text.', node);
    return node.text;
  }
  const name = defaultContent(node);
  const data = name === undefined ? undefined : builtinPromptData(name);
  if (data) return data.Content;
  const ownFunction = readWrittenFunction(node, args, reading, notes);
  if (ownFunction !== undefined) return ownFunction;
  const inFile = contentInFile(node);
  if (inFile) return readContent(inFile, args, reading, notes);
  const blocks = readBlocks(node, reading, notes);
  if (blocks !== undefined) return blocks;
  const parts = readTemplate(node);
  const slots =
    parts &&
    namedSlots(
      parts,
      args.map(({ Name }) => Name),
    );
  if (parts && slots) {
    const byNumber = parts.some((part) => typeof part === 'object' && typeof part.slot === 'number');
    if (byNumber)
      notes.changed(
        "Slots without a name are now the arguments in order: in Wolfram's server, the first such slot is all arguments.",
        node,
      );
    takeDefaults(slots, args, node, notes);
    const content = composeContent(slots);
    if (typeof content === 'object' && 'Function' in content)
      notes.changed('The template is now a function: one of its arguments has a name that no slot can have.', node);
    if (typeof content !== 'string') return content;
    return { StringTemplate: composeTemplate([content]) ?? content };
  }
  noteElsewhere(node, reading, notes);
  const { code, undefinedSymbol, moment } = codeOf(node, reading);
  noteMoment(moment, node, notes);
  if (undefinedSymbol !== undefined)
    notes.changed(
      `Content is the symbol ${undefinedSymbol}, which this text does not define: the kernel must define it.`,
      node,
    );
  return { Function: { Wolfram: code } };
}

/** CreateMCPServer evaluates what it is given; a kernel here evaluates the code of a function when it starts. */
export function noteMoment(moment: string | undefined, node: Expression, notes: Notes): void {
  if (moment === undefined) return;
  notes.changed(
    `${moment} is evaluated again each time the kernel starts: CreateMCPServer evaluates it once, when it makes the server. For a new value at each call, write a function: (${moment}[…] &).`,
    node,
  );
}

/** A function that an export of this workbench wrote. */
export function readWrittenFunction(
  node: Expression,
  args: ReadArgument[],
  reading: Reading,
  notes: Notes,
): JsonObject | undefined {
  const javaScript = readJavaScript(node);
  if (javaScript) {
    for (const [name, value] of javaScript.defaults) {
      const argument = args.find(({ Name }) => Name === name);
      if (argument && !argument.Required) argument.Default = value;
    }
    return { Function: javaScript.code };
  }
  const search = readSearch(node);
  if (!search) return undefined;
  const query = readContent(search.query, args, reading, notes);
  const isText = typeof query === 'string' || (isJsonObject(query) && 'StringTemplate' in query);
  return isText ? { Search: { Sources: search.sources, Query: query } } : undefined;
}

/** What `<|"Content" -> …|>`, `LLMPrompt[StringTemplate["…"]]` and a `ResourceObject` with a `PromptTemplate` hold. */
function contentInFile(node: Expression): Expression | undefined {
  const isResource = headName(node) === 'ResourceObject';
  const [first, second] = node.kind === 'call' ? node.arguments : [];
  if (headName(node) === 'LLMPrompt')
    return !second && /^(?:StringTemplate|TemplateObject)$/.test((first && headName(first)) ?? '') ? first : undefined;
  const association = isResource && !second ? first : node;
  if (association?.kind !== 'association') return undefined;
  const key = isResource ? 'PromptTemplate' : 'Content';
  const isOnly = isResource || association.entries.length === 1;
  const entry = association.entries.find(
    (expression) =>
      expression.kind === 'rule' && expression.leftSide.kind === 'string' && expression.leftSide.value === key,
  );
  return isOnly && entry?.kind === 'rule' ? entry.rightSide : undefined;
}

/** Names content that is neither in the text nor comes with it. */
function noteElsewhere(node: Expression, { text }: Reading, notes: Notes): void {
  const code = node.kind === 'call' ? text.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 60) : '';
  switch (headName(node)) {
    case 'LLMPrompt':
    case 'ResourceObject':
      notes.changed(
        `${code} is in Wolfram's Prompt Repository: only a kernel that reaches the repository can serve it.`,
        node,
      );
      return;
    case 'FileTemplate':
    case 'XMLTemplate':
    case 'StringTemplate':
      if (/File\[|^(?:File|XML)Template/.test(code))
        notes.changed(`${code} reads another file, which the import leaves where it is.`, node);
  }
}

/** `DefaultValue` of a slot is the `Default` of its argument. */
function takeDefaults(
  slots: readonly (string | { readonly slot: string; readonly fallback?: string })[],
  args: ReadArgument[],
  node: Expression,
  notes: Notes,
): void {
  for (const part of slots) {
    if (typeof part === 'string' || part.fallback === undefined) continue;
    const argument = args.find(({ Name }) => Name === part.slot);
    if (!argument) args.push({ Name: part.slot, Default: part.fallback });
    else if (argument.Required)
      notes.lost(`The default of ${part.slot} is left out: a required argument is never absent.`, node);
    else if (argument.Default === undefined) argument.Default = part.fallback;
    else if (argument.Default !== part.fallback)
      notes.lost(`A second default of ${part.slot} is left out: an argument has one.`, node);
  }
}

/** `Type` follows from the content; a different one gets a note. */
function noteType(entry: Entry | undefined, content: unknown, notes: Notes): void {
  if (!entry || isNothing(entry.value)) return;
  const type = textOf(entry);
  const isFunction = typeof content === 'object' && content !== null && ('Function' in content || 'Search' in content);
  if (type === (isFunction ? 'Function' : 'Text')) return;
  if (type === 'Text' || type === 'Function')
    notes.changed(
      `"Type" -> "${type}" is left out: the content is ${isFunction ? 'a function' : 'text'}, and is served as such.`,
      entry.node,
    );
  else notes.lost('Type is left out: it is neither "Text" nor "Function", and follows from the content.', entry.node);
}
