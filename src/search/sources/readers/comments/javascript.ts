/** Recognises declarations in JavaScript and TypeScript, and whether they are exported. */
import { blockText, commentEnd, quotedEnd } from './block-comment.ts';
import type { Declaration, DocComment, Language, Scope } from './language.ts';

const declaration =
  /^(export\s+)?(default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:(?:const\s+)?(enum)|(class|interface|namespace|module|global|type|let|var|const)(?=[\s{<"'])|(?:async\s+)?(function)\b)\s*\*?\s*(?:(["'])([^"'\n]*)\6|([\w$.]*))/;
const holders: Readonly<Record<string, string>> = {
  class: 'class',
  interface: 'interface',
  enum: 'enum',
  namespace: 'namespace',
  module: 'namespace',
  global: 'namespace',
};
const modifiers =
  /^(?:(?:public|protected|private|static|abstract|override|readonly|declare|async|accessor|get|set)\s+(?![(:=?!;,])|\*\s*)+/;

/** @param isOpen whether a file without exports (a script, or CommonJS) exposes all its declarations */
export function javascript(isOpen: boolean): Language {
  const exported = new Set<string>();
  let hasExports = false;
  /** No regular expression that begins before this offset ends in its line. */
  let openUntil = 0;
  return {
    separator: '.',
    commaScopes: new Set(['enum', 'object', 'interface']),
    hasTemplates: true,
    docComment,
    stringEnd(text, at) {
      if (text[at] === '"' || text[at] === "'") return quotedEnd(text, at);
      if (text[at] !== '/' || at < openUntil || !beginsExpression(text, at)) return undefined;
      const end = expressionEnd(text, at);
      if (text[end - 1] === '/') return end;
      openUntil = end;
      return undefined;
    },
    declare(head, scope, opener) {
      if (/^export\b/.test(head)) hasExports = true;
      for (const name of exportedNames(head)) exported.add(name);
      return declare(withoutDecorators(head), scope, opener);
    },
    isInside({ start, last, isInAngleBrackets }, opener) {
      if (opener !== '{' || (isInAngleBrackets && /\bextends$|=$/.test(last))) return true;
      if (/^(export\s*(type\s*)?|import\b.*)$/s.test(start)) return true;
      if (/^(export\s+)?(declare\s+)?type\s/.test(start)) return !last.endsWith('=');
      return /[:|&<,?]$/.test(last);
    },
    endsAtNewline,
    isPrefix: (head) => /^@[\w$.]+\s*(\(.*\))?$/s.test(head.trim().slice(0, 4_000)),
    isExposed: (name) => exported.has(name) || (isOpen && !hasExports),
  };
}

function declare(head: string, { kind }: Scope, opener: string): Declaration | undefined {
  if (kind !== 'file' && kind !== 'namespace') return memberOf(head, kind);
  const match = declaration.exec(head);
  if (!match) return assignmentOf(head);
  const [, exports, isDefault, enumeration, word, callable, , quotedName, plainName = ''] = match;
  const keyword = enumeration ?? callable ?? word ?? '';
  const name = quotedName ?? (plainName === '' ? (isDefault ? 'default' : '') : plainName);
  if (name === '' && keyword !== 'global') return undefined;
  const isPublic = exports !== undefined;
  const signature = signatureOf(head.replace(/^export\s+(default\s+)?/, '').replace(/^declare\s+/, ''));
  const isObject = opener === '{' && /[^=!<>]=$/.test(head);
  const isType = keyword === 'type' && isObject;
  const opens = opener !== '{' ? undefined : isType ? 'interface' : isObject ? 'object' : holders[keyword];
  return { name, signature, isPublic, ...(opens !== undefined && { opens }) };
}

/** `exports.name = …` and `Queue.prototype.push = …`. */
function assignmentOf(head: string): Declaration | undefined {
  const path = /^([\w$]+(?:\.[\w$]+)+)\s*=(?!=)/.exec(head)?.[1];
  const name = path?.replace(/^(module\.)?exports\./, '').replace('.prototype.', '.');
  if (name === undefined || name === 'module.exports' || name.startsWith('_')) return undefined;
  return { name, signature: signatureOf(head), isPublic: /^(module\.)?exports\./.test(head) };
}

function memberOf(head: string, kind: string): Declaration | undefined {
  const modifierText = modifiers.exec(head)?.[0] ?? '';
  const rest = head.slice(modifierText.length);
  const [, quotedName, plainName, computed] = /^(?:["']([^"'\n]*)["']|([\w$#]+)|\[([\w$.]+)\])/.exec(rest) ?? [];
  const name = quotedName ?? plainName ?? (computed === undefined ? undefined : `[${computed}]`);
  if (
    name === undefined ||
    name === '' ||
    (computed !== undefined && /^\[[^\]]*\]\s*[?:]/.test(rest) && kind !== 'object')
  )
    return undefined;
  const isPublic = !/\bprivate\b/.test(modifierText) && !/^[#_]/.test(name);
  return { name, signature: signatureOf(head), isPublic };
}

/** Without a long value; of a function, the part before its body. */
function signatureOf(head: string): string {
  if (/^type\s/.test(head)) return head.replace(/\s*=$/, '');
  let depth = 0;
  for (let at = 0; at < head.length; at++) {
    const sign = head[at] as string;
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (depth === 0 && sign === '=' && head[at + 1] !== '>' && head[at + 1] !== '=') {
      const value = head.slice(at + 1).trim();
      const before = head.slice(0, at).trim();
      const arrow = /^(?:async\b\s*)?(?:[\w$]+|[<(].*?\))[^=]{0,200}?=>/s.exec(value)?.[0];
      if (arrow !== undefined) return `${before} = ${arrow}`;
      return value === '' || value.length > 60 || /^(async\s+)?function|[{[(]$/.test(value) ? before : head;
    }
  }
  return head;
}

/** `export { queue, push as default }`, `export default queue`. */
function exportedNames(head: string): readonly string[] {
  const list = /^export\s*(?:type\s*)?\{([^{}]*)\}/.exec(head)?.[1];
  if (list !== undefined)
    return list.split(',').map((part) =>
      part
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s.*$/s, ''),
    );
  const name = /^export\s+(?:default\s+|=\s*)([\w$]+)$/.exec(head)?.[1];
  return name === undefined ? [] : [name];
}

function withoutDecorators(head: string): string {
  let rest = head;
  for (let count = 0; count < 20 && rest.startsWith('@'); count++) {
    let at = /^@[\w$.]+\s*/.exec(rest)?.[0].length ?? 1;
    if (rest[at] === '(') {
      let depth = 0;
      for (; at < rest.length; at++) {
        if (rest[at] === '(') depth++;
        else if (rest[at] === ')' && --depth === 0) break;
      }
      at++;
    }
    rest = rest.slice(at).trimStart();
  }
  return rest;
}

/** Whether a line break ends a statement without a semicolon. */
function endsAtNewline(last: string, next: string): boolean {
  if (/(?:=>|[,:=|&<(+\-*?.~^!%/])$/.test(last) && !/(\+\+|--)$/.test(last)) return false;
  if (/(?:^|\W)(?:export|default|extends|implements|abstract|declare|async)$/.test(last)) return false;
  return !/^(?:[|&=?:.>)+\-%^{,;]|(?:extends|implements|satisfies)\b)/.test(next);
}

/** Only `/**` begins one, and a line of stars does not. */
function docComment(text: string, at: number): DocComment | undefined {
  if (!/^\/\*\*[^*/]/.test(text.slice(at, at + 4))) return undefined;
  const end = commentEnd(text, at, false);
  return { text: blockText(text.slice(at, end)), on: 'next', end };
}

/** Whether a slash begins a regular expression rather than a division. */
function beginsExpression(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && at - before < 200 && /\s/.test(text[before] as string)) before--;
  const last = text[before] ?? '';
  if (!/[\w$)\]}"'`]/.test(last)) return true;
  return /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|yield|await|void|delete|throw|instanceof)$/.test(
    text.slice(Math.max(0, before - 12), before + 1),
  );
}

/** After its closing slash; the end of the line if it has none. */
function expressionEnd(text: string, at: number): number {
  let isClass = false;
  for (let next = at + 1; next < text.length; next++) {
    const sign = text[next];
    if (sign === '\n') return next;
    if (sign === '\\') next++;
    else if (sign === '[') isClass = true;
    else if (sign === ']') isClass = false;
    else if (sign === '/' && !isClass) return next + 1;
  }
  return text.length + 1;
}
