/**
 * Wolfram Language as data, for definitions. Lists, associations, rules, strings, numbers, symbols, calls and `<>` have a
 * structure; everything else is `code` with its original text, so that a function's body stays unchanged.
 */

/** Offsets in the text, in UTF-16 code units. Parentheses around an expression belong to it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface WolframString {
  readonly kind: 'string';
  /** The text itself, escapes undone. */
  readonly value: string;
}

export interface WolframNumber {
  readonly kind: 'number';
  /** As written, with base, precision and exponent, a minus sign first: `16^^ff`, `1.5*^-3`. */
  readonly text: string;
}

export interface WolframSymbol {
  readonly kind: 'symbol';
  /** With its context if one is written: ``Global`f``. */
  readonly name: string;
}

export interface ListOf<Child> {
  readonly kind: 'list';
  readonly items: readonly Child[];
}

export interface AssociationOf<Child> {
  readonly kind: 'association';
  /** Rules as a rule; the language also allows associations and code among them. */
  readonly entries: readonly Child[];
}

export interface RuleOf<Child> {
  readonly kind: 'rule';
  /** `:>` instead of `->`. */
  readonly isDelayed: boolean;
  readonly leftSide: Child;
  readonly rightSide: Child;
  /** Printed on a separate line before it. Comments are not read. */
  readonly comment?: string;
}

export interface CallOf<Child> {
  readonly kind: 'call';
  /** A symbol or a call. */
  readonly head: Child;
  readonly arguments: readonly Child[];
}

/** `a <> b <> …`: at least two parts. */
export interface JoinOf<Child> {
  readonly kind: 'join';
  readonly parts: readonly Child[];
}

/** Any other expression, in its own notation, without parentheses around the whole. Its brackets must be balanced. */
export interface WolframCode {
  readonly kind: 'code';
  readonly code: string;
}

type Leaf = WolframString | WolframNumber | WolframSymbol | WolframCode;

/** An expression without a place: what a printer is given. */
export type Value = Leaf | ListOf<Value> | AssociationOf<Value> | RuleOf<Value> | CallOf<Value> | JoinOf<Value>;

/** An expression with its place in the text that it was read from. */
export type Expression = Range &
  (
    | Leaf
    | ListOf<Expression>
    | AssociationOf<Expression>
    | RuleOf<Expression>
    | CallOf<Expression>
    | JoinOf<Expression>
  );

/** The expressions directly inside one. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'list':
      return node.items;
    case 'association':
      return node.entries;
    case 'join':
      return node.parts;
    case 'rule':
      return [node.leftSide, node.rightSide];
    case 'call':
      return [node.head, ...node.arguments];
    default:
      return [];
  }
}

/** One statement of a text: `value`, `target = value` or `target := value`. */
export interface StatementOf<Child> {
  readonly target?: Child;
  /** `:=` instead of `=`; false without a target. */
  readonly isDelayed: boolean;
  readonly value: Child;
  /** Printed before it. Comments are not read. */
  readonly comment?: string;
}

export type Statement = Range & StatementOf<Expression>;

/**
 * Heads that hold their arguments: a call of one is a program, so it is `code` as a whole.
 */
export const programHeads: ReadonlySet<string> = new Set([
  'Block',
  'Catch',
  'Check',
  'CompoundExpression',
  'Do',
  'DynamicModule',
  'For',
  'Function',
  'If',
  'Module',
  'Quiet',
  'Switch',
  'Table',
  'Which',
  'While',
  'With',
]);

/** How deep expressions may be inside each other. Definitions need about ten levels. */
export const depthLimit = 200;
