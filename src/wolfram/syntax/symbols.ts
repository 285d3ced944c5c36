/** Which symbols code mentions, and which of them a statement gives a meaning. */
import { structureOf } from '../build.ts';
import { problemList } from '../problems.ts';
import type { Expression, Statement } from './expression.ts';
import { sourceOf } from './parse.ts';
import { type Token, tokens } from './tokens.ts';

/** ``System`True`` and ``Global`f`` are `True` and `f`; so are the names of the reference's own package. */
export function withoutContext(name: string): string {
  return name.replace(/^(?:System|Global|Wolfram`AgentTools|Wolfram`MCPServer)`(?=[^`]*$)/, '');
}

/** A symbol without any context: ``Team`Private`f`` is `f`. */
export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('`') + 1);
}

/** A symbol in a text, and where. */
export interface Mention {
  readonly name: string;
  readonly at: number;
}

/** @param start the offset of the code in its text */
export function mentionsIn(code: string, start: number): readonly Mention[] {
  return tokensOf(code).flatMap((token): Mention[] => {
    if (token.kind === 'symbol') return [{ name: withoutContext(token.name), at: start + token.start }];
    // A template's text contains the expressions that it evaluates.
    if (token.kind === 'string')
      return evaluatedIn(token.value).flatMap((inner) =>
        mentionsIn(inner, 0).map(({ name }) => ({ name, at: start + token.start })),
      );
    return [];
  });
}

/** The expressions between `<*` and `*>`. */
function evaluatedIn(text: string): readonly string[] {
  return [...text.matchAll(/<\*([\s\S]*?)\*>/g)].map(([, inner = '']) => inner);
}

function tokensOf(code: string): readonly Token[] {
  const symbolTokens: Token[] = [];
  const next = tokens(code, problemList(code));
  for (let token = next(); token && token.kind !== 'end'; token = next()) symbolTokens.push(token);
  return symbolTokens;
}

/** What a statement changes: the value of a symbol, or something else about it, such as its options. */
export interface Assignments {
  readonly valueNames: ReadonlySet<string>;
  readonly otherNames: ReadonlySet<string>;
}

const assigningOperators = new Set(['=', ':=', '^=', '^:=', '=.', '+=', '-=', '*=', '/=', '//=', '++', '--']);
/** Functions that change the value of their first argument. */
const changingFunctions = new Set(
  'AppendTo PrependTo AssociateTo AddTo SubtractFrom TimesBy DivideBy Increment Decrement PreIncrement PreDecrement Set SetDelayed Unset Clear ClearAll Remove KeyDropFrom'.split(
    ' ',
  ),
);
/** Functions that take the values of all their arguments away. */
const clearingFunctions = new Set(['Clear', 'ClearAll', 'Remove']);
/** Functions that change something else about their first argument. */
const describingFunctions = new Set(
  'Options SetOptions Attributes SetAttributes ClearAttributes Default Format SyntaxInformation MessageName Protect Unprotect UpSet UpSetDelayed TagSet TagSetDelayed TagUnset DownValues UpValues OwnValues N'.split(
    ' ',
  ),
);

/** Functions that a definition file calls beside its definitions, and that define nothing. */
export const quietFunctions: ReadonlySet<string> = new Set(
  'CreateMCPServer LLMTool LLMConfiguration InstallMCPServer UninstallMCPServer StartMCPServer DeployAgentTools MCPServerObject DeleteObject CloudDeploy Print Echo Export Put Quit Exit Clear ClearAll Remove'.split(
    ' ',
  ),
);

const assignedByStatement = new WeakMap<Statement, Assignments>();

/** A statement inside a definition with `:=` is not evaluated by it, so only the left side counts there. */
export function assignedBy(statement: Statement, text: string): Assignments {
  const before = assignedByStatement.get(statement);
  if (before) return before;
  const assignedSymbols = assignedIn(tokensOf(evaluatedPart(statement, text)));
  if (statement.target?.kind === 'symbol')
    (assignedSymbols.valueNames as Set<string>).add(withoutContext(statement.target.name));
  assignedByStatement.set(statement, assignedSymbols);
  return assignedSymbols;
}

/** What a statement evaluates at once: neither the body of a function nor the content of a definition. */
function evaluatedPart(statement: Statement, text: string): string {
  const { target, isDelayed, value } = statement;
  if (target) {
    const isLater = isDelayed || value.kind !== 'code' || isFunction(value);
    return isLater ? `${sourceOf(text, target)} ${isDelayed ? ':=' : '='}` : sourceOf(text, statement);
  }
  if (value.kind !== 'code' && value.kind !== 'call') return '';
  const isQuiet =
    value.kind === 'call' && value.head.kind === 'symbol' && quietFunctions.has(baseName(value.head.name));
  return isQuiet && !isClearing(statement) ? '' : sourceOf(text, statement);
}

/** Whether a statement takes values away: `Clear[f, g]`. */
export function isClearing({ target, value }: Statement): boolean {
  return !target && clearingFunctions.has(headName(value) ?? '');
}

export function isFunction(node: Expression): boolean {
  const structure = structureOf(node);
  if (structure?.kind === 'bracket') return structure.head?.kind === 'symbol' && structure.head.name === 'Function';
  return (structure?.pieces ?? []).some((piece) => piece.kind === 'operator' && /^(?:&|\|->)$/.test(piece.operator));
}

function assignedIn(tokens: readonly Token[]): Assignments {
  const valueNames = new Set<string>();
  const otherSymbols = new Set<string>();
  const openers = openersOf(tokens);
  const symbolsBetween = (start: number, end: number) =>
    tokens.slice(start, end).flatMap((token) => (token.kind === 'symbol' ? [withoutContext(token.name)] : []));
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'symbol') {
      const name = withoutContext(token.name);
      const next = tokens[index + 1];
      const isApplied = (next?.kind === 'open' && next.bracket === '[') || isOperator(next, '@');
      if (!isApplied || !(changingFunctions.has(name) || describingFunctions.has(name))) continue;
      const firstToken = tokens[index + 2];
      const isList = firstToken?.kind === 'open' && firstToken.bracket === '{';
      const isAll = clearingFunctions.has(name) && next?.kind === 'open';
      const end = isAll
        ? (openers.get(index + 1) ?? index + 3)
        : isList
          ? (openers.get(index + 2) ?? index + 3)
          : index + 3;
      for (const value of symbolsBetween(index + 2, end))
        (changingFunctions.has(name) ? valueNames : otherSymbols).add(value);
    } else if (token.kind === 'operator') {
      const before = tokens[index - 1];
      if (assigningOperators.has(token.operator)) {
        const start = targetStart(tokens, index, openers);
        const head = tokens[start];
        if (head?.kind === 'symbol') {
          const name = withoutContext(head.name);
          const isMessage = tokens.slice(start, index).some((token) => isOperator(token, '::'));
          const isUp = token.operator.startsWith('^');
          if (isUp) for (const value of symbolsBetween(start, index)) otherSymbols.add(value);
          else if (isMessage || isOperator(tokens[start + 1], '//')) otherSymbols.add(name);
          else if (!describingFunctions.has(name)) valueNames.add(name);
        } else for (const value of symbolsBetween(start, index)) valueNames.add(value);
      } else if (token.operator === '/:' && before?.kind === 'symbol') otherSymbols.add(withoutContext(before.name));
      // `f // endDefinition;`
      else if (token.operator === '//' && index === 1 && before?.kind === 'symbol')
        otherSymbols.add(withoutContext(before.name));
      else if (token.operator === '::' && before?.kind === 'symbol') otherSymbols.add(withoutContext(before.name));
    }
  }
  return { valueNames, otherNames: otherSymbols };
}

function isOperator(token: Token | undefined, operator: string): boolean {
  return token?.kind === 'operator' && token.operator === operator;
}

/** The index of the bracket that belongs to each bracket. */
function openersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') open.push(index);
    if (token.kind !== 'close') continue;
    const opener = open.pop();
    if (opener === undefined) continue;
    pairs.set(opener, index);
    pairs.set(index, opener);
  }
  return pairs;
}

/** Where the left side of an assignment begins: before its brackets, after what separates it from others. */
function targetStart(tokens: readonly Token[], end: number, pairs: ReadonlyMap<number, number>): number {
  let start = end;
  for (let index = end - 1; index >= 0; index--) {
    const token = tokens[index];
    if (token?.kind === 'close') index = pairs.get(index) ?? 0;
    else if (token?.kind === 'open' || token?.kind === 'comma') return start;
    else if (token?.kind === 'operator' && /^(?:;|&|\/:|:?=|\^:?=)$/.test(token.operator)) return start;
    start = index;
  }
  return start;
}

/** The name of a call's head without its context; undefined for a head that is a call itself. */
export function headName(node: Expression): string | undefined {
  return node.kind === 'call' && node.head.kind === 'symbol' ? withoutContext(node.head.name) : undefined;
}

/** The symbol that a statement defines: `f` of `f[x_] := …`; undefined for a target that is something else. */
export function definedSymbol({ target }: Statement): string | undefined {
  let head = target;
  while (head?.kind === 'call') head = head.head;
  if (head?.kind === 'symbol') return withoutContext(head.name);
  return head?.kind === 'code' ? /^[A-Za-z$][A-Za-z0-9$]*/.exec(head.code)?.[0] : undefined;
}
