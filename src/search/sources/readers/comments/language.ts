/** The rules of a language for the scanner of programs (`scan.ts`). */

/** A pair of braces around declarations. `kind` is the language's name for it: `class`, `enum`, `impl`, … */
export interface Scope {
  readonly kind: string;
  /** In C++, the access that the last label gave. */
  isHidden: boolean;
}

export interface Declaration {
  readonly name: string;
  readonly signature: string;
  readonly isPublic: boolean;
  /** The kind of scope in the bracket that follows; absent if the bracket holds a body. */
  readonly opens?: string;
  /** Its name is not part of the names inside it: `extern "C"`, the group `const (` in Go. */
  readonly isGroup?: true;
  /** The name follows the closing brace: `typedef struct { … } Name;`. */
  readonly isNamedAfter?: true;
  /** It adds to a type that is declared elsewhere: `impl Queue`. */
  readonly isExtension?: true;
}

/** A doc comment as the language reads it. */
export interface DocComment {
  readonly text: string;
  /** `inside`: on the declaration around it; `before`: on the previous declaration. */
  readonly on: 'next' | 'inside' | 'before';
  readonly end: number;
}

/** Short parts of the text around a bracket. */
export interface BracketContext {
  /** The beginning of the declaration. */
  readonly start: string;
  readonly last: string;
  readonly next: string;
  /** Whether a `<` is open. */
  readonly isInAngleBrackets: boolean;
}

export interface Language {
  /** Separates the name of a declaration from the names inside it. */
  readonly separator: string;
  /** Kinds of scopes where a comma ends a declaration. */
  readonly commaScopes: ReadonlySet<string>;
  readonly hasNestedComments?: true;
  /** Lines that begin with `#` are directives of the C preprocessor. */
  readonly hasDirectives?: true;
  /** `#[…]` is an attribute. */
  readonly hasAttributes?: true;
  readonly hasTemplates?: true;
  /** A comment documents only what follows in the next line. */
  readonly needsAdjacentComments?: true;
  /** The doc comment that begins at `at`, where the text has `//` or `/*`; undefined for another comment. */
  docComment(text: string, at: number): DocComment | undefined;
  /** The end of the string, character or regular expression that begins at `at`; undefined if there is none. */
  stringEnd(text: string, at: number): number | undefined;
  /**
   * @param head the text of the declaration before its bracket or end, without comments
   * @param opener the bracket after it
   * @param attributes the text of its attributes
   */
  declare(head: string, scope: Scope, opener: string, attributes: string): Declaration | undefined;
  /**
   * Whether a bracket is part of the declaration, like those of types and arguments. By default, all but braces are.
   */
  isInside?(surrounding: BracketContext, opener: string): boolean;
  /** Whether a line break ends the declaration. @param last, next short parts of the text before and after it */
  endsAtNewline?(last: string, next: string): boolean;
  /** Whether text before a line break only precedes a declaration, such as a decorator. */
  isPrefix?(head: string): boolean;
  /** Whether the file exports a top-level declaration that is not public itself. */
  isExposed?(name: string): boolean;
}
