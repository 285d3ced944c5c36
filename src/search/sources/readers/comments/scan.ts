/**
 * Finds the declarations of a program and their doc comments, for languages with brackets. It knows comments, strings and
 * brackets, and skips the bodies of functions; the language interprets the declarations. The time is linear in any text.
 */
import { commentEnd } from './block-comment.ts';
import { depthOf, type FoundSymbol, FoundSymbols, type Node } from './found-symbols.ts';
import type { BracketContext, DocComment, Language, Scope } from './language.ts';
import { lineNumbers } from './line-numbers.ts';
import type { DocumentedFile } from './types.ts';

interface Frame {
  /** `members` holds declarations, `inner` is part of a declaration, `hole` is in a template string, `body` is skipped. */
  readonly kind: 'members' | 'inner' | 'attribute' | 'hole' | 'body';
  readonly closer: string;
  readonly scope?: Scope;
  readonly node?: Node;
  /** Where it begins. */
  readonly start: number;
  /** The last declaration in it. */
  lastSymbol?: FoundSymbol;
}

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** Scopes nested more deeply are skipped. */
const maxScopes = 20;
/** The rest of a longer declaration, or of a longer list of exports, is ignored. UTF-16 units. */
const maxHeadLength = 64_000;

export function scanProgram(text: string, language: Language): DocumentedFile {
  return new Scanner(text, language).scan();
}

class Scanner {
  readonly #text: string;
  readonly #language: Language;
  readonly #lineOf: (at: number) => number;
  readonly #frames: Frame[];
  readonly #symbols = new FoundSymbols();
  #commentPlace: { comment: string; line: number } | undefined;
  #pendingComment: { text: string; from: number; end: number } | undefined;
  /** The current declaration: what was read before a comment in it, and where the rest begins. */
  #headText = '';
  #headStart = -1;
  #lastIndex = 0;
  #attributes = '';
  /** Where the declaration began that was last tested for being a prefix. */
  #testedStart = -1;
  /** Open bodies. */
  #bodies = 0;
  #scopes = 0;
  /** Open `<` in the current declaration. */
  #angles = 0;
  #nodeAwaitingName: Node | undefined;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    this.#lineOf = lineNumbers(text);
    this.#frames = [{ kind: 'members', closer: '', scope: { kind: 'file', isHidden: false }, start: 0 }];
  }

  scan(): DocumentedFile {
    const text = this.#text;
    for (let at = 0; at < text.length; ) at = this.#step(at);
    this.#finish(text.length, '');
    this.#dropPending();
    const symbols = this.#symbols.publicSymbols(this.#language);
    return { symbols, ...(this.#commentPlace && { about: this.#commentPlace }) };
  }

  /** @returns the next offset */
  #step(at: number): number {
    const text = this.#text;
    const sign = text[at] as string;
    switch (sign) {
      case '\n':
        return this.#newline(at);
      case ' ':
      case '\t':
      case '\r':
        return at + 1;
      case '/':
        if (text[at + 1] === '/' || text[at + 1] === '*') return this.#comment(at);
        break;
      case '#':
        if (this.#language.hasDirectives && this.#isLineStart(at)) return this.#directive(at);
        if (this.#language.hasAttributes && this.#scope && /^!?\[/.test(text.slice(at + 1, at + 3)))
          return this.#open(at + (text[at + 1] === '!' ? 2 : 1), '[', 'attribute');
        break;
      case '{':
      case '(':
      case '[':
        return this.#bracket(at, sign);
      case '}':
      case ')':
      case ']':
        return this.#close(at, sign);
      case ';':
        if (!this.#scope) break;
        this.#finish(at, ';');
        return at + 1;
      case ',':
        if (!this.#scope || this.#angles > 0 || !this.#language.commaScopes.has(this.#scope.kind)) break;
        this.#finish(at, ',');
        return at + 1;
      case '<':
        if (text[at + 1] === '<') return this.#shift(at);
        this.#angles++;
        break;
      case '>':
        if (this.#angles > 0 && text[at - 1] !== '-' && text[at - 1] !== '=') this.#angles--;
        break;
      case ':':
        if (this.#language.hasDirectives && text[at + 1] !== ':' && this.#label(at)) return at + 1;
        break;
      case '`':
        if (this.#language.hasTemplates) return this.#template(this.#begin(at) + 1);
        break;
    }
    const end = this.#language.stringEnd(text, at) ?? at + 1;
    this.#begin(at);
    this.#lastIndex = end - 1;
    return end;
  }

  /** Where declarations may begin: the innermost bracket holds declarations. */
  get #scope(): Scope | undefined {
    return (this.#frames.at(-1) as Frame).scope;
  }

  #begin(at: number): number {
    if (this.#headStart < 0 && this.#scope) this.#headStart = at;
    this.#lastIndex = at;
    return at;
  }

  #shift(at: number): number {
    this.#begin(at);
    this.#lastIndex = at + 1;
    return at + 2;
  }

  #head(end: number): string {
    return this.#headStart < 0
      ? this.#headText
      : this.#headText + this.#text.slice(this.#headStart, Math.min(end, this.#headStart + maxHeadLength));
  }

  #reset(): void {
    this.#headText = '';
    this.#headStart = -1;
    this.#attributes = '';
    this.#angles = 0;
  }

  #newline(at: number): number {
    const text = this.#text;
    let next = at + 1;
    while (next < text.length && /\s/.test(text[next] as string)) next++;
    if (this.#scope && this.#headStart >= 0) {
      const { isPrefix, endsAtNewline } = this.#language;
      const isTested = this.#testedStart === this.#headStart;
      this.#testedStart = this.#headStart;
      if (isPrefix && !isTested && text[this.#headStart] === '@' && isPrefix(this.#head(at))) this.#reset();
      else if (
        endsAtNewline?.(
          text.slice(Math.max(this.#headStart, this.#lastIndex - 10), this.#lastIndex + 1),
          text.slice(next, next + 12),
        )
      )
        this.#finish(at, '\n');
    }
    return next;
  }

  #comment(at: number): number {
    const { docComment, hasNestedComments = false } = this.#language;
    const doc = this.#scope ? docComment(this.#text, at) : undefined;
    const end = doc?.end ?? commentEnd(this.#text, at, hasNestedComments);
    if (doc) this.#document(doc, at);
    if (this.#headStart >= 0) {
      // A comment inside a declaration is not part of it.
      if (this.#bodies === 0 && this.#headText.length < maxHeadLength) {
        this.#headText += `${this.#text.slice(this.#headStart, Math.min(at, this.#headStart + maxHeadLength))} `;
        this.#headStart = end;
      }
    }
    return end;
  }

  #document({ text, on, end }: DocComment, at: number): void {
    const frame = this.#frames.at(-1) as Frame;
    if (on === 'inside') {
      if (!frame.node)
        this.#commentPlace = {
          comment: this.#commentPlace ? `${this.#commentPlace.comment}\n${text}` : text,
          line: this.#commentPlace?.line ?? this.#lineOf(at),
        };
      else {
        const ownSymbol = this.#symbols.lastOf(frame.node);
        if (ownSymbol) ownSymbol.comment += `\n\n${text}`;
        else this.#add(frame.node, text, frame.start);
      }
      return;
    }
    if (on === 'before') {
      if (this.#headStart >= 0) this.#pendingComment ??= { text, from: at, end };
      else if (frame.lastSymbol && !frame.lastSymbol.node.isDocumented) {
        frame.lastSymbol.comment = text;
        this.#symbols.add(frame.lastSymbol);
      }
      return;
    }
    this.#finish(at, '');
    this.#dropPending();
    this.#pendingComment = { text, from: at, end };
  }

  /** A comment that no declaration follows is that on the file, if it is the first. */
  #dropPending(hasFollower = false): void {
    const pending = this.#pendingComment;
    this.#pendingComment = undefined;
    if (!pending || (this.#language.needsAdjacentComments && !hasFollower)) return;
    if (this.#frames.length > 1 || !this.#symbols.isEmpty || this.#commentPlace) return;
    this.#commentPlace = { comment: pending.text, line: this.#lineOf(pending.from) };
  }

  /** Ends the current declaration. @returns its node */
  #finish(at: number, opener: string): Node | undefined {
    // One space between words keeps the patterns of the languages linear.
    const head = this.#head(at).replace(/\s+/g, ' ').trim();
    const from = this.#headStart;
    const frame = this.#frames.at(-1) as Frame;
    const attributes = this.#attributes;
    if (head === '' || !frame.scope) {
      if (opener !== '') this.#nodeAwaitingName = undefined;
      return undefined;
    }
    this.#reset();
    if (this.#nodeAwaitingName) {
      const name = /^\W*(\w+)/.exec(head)?.[1];
      if (name !== undefined) this.#nodeAwaitingName.name = name;
      this.#nodeAwaitingName = undefined;
      return undefined;
    }
    const declaration = this.#language.declare(head, frame.scope, opener, attributes);
    if (
      this.#language.needsAdjacentComments &&
      this.#pendingComment &&
      !this.#areAdjacent(this.#pendingComment.end, from)
    )
      this.#pendingComment = undefined;
    const pending = this.#pendingComment;
    if (!declaration) {
      this.#dropPending(true);
      return undefined;
    }
    const parent = frame.node;
    const isVisible = parent ? parent.isVisible && declaration.isPublic : true;
    const node: Node = { name: declaration.name, parent, declaration, isVisible, isDocumented: false };
    if (!parent && !declaration.isPublic && !declaration.isExtension) this.#symbols.hide(declaration.name);
    this.#pendingComment = undefined;
    if (pending) this.#add(node, pending.text, from);
    else frame.lastSymbol = { node, comment: '', line: this.#lineOf(from), depth: depthOf(parent) };
    return node;
  }

  #add(node: Node, comment: string, from: number): void {
    const symbol = { node, comment, line: this.#lineOf(from), depth: depthOf(node.parent) };
    if (this.#symbols.add(symbol)) (this.#frames.at(-1) as Frame).lastSymbol = symbol;
  }

  #areAdjacent(end: number, from: number): boolean {
    return this.#lineOf(from) - this.#lineOf(Math.max(0, end - 1)) <= 1;
  }

  #bracket(at: number, opener: string): number {
    if (!this.#scope) return this.#open(at, opener, (this.#frames.at(-1) as Frame).kind === 'body' ? 'body' : 'inner');
    const isInside = this.#language.isInside?.(this.#around(at), opener) ?? opener !== '{';
    if (isInside) return this.#open(this.#begin(at), opener, 'inner');
    const start = this.#headStart < 0 ? at : this.#headStart;
    const node = this.#finish(at, opener);
    const kind = node?.declaration.opens;
    if (kind === undefined || !node || this.#scopes >= maxScopes) return this.#open(at, opener, 'body');
    this.#scopes++;
    const scope = { kind, isHidden: kind === 'class-private' };
    this.#frames.push({ kind: 'members', closer: closers[opener] as string, scope, node, start });
    return at + 1;
  }

  #around(at: number): BracketContext {
    const text = this.#text;
    const from = this.#headStart;
    if (from < 0) return { start: '', last: '', next: '', isInAngleBrackets: false };
    return {
      start: this.#headText === '' ? text.slice(from, Math.min(at, from + 60)) : this.#headText.slice(0, 60),
      last: text.slice(Math.max(from, this.#lastIndex - 12), this.#lastIndex + 1),
      next: text.slice(at + 1, at + 12),
      isInAngleBrackets: this.#angles > 0,
    };
  }

  #open(at: number, opener: string, kind: Frame['kind']): number {
    this.#frames.push({ kind, closer: closers[opener] as string, start: at });
    if (kind === 'body') this.#bodies++;
    return at + 1;
  }

  #close(at: number, closer: string): number {
    const frames = this.#frames;
    let top = frames.at(-1) as Frame;
    if (frames.length === 1) return this.#begin(at) + 1;
    if (closer !== '}' && top.closer !== closer) return at + 1;
    // A brace closes the brackets inside it that were left open.
    while (closer === '}' && top.closer !== '}' && frames.length > 2) {
      this.#pop();
      top = frames.at(-1) as Frame;
    }
    if (top.scope) this.#finish(at, '');
    if (top.scope) this.#dropPending();
    this.#pop();
    this.#lastIndex = at;
    if (top.kind === 'attribute') {
      if (this.#attributes.length < maxHeadLength)
        this.#attributes += this.#text.slice(top.start, Math.min(at, top.start + 200));
      if (this.#scope) this.#headStart = -1;
      return at + 1;
    }
    if (top.kind === 'hole') return this.#template(at + 1);
    if (top.kind === 'inner') return at + 1;
    // A brace in the first column ends a function, and with it any braces that preprocessor conditions left open.
    if (top.kind === 'body' && this.#isFirstColumn(at)) while (!this.#scope) this.#pop();
    if (this.#scope) {
      this.#reset();
      if (top.node?.declaration.isNamedAfter) this.#nodeAwaitingName = top.node;
    }
    return at + 1;
  }

  #pop(): void {
    const { kind } = this.#frames.pop() as Frame;
    if (kind === 'members') this.#scopes--;
    if (kind === 'body') this.#bodies--;
  }

  /** Reads a template string to its end or its next `${`. */
  #template(at: number): number {
    const text = this.#text;
    for (let next = at; next < text.length; next++) {
      const sign = text[next];
      if (sign === '\\') next++;
      else if (sign === '`') {
        this.#lastIndex = next;
        return next + 1;
      } else if (sign === '$' && text[next + 1] === '{') return this.#open(next + 1, '{', 'hole');
    }
    return text.length;
  }

  /** Access labels in a class, such as `public:`. */
  #label(at: number): boolean {
    const scope = this.#scope;
    if (!scope || this.#headStart < 0 || this.#headText !== '' || at - this.#headStart > 30) return false;
    const access = /^(public|private|protected|signals)(?:\s+(?:slots|Q_SLOTS))?$/.exec(this.#head(at).trim())?.[1];
    if (access === undefined) return false;
    scope.isHidden = access === 'private';
    this.#reset();
    return true;
  }

  #directive(at: number): number {
    const text = this.#text;
    let end = text.indexOf('\n', at);
    while (end > 0 && /\\\r?$/.test(text.slice(Math.max(at, end - 2), end))) end = text.indexOf('\n', end + 1);
    if (end < 0) end = text.length;
    const pending = this.#pendingComment;
    if (!this.#scope || this.#headStart >= 0 || !pending) return end;
    const line = text.slice(at, Math.min(end, at + maxHeadLength));
    const [, signature = '', name, value = ''] = /^#\s*(define\s+(\w+)(?:\([^()\n]*\))?)(.*)/.exec(line) ?? [];
    if (name === undefined) {
      if (/^#\s*(include|pragma|ifndef|import)/.test(line)) this.#dropPending();
      return end;
    }
    const valueText = value.length < 60 && !value.includes('\\') ? value.replace(/\/[/*].*/, '') : '';
    const declaration = { name, signature: `#${signature}${valueText}`, isPublic: true };
    const parent = (this.#frames.at(-1) as Frame).node;
    this.#pendingComment = undefined;
    this.#add(
      { name, parent: undefined, declaration, isVisible: parent?.isVisible ?? true, isDocumented: false },
      pending.text,
      at,
    );
    return end;
  }

  #isFirstColumn(at: number): boolean {
    return at === 0 || this.#text[at - 1] === '\n';
  }

  #isLineStart(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && (this.#text[before] === ' ' || this.#text[before] === '\t')) before--;
    return before < 0 || this.#text[before] === '\n';
  }
}
