/** Reads the arguments of `CreateMCPServer` (docs/specification.md, "LLMEvaluator Configuration") as file data. */
import type { JsonObject } from '../base/json.ts';
import { defaultPromptName, defaultToolName } from './defaults.ts';
import { optionalText, readPrompt } from './read-prompt.ts';
import { readTool } from './read-tool.ts';
import { type Entry, entriesOf, entryOf, hasKey, isNothing, type Notes, type Reading } from './reading.ts';
import type { Expression, Range } from './syntax/expression.ts';
import { sourceOf } from './syntax/parse.ts';
import { headName, mentionsIn } from './syntax/symbols.ts';

export interface ReadServer {
  readonly data: JsonObject;
  /** With the deprecated key `PromptData` alone: what the server is without converting it to `MCPPrompts`. */
  readonly originalData?: JsonObject;
}

/** Keys that only an association of a server has. */
export const serverKeys = ['MCPPrompts', 'PromptData', 'Tools', 'LLMEvaluator'];

/** @param options the rules after the association in `CreateMCPServer` */
export function readServer(
  name: string,
  node: Expression,
  options: readonly Expression[],
  outerReading: Reading,
  notes: Notes,
): ReadServer {
  const entries = entriesOf(node, outerReading);
  const initialization = initializationOf(entries, options);
  const reading = initialization
    ? { ...outerReading, setup: [...outerReading.setup, initialization.value] }
    : outerReading;
  const prompts = entryOf(entries, 'MCPPrompts');
  const promptData = entryOf(entries, 'PromptData');
  const head = {
    Name: name,
    ...optionalText('Version', entryOf(entries, 'ServerVersion'), notes),
    ...optionalText('Description', entryOf(entries, 'Description'), notes),
    ...instructions(entryOf(entries, 'Prompts') ?? entryOf(entries, 'Instructions'), notes),
  };
  const tools = readTools(entryOf(entries, 'Tools'), reading, notes);
  noteOthers(entries, options, notes);
  if (prompts && promptData)
    notes.lost('PromptData is left out: it is not read where MCPPrompts are.', promptData.node);
  const list = prompts ?? promptData;
  if (prompts && isNothing(prompts.value))
    notes.lost("MCPPrompts is Automatic, which Wolfram's server refuses: the server has no prompts.", prompts.value);
  const promptList = list ? readPrompts(list.value, reading, notes) : [];
  if (initialization && !JSON.stringify([tools, promptList]).includes('"Wolfram":'))
    notes.lost('Initialization is left out: the server has no function that needs it.', initialization.node);
  const data = { ...head, ...tools, MCPPrompts: promptList };
  if (prompts || !promptData) return { data };
  return { data, originalData: { ...head, ...tools, PromptData: promptList } };
}

/** Names of the catalogue and definitions, lists within lists flattened. */
function readPrompts(node: Expression, reading: Reading, notes: Notes): readonly unknown[] {
  if (node.kind === 'list') return node.items.flatMap((item) => readPrompts(item, reading, notes));
  if (node.kind === 'string') return [node.value];
  const name = defaultPromptName(node);
  if (name !== undefined) return [name];
  if (node.kind === 'association') {
    // `KeyTake[$DefaultMCPPrompts, {…}]`: prompts by their names.
    if (!hasKey(node, 'Name', 'Content') && node.entries.length > 0)
      return entriesOf(node, reading).flatMap(({ value }) => readPrompts(value, reading, notes));
    const prompt = readPrompt(node, reading, notes);
    return prompt ? [prompt] : [];
  }
  if (!isNothing(node) && !refusesServer(node, reading))
    reading.problems.add(
      'A prompt is a name in quotes or an association with "Name" and "Content": write one of them here.',
      node.start,
      node.end,
    );
  return [];
}

/**
 * Reports the first server that a part of the text names without defining it: `$DefaultMCPServers["Wolfram"]`.
 * @returns whether there is one
 */
export function refusesServer(part: Range, { text, problems }: Pick<Reading, 'text' | 'problems'>): boolean {
  const mentions = mentionsIn(sourceOf(text, part), part.start);
  const mention = mentions.find(({ name }) => name === '$DefaultMCPServers' || name === 'MCPServerObject');
  if (!mention) return false;
  const [mentionText = mention.name] = /^[\w$`]+(?:\[\s*"[^"\n]*"\s*\])?/.exec(text.slice(mention.at)) ?? [];
  const message = `${mentionText} is a server that this text does not define: name its prompts and tools here, as in "MCPPrompts" -> {"WolframSearch"}.`;
  problems.add(message, mention.at, mention.at + mentionText.length);
  return true;
}

/** The older key `Prompts` holds texts that Wolfram's server joins into the `instructions` of its initialize result. */
function instructions(entry: Entry | undefined, notes: Notes): JsonObject {
  if (!entry || isNothing(entry.value)) return {};
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value];
  const texts = items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
  if (texts.length < items.length) notes.lost('A part of Prompts is left out: instructions are text.', entry.value);
  return texts.length === 0 ? {} : { Instructions: texts.join('\n\n') };
}

function readTools(entry: Entry | undefined, reading: Reading, notes: Notes): JsonObject {
  if (!entry || isNothing(entry.value)) return {};
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value];
  const tools = items.flatMap((toolNode): unknown[] => {
    if (toolNode.kind === 'string') return [toolNode.value];
    const name = defaultToolName(toolNode);
    if (name !== undefined) return [name];
    const tool = headName(toolNode) === 'LLMTool' ? readTool(toolNode, reading, notes) : undefined;
    if (tool) return [tool];
    if (refusesServer(toolNode, reading)) return [];
    if (!isEllipsis(toolNode))
      notes.lost('A tool is left out: it is neither a name in quotes nor an LLMTool.', toolNode);
    return [];
  });
  return { Tools: tools };
}

/** `...` in a list, as documentation writes it for "and so on". */
function isEllipsis(node: Expression): boolean {
  return node.kind === 'code' && /^\.{2,3}$/.test(node.code);
}

/** The code that the reference runs when the server starts: here it comes with each function. */
function initializationOf(entries: readonly Entry[], options: readonly Expression[]): Entry | undefined {
  const option = options.find(
    (expression) =>
      expression.kind === 'rule' &&
      expression.leftSide.kind === 'symbol' &&
      expression.leftSide.name === 'Initialization',
  );
  const entry =
    option?.kind === 'rule'
      ? { key: 'Initialization', value: option.rightSide, node: option }
      : entryOf(entries, 'Initialization');
  return entry && !isNothing(entry.value) ? entry : undefined;
}

/** With what the reference stores beside it. */
const knownOptions =
  /^(?:name|mcpservername|location|transport|objectversion|initialization|mcpprompts|promptdata|prompts|instructions|tools|serverversion|description)$/i;
/** Options about the storage of the server, which the workspace replaces. */
const storage = new Set(['OverwriteTarget', 'IncludeDefinitions']);

function noteOthers(entries: readonly Entry[], options: readonly Expression[], notes: Notes): void {
  for (const { key, node } of entries) {
    if (!knownOptions.test(key))
      notes.lost(`${key} is left out: a server does not choose the model or its settings, the client does.`, node);
  }
  for (const option of options) {
    const name = option.kind === 'rule' && option.leftSide.kind === 'symbol' ? option.leftSide.name : undefined;
    if (name !== undefined && storage.has(name)) continue;
    if (name !== 'Initialization')
      notes.lost(`${name ?? 'An argument'} is left out: CreateMCPServer has no such option here.`, option);
  }
}
