/** Recognises declarations in C and C++, and whether they are private. */
import { blockText, commentEnd, quotedEnd, readLineGroup } from './block-comment.ts';
import type { Declaration, DocComment, Language, Scope } from './language.ts';

/** Words before a bracket that do not name a function. */
const nonFunctionNames = new Set(
  (
    'if for while switch return sizeof decltype alignas alignof _Alignas noexcept throw requires explicit ' +
    '__attribute__ __declspec __asm__ asm typeof __typeof__ static_assert _Static_assert defined catch'
  ).split(' '),
);

/** @param isHeader whether the file is a header, whose `static` functions are public */
export function cLanguage(isHeader: boolean): Language {
  return {
    separator: '::',
    commaScopes: new Set(['enum']),
    hasDirectives: true,
    docComment,
    stringEnd,
    declare: (head, scope, opener) => declare(head, scope, opener, isHeader),
  };
}

function declare(spelling: string, scope: Scope, opener: string, isHeader: boolean): Declaration | undefined {
  const head = withoutTemplate(spelling.replace(/\[\[[^\][]*\]\]/g, '')).trim();
  const isPublic = !scope.isHidden;
  if (scope.kind === 'enum') {
    const name = /^\w+/.exec(head)?.[0];
    return name === undefined ? undefined : { name, signature: head, isPublic };
  }
  if (/^extern\s*"[^"]*"$/.test(head)) return { name: '', signature: '', isPublic, isGroup: true, opens: 'namespace' };
  const [isNamespace, space = ''] = /^(?:inline\s+)?namespace\b\s*([\w:]*)/.exec(head) ?? [];
  if (isNamespace !== undefined) {
    if (opener !== '{') return undefined;
    // Declarations in a namespace without a name are visible only in this file.
    return { name: space, signature: head, isPublic: isPublic && space !== '', opens: 'namespace' };
  }
  const type = opener === '{' ? typeOf(head, spelling, isPublic) : undefined;
  return type ?? entityOf(head, spelling, scope, isHeader);
}

/** A class, structure, union or enumeration with its members. */
function typeOf(head: string, spelling: string, isPublic: boolean): Declaration | undefined {
  const match =
    /^(typedef\s+)?(?:static\s+|const\s+)*(class|struct|union|enum(?:\s+(?:class|struct))?)\b([^(=]*)$/.exec(head);
  if (!match) return undefined;
  const [, typedef, keyword = '', rest = ''] = match;
  const names =
    rest
      .replace(/\s:[^:].*$/s, '')
      .replace(/\bfinal\s*$/, '')
      .match(/\w+(?:::\w+)*/g) ?? [];
  const opens = keyword.startsWith('enum') ? 'enum' : keyword === 'class' ? 'class-private' : 'class';
  const isNamedAfter = typedef !== undefined || names.length === 0;
  return { name: names.at(-1) ?? '', signature: spelling, isPublic, opens, ...(isNamedAfter && { isNamedAfter }) };
}

/** A function, variable, field or type. */
function entityOf(head: string, spelling: string, scope: Scope, isHeader: boolean): Declaration | undefined {
  if (/^(using\s+namespace|friend|return|goto|case|default|template|static_assert|if|for|while|else)\b/.test(head))
    return undefined;
  const isOfFile = /^(file|namespace)$/.test(scope.kind) && !isHeader && /^(?:\w+\s+)*?static\b/.test(head);
  const isPublic = !scope.isHidden && !isOfFile;
  const alias = /^using\s+(\w+)\s*=/.exec(head)?.[1];
  if (alias !== undefined) return { name: alias, signature: spelling, isPublic };
  const callable = functionName(head.includes('operator') ? head : head.replace(/<[^<>]*>/g, ''));
  if (callable !== undefined)
    return { name: callable, signature: spelling.slice(0, signatureEnd(spelling) ?? spelling.length), isPublic };
  const pointer = /\(\s*[*&^]\s*(?:const\s+)?(\w+)\s*(?:\[[^\][]*\])*\s*\)/.exec(head)?.[1];
  const equals = head.indexOf('=');
  const before = equals < 0 ? head : head.slice(0, equals);
  const plainName = /(\w+)\s*(?:\[[^\][]*\]\s*)*(?::\s*\w+\s*)?$/.exec(before.trimEnd().slice(-500))?.[1];
  const name = pointer ?? plainName;
  if (name === undefined || (!/\s/.test(head) && pointer === undefined)) return undefined;
  const signature = equals >= 0 && head.length - equals > 60 ? spelling.slice(0, spelling.indexOf('=')) : spelling;
  return { name, signature, isPublic };
}

/** The last name before a bracket that is not inside another: a macro may precede it. */
function functionName(head: string): string | undefined {
  const operator = head.indexOf('operator');
  if (operator >= 0) {
    const sign = /^operator\s*(?:\(\s*\)|\[\s*\]|[^\s\w(]{1,3}|""\s*\w+|[\w:*& ]{1,80})(?=\s*\()/.exec(
      head.slice(operator),
    )?.[0];
    if (sign !== undefined) return (head[operator - 1] === ':' ? nameBefore(head, operator) : '') + sign.trim();
  }
  let depth = 0;
  let name: string | undefined;
  for (let at = 0; at < head.length; at++) {
    const sign = head[at];
    if (sign === '(') {
      if (depth === 0) {
        // A pointer to a function.
        if (name === undefined && /^\(\s*[*^]/.test(head.slice(at, at + 3))) return undefined;
        const nameOfHead = nameBefore(head, at);
        if (/^~?[A-Za-z_]/.test(nameOfHead) && !nonFunctionNames.has(nameOfHead.slice(nameOfHead.lastIndexOf(':') + 1)))
          name = nameOfHead;
      }
      depth++;
    } else if (sign === ')') depth--;
    else if (depth === 0 && sign === '=') break;
    // What follows the arguments of a constructor sets its members.
    else if (depth === 0 && name !== undefined && sign === ':' && head[at + 1] !== ':' && head[at - 1] !== ':') break;
  }
  return name;
}

/** The name that ends before `at`, with its namespaces. */
function nameBefore(head: string, at: number): string {
  let end = at;
  while (head[end - 1] === ' ') end--;
  let start = end;
  while (start > 0 && /[\w:~]/.test(head[start - 1] as string)) start--;
  return head.slice(start, end).replace(/^:+/, '');
}

/** Where the signature of a constructor ends: before its member initialisers. */
function signatureEnd(head: string): number | undefined {
  const match = /\)\s*(?:noexcept\s*)?:(?!:)/.exec(head);
  return match ? match.index + 1 : undefined;
}

function withoutTemplate(head: string): string {
  let rest = head;
  for (let count = 0; count < 8 && /^template\s*</.test(rest); count++) {
    let depth = 0;
    let at = rest.indexOf('<');
    for (; at < rest.length; at++) {
      if (rest[at] === '<') depth++;
      else if (rest[at] === '>' && --depth === 0) break;
    }
    rest = rest.slice(at + 1).trimStart();
  }
  return rest;
}

/** The comments that Doxygen reads; `<` means the declaration before it. */
function docComment(text: string, at: number): DocComment | undefined {
  const mark = text.slice(at, at + 4);
  if (/^\/\/[/!]/.test(mark) && mark !== '////') {
    const isBefore = mark[3] === '<';
    const group = readLineGroup(text, at, isBefore ? mark : mark.slice(0, 3));
    return { ...group, on: isBefore ? 'before' : 'next' };
  }
  if (!/^\/\*(\*[^*/]|!)/.test(mark)) return undefined;
  const end = commentEnd(text, at, false);
  return { text: blockText(text.slice(at, end)), on: mark[3] === '<' ? 'before' : 'next', end };
}

function stringEnd(text: string, at: number): number | undefined {
  const before = text[at - 1] ?? '';
  if (text[at] === "'") return /\w/.test(before) && !/[uUL]/.test(before) ? at + 1 : quotedEnd(text, at);
  if (text[at] !== '"') return undefined;
  const delimiter = before === 'R' ? /^"([^()\\\s]{0,16})\(/.exec(text.slice(at, at + 20))?.[1] : undefined;
  if (delimiter === undefined) return quotedEnd(text, at);
  const end = text.indexOf(`)${delimiter}"`, at);
  return end < 0 ? text.length : end + delimiter.length + 2;
}
