/**
 * Compiles a Handlebars template to the body of a JavaScript function. Its arguments are text, so lists, numbers and booleans
 * are parsed from text first. Unsupported parts are left out, with a note.
 */
import { changeNote, lossNote, type TransferNote } from '../../model/transfer.ts';
import { slotName } from '../prompt-data.ts';
import { roleOf } from '../roles.ts';
import type { HandlebarsBlock, HandlebarsNode, HandlebarsOperand, HandlebarsPath } from './handlebars.ts';

/** The type of the value that an argument's text represents. */
export type ArgumentKind = 'text' | 'number' | 'boolean' | 'list' | 'object';

export interface HandlebarsProgram {
  /** JavaScript statements that call `say(role)` and `add(text)`, and the functions that they need. */
  readonly lines: readonly string[];
  readonly helpers: readonly string[];
  /** Whether it has more than text and slots. */
  readonly isComputed: boolean;
  /** In the order of their first use. */
  readonly usedNames: ReadonlySet<string>;
  /** Arguments of loops. */
  readonly lists: ReadonlySet<string>;
}

/** The meaning of names at a place: the input, a part of it, or the item of a loop. */
type Scope =
  | { readonly kind: 'input'; readonly parts: readonly string[] }
  | { readonly kind: 'item'; readonly number: number; readonly isLoop: boolean; readonly aliases: readonly string[] };

type Value =
  | { readonly kind: ArgumentKind; readonly slot: string; readonly code: string }
  /** An item of a list, or a value about the loop. */
  | { readonly kind: 'any'; readonly code: string };

/** @param kinds of the declared arguments, by name; others are text, or a list if a loop uses them */
export function compileHandlebars(
  nodes: readonly HandlebarsNode[],
  kinds: ReadonlyMap<string, ArgumentKind>,
  notes: TransferNote[],
): HandlebarsProgram {
  const usedNames = new Set<string>();
  const lists = new Set<string>();
  const neededHelpers = new Set<keyof typeof helperCode>();
  let count = 0;
  let isComputed = false;

  const need = (helper: keyof typeof helperCode, code: string) => {
    neededHelpers.add(helper);
    return `${helper}(${code})`;
  };

  const leaveOut = (tagText: string, why: string) => {
    notes.push(lossNote(`${tagText.replace(/\s+/g, ' ')} is left out: ${why}.`));
    return [];
  };

  const inputValue = (parts: readonly string[]): Value => {
    const slot = slotName(parts.join('.'));
    if (parts.length > 1 && !kinds.has(slot) && !usedNames.has(slot))
      notes.push(changeNote(`{{${parts.join('.')}}} is now the argument ${slot}: arguments are text without parts.`));
    usedNames.add(slot);
    return { kind: kinds.get(slot) ?? 'text', slot, code: `args[${JSON.stringify(slot)}]` };
  };

  const resolve = ({ up, isData, parts }: HandlebarsPath, scopes: readonly Scope[]): Value | undefined => {
    const [first = '', ...rest] = parts;
    if (isData && first === 'root') return rest.length === 0 ? undefined : inputValue(rest);
    if (isData) return up === 0 && rest.length === 0 ? loopValue(first, scopes) : undefined;
    const scope = scopes.at(-1 - up);
    if (!scope) return undefined;
    const alias = up === 0 ? aliasOf(first, scopes) : undefined;
    if (alias !== undefined) return { kind: 'any', code: member(alias, rest) };
    if (scope.kind === 'item') return { kind: 'any', code: member(`item${scope.number}`, parts) };
    return parts.length === 0 ? undefined : inputValue([...scope.parts, ...parts]);
  };

  const truthOf = (value: Value): string | undefined => {
    switch (value.kind) {
      case 'text':
        return value.code;
      case 'number':
        return `Number(${value.code})`;
      case 'boolean':
        return need('isTrue', value.code);
      case 'list':
        return `${need('listOf', value.code)}.length > 0`;
      case 'any':
        return value.code.startsWith('(') ? value.code : need('isSomething', value.code);
      case 'object':
        return undefined;
    }
  };

  /** The operand as an expression for `===`. */
  const comparable = (operand: HandlebarsOperand, scopes: readonly Scope[]): string | undefined => {
    if (operand.kind === 'literal') return JSON.stringify(operand.value);
    const value = resolve(operand.path, scopes);
    if (!value || value.kind === 'list' || value.kind === 'object') return undefined;
    if (value.kind === 'number') return `Number(${value.code})`;
    return value.kind === 'boolean' ? need('isTrue', value.code) : value.code;
  };

  const conditionOf = ({ name, operands }: HandlebarsBlock, scopes: readonly Scope[]): string | undefined => {
    const [first, second, third] = operands;
    if (name === 'if' || name === 'unless') {
      const value = first?.kind === 'path' && !second ? resolve(first.path, scopes) : undefined;
      const truth = value && truthOf(value);
      return truth && (name === 'if' ? truth : value.kind === 'list' ? `!(${truth})` : `!${truth}`);
    }
    if (!first || !second || third) return undefined;
    const [left, right] = [comparable(first, scopes), comparable(second, scopes)];
    return left && right && `${left} ${name === 'ifEquals' ? '===' : '!=='} ${right}`;
  };

  const linesOf = (body: readonly HandlebarsNode[], scopes: readonly Scope[], indent: string): readonly string[] =>
    body.flatMap((node) => lineOf(node, scopes, indent));

  const orElse = (otherwise: readonly HandlebarsNode[], scopes: readonly Scope[], indent: string) => {
    const lines = linesOf(otherwise, scopes, `${indent}  `);
    return lines.length === 0 ? [`${indent}}`] : [`${indent}} else {`, ...lines, `${indent}}`];
  };

  const loop = (block: HandlebarsBlock, scopes: readonly Scope[], indent: string): readonly string[] => {
    const [first, second] = block.operands;
    const value = first?.kind === 'path' && !second ? resolve(first.path, scopes) : undefined;
    // Handlebars does not loop over a text or a number.
    const isList = value && (value.kind === 'any' || value.kind === 'list' || !kinds.has(value.slot));
    if (!isList) return leaveOut(block.tagText, 'it does not loop over a list');
    if (value.kind !== 'any') lists.add(value.slot);
    isComputed = true;
    const number = ++count;
    const inner: Scope = { kind: 'item', number, isLoop: true, aliases: block.aliases };
    return [
      `${indent}const list${number} = ${need(value.kind === 'any' ? 'itemsOf' : 'listOf', value.code)};`,
      `${indent}for (const [index${number}, item${number}] of list${number}.entries()) {`,
      ...linesOf(block.body, [...scopes, inner], `${indent}  `),
      ...(block.otherwise.length === 0
        ? [`${indent}}`]
        : [
            `${indent}}`,
            `${indent}if (list${number}.length === 0) {`,
            ...linesOf(block.otherwise, scopes, `${indent}  `),
            `${indent}}`,
          ]),
    ];
  };

  const context = (block: HandlebarsBlock, scopes: readonly Scope[], indent: string): readonly string[] => {
    const [first, second] = block.operands;
    const path = first?.kind === 'path' && !second ? first.path : undefined;
    const outerScope = path && !path.isData ? scopes.at(-1 - path.up) : undefined;
    if (!path || !outerScope) return leaveOut(block.tagText, 'its value is unknown');
    if (outerScope.kind === 'input') {
      // A part of the input is several arguments, so its presence cannot be tested.
      if (block.otherwise.length > 0 || block.aliases.length > 0)
        return leaveOut(block.tagText, 'arguments are text without parts');
      isComputed = true;
      return linesOf(block.body, [...scopes, { kind: 'input', parts: [...outerScope.parts, ...path.parts] }], indent);
    }
    const value = resolve(path, scopes);
    if (!value) return leaveOut(block.tagText, 'its value is unknown');
    isComputed = true;
    const number = ++count;
    const inner: Scope = { kind: 'item', number, isLoop: false, aliases: block.aliases };
    return [
      `${indent}const item${number} = ${value.code};`,
      `${indent}if (${need('isSomething', `item${number}`)}) {`,
      ...linesOf(block.body, [...scopes, inner], `${indent}  `),
      ...orElse(block.otherwise, scopes, indent),
    ];
  };

  const blockLines = (block: HandlebarsBlock, scopes: readonly Scope[], indent: string): readonly string[] => {
    switch (block.name) {
      case 'each':
        return loop(block, scopes, indent);
      case 'with':
        return context(block, scopes, indent);
      case 'if':
      case 'unless':
      case 'ifEquals':
      case 'unlessEquals': {
        const condition = conditionOf(block, scopes);
        if (condition === undefined)
          return leaveOut(block.tagText, 'its condition is an argument, and arguments are text');
        isComputed = true;
        return [
          `${indent}if (${condition}) {`,
          ...linesOf(block.body, scopes, `${indent}  `),
          ...orElse(block.otherwise, scopes, indent),
        ];
      }
      default:
        return leaveOut(block.tagText, 'it is a helper of the original program');
    }
  };

  const lineOf = (node: HandlebarsNode, scopes: readonly Scope[], indent: string): readonly string[] => {
    switch (node.kind) {
      case 'text':
        return [`${indent}add(${JSON.stringify(node.text)});`];
      case 'role':
        return [`${indent}say(${JSON.stringify(roleOf(node.role, notes))});`];
      case 'other':
        return leaveOut(node.tagText, reasonFor(node.tagText));
      case 'block':
        return blockLines(node, scopes, indent);
      case 'value': {
        const value = resolve(node.path, scopes);
        if (!value) return leaveOut(node.tagText, 'its value is unknown');
        return [`${indent}add(${value.code} ?? '');`];
      }
      case 'json': {
        const value = resolve(node.path, scopes);
        const expression = value && valueExpression(value);
        if (expression === undefined) return leaveOut(node.tagText, 'its value is unknown');
        isComputed = true;
        return [`${indent}add(JSON.stringify(${expression}, null, ${node.indent}) ?? '');`];
      }
    }
  };

  /** The value that the text represents. */
  const valueExpression = (value: Value): string | undefined => {
    switch (value.kind) {
      case 'list':
        return need('listOf', value.code);
      case 'boolean':
        return need('isTrue', value.code);
      case 'number':
        return `Number(${value.code})`;
      case 'object':
        return undefined;
      default:
        return value.code;
    }
  };

  const lines = linesOf(nodes, [{ kind: 'input', parts: [] }], '  ');
  const helpers = (Object.keys(helperCode) as (keyof typeof helperCode)[]).filter(
    (name) => neededHelpers.has(name) || (name === 'itemsOf' && neededHelpers.has('listOf')),
  );
  return { lines, helpers: helpers.map((name) => helperCode[name]), isComputed, usedNames, lists };
}

/** In order of dependency. */
const helperCode = {
  itemsOf: `  const itemsOf = (value) => (value && typeof value === 'object' ? Object.values(value) : []);`,
  listOf: `  // A JSON list, or one item on each line.
  const listOf = (text = '') => {
    try {
      const value = JSON.parse(text);
      if (value && typeof value === 'object') return itemsOf(value);
    } catch {}
    return text.split('\\n').filter((line) => line.trim() !== '');
  };`,
  isTrue: `  const isTrue = (text = '') => text.trim().toLowerCase() === 'true';`,
  isSomething: `  const isSomething = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));`,
};

/** The argument that a value outside all blocks refers to. */
export function slotOfInput({ up, isData, parts }: HandlebarsPath): string | undefined {
  const isRoot = isData && parts[0] === 'root';
  const ownParts = isRoot ? parts.slice(1) : parts;
  return (isData && !isRoot) || up > 0 || ownParts.length === 0 ? undefined : slotName(ownParts.join('.'));
}

function member(code: string, parts: readonly string[]): string {
  return code + parts.map((part) => `?.[${JSON.stringify(part)}]`).join('');
}

/** `@index`, `@first` and `@last` of the enclosing loop. */
function loopValue(name: string, scopes: readonly Scope[]): Value | undefined {
  const loop = scopes.findLast((scope) => scope.kind === 'item' && scope.isLoop);
  if (loop?.kind !== 'item') return undefined;
  const { number } = loop;
  if (name === 'index') return { kind: 'any', code: `index${number}` };
  if (name === 'first') return { kind: 'any', code: `(index${number} === 0)` };
  return name === 'last' ? { kind: 'any', code: `(index${number} === list${number}.length - 1)` } : undefined;
}

function aliasOf(name: string, scopes: readonly Scope[]): string | undefined {
  for (const scope of [...scopes].reverse()) {
    const place = scope.kind === 'item' ? scope.aliases.indexOf(name) : -1;
    if (scope.kind === 'item' && place >= 0) return place === 0 ? `item${scope.number}` : `index${scope.number}`;
  }
  return undefined;
}

function reasonFor(tagText: string): string {
  if (/^\{\{~?>/.test(tagText)) return 'prompts have no partials; insert its text';
  if (/^\{\{~?history/.test(tagText)) return 'the client has the conversation';
  if (/^\{\{~?media/.test(tagText)) return 'a prompt contains its media; add the image as a block';
  return 'it is not text, a slot, a role or a condition';
}
