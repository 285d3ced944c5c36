/** Recognises declarations in Rust, and whether they are public. */
import { blockText, commentEnd, readLineGroup } from './block-comment.ts';
import type { Declaration, DocComment, Language, Scope } from './language.ts';

const declaration =
  /^(pub\s+|pub\s*\([^()]*\)\s*)?(?:(?:default|async|unsafe|auto|const|safe|extern(?:\s*"[^"]*")?)\s+)*(fn|struct|enum|union|trait|type|mod|static|const|macro_rules\s*!|macro|impl|extern)(?!\w)\s*(?:mut\s+)?(\w*)/;
const holders: Readonly<Record<string, string>> = {
  struct: 'struct',
  union: 'struct',
  enum: 'enum',
  trait: 'trait',
  mod: 'mod',
};

export const rust: Language = {
  separator: '::',
  commaScopes: new Set(['struct', 'enum']),
  hasNestedComments: true,
  hasAttributes: true,
  docComment,
  stringEnd,
  declare,
};

function declare(head: string, { kind }: Scope, opener: string, attributes: string): Declaration | undefined {
  if (/\bdoc\s*\(\s*hidden/.test(attributes)) return { name: head.slice(0, 80), signature: '', isPublic: false };
  const [, access = '', keyword = '', name = ''] = declaration.exec(head) ?? [];
  const isPublic = /^pub\s+$/.test(access) || kind === 'trait' || kind === 'trait-impl';
  if (kind === 'enum' || kind === 'struct') {
    const [, visibility, field] = /^(pub\s+|pub\s*\([^()]*\)\s*)?(?:r#)?(\w+)/.exec(head) ?? [];
    if (field === undefined) return undefined;
    const isField = kind === 'struct';
    const declaration = { name: field, signature: head, isPublic: !isField || /^pub\s+$/.test(visibility ?? '') };
    return opener === '{' ? { ...declaration, opens: 'enum' } : declaration;
  }
  if (keyword === 'extern') return { name: '', signature: '', isPublic: true, isGroup: true, opens: 'mod' };
  if (keyword === 'impl') {
    const of = implementationOf(head);
    const opens = of.isTrait ? 'trait-impl' : 'impl';
    return { name: of.name, signature: head, isPublic: true, isExtension: true, opens };
  }
  if (keyword === '') return undefined;
  if (keyword.startsWith('macro')) {
    const isExported = attributes.includes('macro_export') || isPublic;
    return { name: `${name}!`, signature: head, isPublic: isExported };
  }
  const signature = keyword === 'const' || keyword === 'static' ? withoutLongValue(head) : head;
  const opens = opener === '{' ? holders[keyword] : undefined;
  return { name, signature, isPublic, ...(opens !== undefined && { opens }) };
}

/** The type that an `impl` adds to. */
function implementationOf(head: string): { readonly name: string; readonly isTrait: boolean } {
  let rest = head.replace(/^(?:unsafe\s+|default\s+)*impl\s*/, '');
  if (rest.startsWith('<')) {
    let depth = 0;
    let at = 0;
    for (; at < rest.length; at++) {
      if (rest[at] === '<') depth++;
      else if (rest[at] === '>' && rest[at - 1] !== '-' && --depth === 0) break;
    }
    rest = rest.slice(at + 1);
  }
  const match = /\sfor\s/.exec(rest);
  const type = match ? rest.slice(match.index + match[0].length) : rest;
  const path = /^[\s&]*(?:'\w+\s+)?(?:mut\s+|dyn\s+)*((?:\w+::)*)(\w+)/.exec(type);
  return { name: path?.[2] ?? '', isTrait: match !== null };
}

function withoutLongValue(head: string): string {
  const at = head.indexOf(' = ');
  return at < 0 || head.length - at < 60 ? head : head.slice(0, at);
}

function docComment(text: string, at: number): DocComment | undefined {
  const mark = text.slice(at, at + 4);
  if (mark.startsWith('///') && mark !== '////') return { ...readLineGroup(text, at, '///'), on: 'next' };
  if (mark.startsWith('//!')) return { ...readLineGroup(text, at, '//!'), on: 'inside' };
  if (!/^\/\*(\*[^*/]|!)/.test(mark)) return undefined;
  const end = commentEnd(text, at, true);
  return { text: blockText(text.slice(at, end)), on: mark[2] === '!' ? 'inside' : 'next', end };
}

function stringEnd(text: string, at: number): number | undefined {
  if (text[at] === '"') {
    let hashes = 0;
    while (text[at - 1 - hashes] === '#') hashes++;
    if (text[at - 1 - hashes] === 'r' && !/\w/.test(text[at - 2 - hashes]?.replace(/[bc]/, '') ?? '')) {
      const end = text.indexOf(`"${'#'.repeat(hashes)}`, at + 1);
      return end < 0 ? text.length : end + 1 + hashes;
    }
    for (let next = at + 1; next < text.length; next++) {
      if (text[next] === '\\') next++;
      else if (text[next] === '"') return next + 1;
    }
    return text.length;
  }
  if (text[at] !== "'") return undefined;
  // Otherwise it begins the name of a lifetime.
  const length = /^'(?:\\(?:u\{\w{1,6}\}|x\w\w|.)|[^\\'\n]{1,2})'/u.exec(text.slice(at, at + 14))?.[0].length;
  return length === undefined ? undefined : at + length;
}
