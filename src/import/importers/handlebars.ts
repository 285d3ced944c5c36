/** Parses the part of Handlebars that prompt files use. Never throws; linear in the text. */
import { splitTags } from './handlebars-tags.ts';

/** `name`, `user.name`, `this`, `../name`, `@index`, `@root.name`. */
export interface HandlebarsPath {
  /** Levels up: one for each `../`. */
  readonly up: number;
  /** `@index` and other data variables, which are not input. */
  readonly isData: boolean;
  /** Empty for `this`. */
  readonly parts: readonly string[];
}

export type HandlebarsOperand =
  | { readonly kind: 'path'; readonly path: HandlebarsPath }
  | { readonly kind: 'literal'; readonly value: string | number | boolean };

export interface HandlebarsBlock {
  readonly kind: 'block';
  /** `if`, `each`, … */
  readonly name: string;
  readonly operands: readonly HandlebarsOperand[];
  /** `as |item index|` */
  readonly aliases: readonly string[];
  /** The tag that opens it. */
  readonly tagText: string;
  readonly body: readonly HandlebarsNode[];
  readonly otherwise: readonly HandlebarsNode[];
}

export type HandlebarsNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: HandlebarsPath; readonly tagText: string }
  /** `{{json value indent=2}}` */
  | { readonly kind: 'json'; readonly path: HandlebarsPath; readonly indent: number; readonly tagText: string }
  | { readonly kind: 'role'; readonly role: string }
  | HandlebarsBlock
  /** Any other tag. */
  | { readonly kind: 'other'; readonly tagText: string };

export interface ParsedHandlebars {
  readonly nodes: readonly HandlebarsNode[];
  /** Blocks that are never closed, or closed without being open. */
  readonly problems: readonly string[];
}

interface OpenBlock extends Omit<HandlebarsBlock, 'body' | 'otherwise'> {
  readonly body: HandlebarsNode[];
  readonly otherwise: HandlebarsNode[];
  isElse: boolean;
  /** Opened by `{{else if …}}`: it closes together with its parent block. */
  readonly isChained: boolean;
}

const depthLimit = 50;

export function parseHandlebars(text: string): ParsedHandlebars {
  const root = open('', '', false);
  const stack: OpenBlock[] = [root];
  const problems: string[] = [];
  const top = () => stack.at(-1) ?? root;
  const add = (node: HandlebarsNode) => {
    const { isElse, body, otherwise } = top();
    (isElse ? otherwise : body).push(node);
  };
  const close = () => {
    for (let block = stack.pop(); block && block !== root; block = stack.pop()) {
      const { isElse: _, isChained, ...node } = block;
      add(node);
      if (!isChained) return;
    }
  };
  const enter = (inner: string, tagText: string, isChained: boolean) => {
    if (stack.length <= depthLimit) stack.push(open(inner, tagText, isChained));
    else problems.push(`Blocks are nested more than ${depthLimit} levels deep.`);
  };

  for (const { before, tagText, inner } of splitTags(text)) {
    if (problems.length > 0) break;
    if (before !== '') add({ kind: 'text', text: before });
    const chainedTag = /^(?:else|\^)\s+(\S[\s\S]*)$/.exec(inner)?.[1];
    if (inner === '' || inner.startsWith('!')) continue;
    if (inner.startsWith('#')) enter(inner.slice(1).trim(), tagText, false);
    else if (inner.startsWith('/')) {
      const block = stack.findLast(({ isChained }) => !isChained);
      if (block && block !== root && block.name === inner.slice(1).trim()) close();
      else problems.push(`${tagText} closes no open block.`);
    } else if (inner === 'else' || inner === '^' || chainedTag !== undefined) {
      if (stack.length === 1 || top().isElse) problems.push(`${tagText} is outside a condition.`);
      else {
        top().isElse = true;
        if (chainedTag !== undefined) enter(chainedTag, tagText, true);
      }
    } else add(simple(inner, tagText));
  }
  const unclosedTag = stack[1];
  if (unclosedTag && problems.length === 0) problems.push(`${unclosedTag.tagText} is never closed.`);
  return { nodes: root.body, problems };
}

function open(inner: string, tagText: string, isChained: boolean): OpenBlock {
  const [, before = inner, names = ''] = /^([\s\S]*?)\s+as\s+\|([^|]*)\|$/.exec(inner) ?? [];
  const [name = '', ...rest] = wordsOf(before);
  const aliases = names.split(/\s+/).filter((word) => word !== '');
  const operands = rest.map(operandOf);
  const isReadable = operands.every((operand) => operand !== undefined);
  return {
    kind: 'block',
    // A block with an unreadable operand gets a name that no known block has.
    name: isReadable ? name : `${name} …`,
    operands: operands.filter((operand) => operand !== undefined),
    aliases,
    tagText,
    body: [],
    otherwise: [],
    isElse: false,
    isChained,
  };
}

/** Splits at spaces outside quotes. */
function wordsOf(text: string): readonly string[] {
  return text.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
}

function operandOf(word: string): HandlebarsOperand | undefined {
  const quotedMatch = /^(?:"([^"]*)"|'([^']*)')$/.exec(word);
  if (quotedMatch) return { kind: 'literal', value: quotedMatch[1] ?? quotedMatch[2] ?? '' };
  if (/^-?\d+(?:\.\d+)?$/.test(word)) return { kind: 'literal', value: Number(word) };
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
  const path = pathOf(word);
  return path && { kind: 'path', path };
}

function pathOf(word: string): HandlebarsPath | undefined {
  const [, ups = '', at, rest = ''] = /^((?:\.\.\/)*)(@)?([\s\S]*)$/.exec(word) ?? [];
  const parts = rest.replace(/^(?:this|\.)(?:[./]|$)/, '').split('.');
  const isThis = parts.length === 1 && parts[0] === '' && /^(?:this|\.)\/?$/.test(rest);
  if (!isThis && !parts.every((part) => /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(part))) return undefined;
  return { up: ups.length / 3, isData: at !== undefined, parts: isThis ? [] : parts };
}

function simple(inner: string, tagText: string): HandlebarsNode {
  const role = /^role\s+["'](\w+)["']$/.exec(inner)?.[1];
  if (role !== undefined) return { kind: 'role', role };
  const [, expression, indent = '0'] = /^json\s+(\S+)(?:\s+indent=(\d))?$/.exec(inner) ?? [];
  const path = inner === 'history' ? undefined : pathOf(expression ?? inner);
  if (!path) return { kind: 'other', tagText };
  return expression === undefined
    ? { kind: 'value', path, tagText }
    : { kind: 'json', path, indent: Number(indent), tagText };
}
