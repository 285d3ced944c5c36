/** The content of a prompt in its four forms, and conversions between them. */
import { firstText } from '../../../src/model/placeholders.ts';
import { escapeForJoin } from '../../../src/model/template/escape.ts';
import { isObject, type Json, valueAt } from '../definition/json.ts';
import { blocksIn, textOfBlock } from './blocks.ts';
import { readText } from './prompt-form.ts';

export type ContentForm = 'text' | 'messages' | 'function' | 'search';
/** `wolfram`: a function in Wolfram Language, which only an import creates. */
export type ContentKind = ContentForm | 'wolfram' | 'none' | 'unreadable';

export function contentKind(value: Json | undefined): ContentKind {
  if (value === undefined || value === null) return 'none';
  if (readText(value, [])) return 'text';
  if (!isObject(value)) return 'unreadable';
  if (typeof value.Function === 'string') return 'function';
  if (typeof valueAt(value, ['Function', 'Wolfram']) === 'string') return 'wolfram';
  if (isObject(value.Search)) return 'search';
  return Array.isArray(value.Messages) ? 'messages' : 'unreadable';
}

export interface Conversion {
  readonly value: Json;
  /** The parts that the new form cannot hold, in words: `1 image`, `the function`. */
  readonly lostParts: readonly string[];
  /** The argument that the new content consists of, if it has no other text. */
  readonly asksFor?: string;
}

/** The initial values of a new search. */
export interface SearchDefaults {
  /** The argument to search for if the content has no text. */
  readonly argument: string | undefined;
  readonly sources: readonly string[];
}

const noBeginning: SearchDefaults = { argument: undefined, sources: [] };

/** Converts content to another form, as far as that can hold it. */
export function convertContent(value: Json | undefined, to: ContentForm, search = noBeginning): Conversion {
  if (contentKind(value) === to) return { value: value ?? '', lostParts: [] };
  const { text, lostParts } = to === 'messages' ? emptyContent : asText(value);
  switch (to) {
    case 'text':
      return { value: text, lostParts };
    case 'function':
      return { value: { Function: functionOf(text) }, lostParts };
    case 'search':
      return searchOf(value) ?? { ...asSearch(text, search), lostParts };
    case 'messages':
      return asMessages(value);
  }
}

/** A plain text, or a template. */
type Text = string | { StringTemplate: string };
const emptyContent: { text: Text; lostParts: readonly string[] } = { text: '', lostParts: [] };

/** One user message holds a whole text or search; a function has no messages until it runs. */
function asMessages(value: Json | undefined): Conversion {
  const kind = contentKind(value);
  const search = valueAt(value, ['Search']);
  const content = kind === 'text' ? (value ?? '') : isObject(search) ? { Type: 'search', ...search } : '';
  const losses =
    kind === 'function' || kind === 'wolfram' ? ['the function'] : kind === 'unreadable' ? ['the old content'] : [];
  return { value: { Messages: [{ Role: 'user', Content: content }] }, lostParts: losses };
}

/** A search for the text, or for the argument if the text is still the initial one. */
function asSearch(text: Text, { argument = 'query', sources }: SearchDefaults): Omit<Conversion, 'lostParts'> {
  const searchFor = (query: Text): Json => ({ Search: { Sources: [...sources], Query: query } });
  const trimmedText = (typeof text === 'string' ? text : text.StringTemplate).trim();
  if (trimmedText !== '' && trimmedText !== firstText) return { value: searchFor(text) };
  return { value: searchFor({ StringTemplate: `\`${argument}\`` }), asksFor: argument };
}

/** The content as a search if it is a single search block. */
function searchOf(value: Json | undefined): Conversion | undefined {
  const messages = valueAt(value, ['Messages']);
  const blocks = Array.isArray(messages) ? messages.flatMap(blocksOf) : [];
  const [onlyBlock] = blocks;
  if (
    blocks.length !== 1 ||
    !isObject(onlyBlock) ||
    onlyBlock.Type !== 'search' ||
    onlyBlock.Annotations !== undefined ||
    onlyBlock.When !== undefined
  )
    return undefined;
  const { Type: _, ...search } = onlyBlock;
  return { value: { Search: search }, lostParts: [] };
}

function asText(value: Json | undefined): { text: Text; lostParts: readonly string[] } {
  switch (contentKind(value)) {
    case 'text':
      return { text: value as Text, lostParts: [] };
    case 'none':
      return emptyContent;
    case 'function':
    case 'wolfram':
      return { text: '', lostParts: ['the function'] };
    case 'search':
      return { text: textOf(valueAt(value, ['Search', 'Query'])) ?? '', lostParts: ['the sources of the search'] };
    case 'messages':
      return textOfMessages(valueAt(value, ['Messages']));
    case 'unreadable':
      return { text: '', lostParts: ['the old content'] };
  }
}

/** All texts joined; other blocks and the roles are lost. */
function textOfMessages(messages: Json | undefined): { text: Text; lostParts: readonly string[] } {
  const list = Array.isArray(messages) ? messages : [];
  const blocks = list.flatMap(blocksOf);
  const texts = blocks.flatMap((block) => textOf(block) ?? []);
  const otherBlocks = blocks.filter((block) => textOf(block) === undefined);
  const hasConditions = [...list, ...blocks].some((part) => valueAt(part, ['When']) !== undefined);
  const hasRoles = list.length > 1 || list.some((message) => valueAt(message, ['Role']) === 'assistant');
  const isTemplate = texts.some((text) => typeof text !== 'string');
  const wholeText = texts
    .map((text) => (typeof text !== 'string' ? text.StringTemplate : isTemplate ? escapeForJoin(text) : text))
    .join('\n\n');
  return {
    text: isTemplate ? { StringTemplate: wholeText } : wholeText,
    lostParts: [
      ...countByKind(otherBlocks),
      ...(hasRoles ? ['the roles of the messages'] : []),
      ...(blocks.some((block) => valueAt(block, ['Annotations']) !== undefined && !otherBlocks.includes(block))
        ? ['annotations']
        : []),
      ...(hasConditions ? ['the conditions'] : []),
    ],
  };
}

const names: Readonly<Record<string, string>> = {
  image: 'image',
  audio: 'sound',
  resource: 'embedded resource',
  resource_link: 'link',
  search: 'search',
};

/** `2 images`, `1 link`: blocks by kind. */
function countByKind(blocks: readonly Json[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const type = valueAt(block, ['Type']);
    const name = (typeof type === 'string' && names[type]) || 'unreadable block';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} ${name}${count === 1 ? '' : name.endsWith('h') ? 'es' : 's'}`);
}

function blocksOf(message: Json): readonly Json[] {
  return blocksIn(valueAt(message, ['Content']));
}

function textOf(block: Json | undefined): Text | undefined {
  const form = textOfBlock(block, []);
  const text = form && valueAt(block, form.textAt);
  if (typeof text !== 'string') return undefined;
  return form?.isTemplate ? { StringTemplate: text } : text;
}

/** JavaScript that returns the text with its slots filled. */
function functionOf(text: Text): string {
  if (typeof text === 'string') return `export default () => ${JSON.stringify(text)};\n`;
  return `export default (args, context) => context.template(${JSON.stringify(text.StringTemplate)}, args);\n`;
}
