/** Recognises declarations in Go, and whether they are exported. */
import { blockText, commentEnd, quotedEnd, readLineGroup } from './block-comment.ts';
import type { Declaration, DocComment, Language, Scope } from './language.ts';

const groups: Readonly<Record<string, string>> = { const: 'Constants', var: 'Variables', type: 'Types' };

export const go: Language = {
  separator: '.',
  commaScopes: new Set(),
  needsAdjacentComments: true,
  docComment,
  stringEnd,
  declare,
  isInside({ start, last, next }, opener) {
    if (opener === '(') return !/^(const|var|type)\s*$/.test(start);
    if (opener === '[') return true;
    // `interface{}` as a type.
    return /\b(interface|struct)$/.test(last) && /^\s*\}/.test(next);
  },
  // Go, "Semicolons".
  endsAtNewline: (last) => /[\p{L}\p{N}_)\]}"'`]$|\+\+$|--$/u.test(last),
};

function declare(head: string, { kind }: Scope, opener: string): Declaration | undefined {
  if (kind === 'struct' || kind === 'interface') return declarationOf(/^(\w+)/.exec(head)?.[1], head, opener);
  if (kind === 'const' || kind === 'var') return declarationOf(/^(\w+)/.exec(head)?.[1], head, '');
  if (kind === 'type') return declarationOf(/^(\w+)/.exec(head)?.[1], `type ${head}`, opener);
  // The comment on the package is the comment on the file.
  if (head.startsWith('package ')) return undefined;
  const group = groups[head];
  if (opener === '(' && group !== undefined)
    return { name: group, signature: '', isPublic: true, isGroup: true, isExtension: true, opens: head };
  const method = /^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)[^()]*\)\s*(\w+)/u.exec(head);
  if (method) {
    const [, receiver = '', name = ''] = method;
    return { name: `${receiver}.${name}`, signature: head, isPublic: isExported(receiver) && isExported(name) };
  }
  const [, keyword = '', name] = /^(func|type|const|var)\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(head) ?? [];
  return declarationOf(name, head, keyword === 'type' ? opener : '');
}

function declarationOf(name: string | undefined, head: string, opener: string): Declaration {
  if (name === undefined) return { name: '', signature: '', isPublic: false };
  const holder = opener === '{' ? /\b(struct|interface)\s*$/.exec(head)?.[1] : undefined;
  const at = head.indexOf(' = ');
  const signature = at >= 0 && head.length - at > 60 ? head.slice(0, at) : head;
  return { name, signature, isPublic: isExported(name), ...(holder !== undefined && { opens: holder }) };
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** Every comment in its own lines, without directives such as `//go:build`. */
function docComment(text: string, at: number): DocComment | undefined {
  if (!/(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 100), at))) return undefined;
  if (text[at + 1] === '*') {
    const end = commentEnd(text, at, false);
    return { text: blockText(text.slice(at, end)), on: 'next', end };
  }
  const { text: lines, end } = readLineGroup(text, at, '//');
  const prose = lines.split('\n').filter((line) => !/^\s*(go:\w|\+build |nolint|line |export |extern )/.test(line));
  return { text: prose.join('\n').trim(), on: 'next', end };
}

function stringEnd(text: string, at: number): number | undefined {
  if (text[at] === '"' || text[at] === "'") return quotedEnd(text, at);
  if (text[at] !== '`') return undefined;
  const end = text.indexOf('`', at + 1);
  return end < 0 ? text.length : end + 1;
}
