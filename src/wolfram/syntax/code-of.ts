/** Extracts code with everything of the same text that it needs, so that it runs by itself. */
import { structureOf } from '../build.ts';
import type { Reading } from '../reading.ts';
import type { Expression, Statement } from './expression.ts';
import { momentIn } from './moment.ts';
import { sourceOf } from './parse.ts';
import { headName, type Mention, mentionsIn } from './symbols.ts';

export interface WolframCode {
  /** Statements, in the order of the text, and last the expression itself, whose value is the function. */
  readonly code: string;
  /** Set if the expression is only a symbol that the text does not define. */
  readonly undefinedSymbol?: string;
  /** A symbol that makes its value one of the moment when the kernel reads the code. */
  readonly moment?: string;
}

export function codeOf(node: Expression, reading: Reading): WolframCode {
  const { text, names, setup, statements } = reading;
  const nodeCode = node.kind === 'code' ? node.code : sourceOf(text, node);
  const ownMentions = mentionsIn(nodeCode, node.start);
  const usesReference = ownMentions.some(({ name }) => referenceSymbol.test(name));
  const neededStatements = new Set<Statement>(
    statements.filter(
      (statement) => loadsPackage(statement) && (usesReference || !referencePackage.test(sourceOf(text, statement))),
    ),
  );
  const waitingMentions = [
    ownMentions,
    ...setup.map((expression) => mentionsIn(sourceOf(text, expression), expression.start)),
  ];
  const seenNames = new Set<string>();
  let isDependent = ownMentions.some(({ name }) => name.includes('`'));
  for (let mentions = waitingMentions.pop(); mentions; mentions = waitingMentions.pop()) {
    for (const { name, at } of mentions) {
      if (seenNames.has(name)) continue;
      seenNames.add(name);
      for (const statement of names.definitionsLater(name, at)) {
        isDependent = true;
        if (neededStatements.has(statement)) continue;
        neededStatements.add(statement);
        waitingMentions.push(mentionsOf(statement, text));
      }
    }
  }
  // Definitions keep their context; code without them needs none, except for what a context loads.
  for (const statement of statements) {
    const context = contextHead(statement);
    if (context && statement.start < node.start && (isDependent || context === 'loading'))
      neededStatements.add(statement);
  }
  const before = textsOf(
    [...neededStatements].sort((a, b) => a.start - b.start),
    reading,
  );
  // A package has to be loaded before its names are read; other setup may need the definitions.
  const isFirst = (expression: Expression) =>
    loadsPackage({ value: expression, isDelayed: false, start: expression.start, end: expression.end });
  const settings = [setup.filter(isFirst), setup.filter((expression) => !isFirst(expression))];
  const [packages = [], otherSettings = []] = settings.map((expressions) =>
    expressions.map((expression) => sourceOf(text, expression)),
  );
  const code = [...packages, ...before, ...otherSettings].map((value) => `${value};\n\n`).join('') + nodeCode;
  reading.spend('code', node, code.length);
  for (const statement of neededStatements) reading.carriedStatements.add(statement);
  const isDefined = node.kind !== 'symbol' || names.definitionsLater(node.name, node.start).length > 0;
  const moment = momentIn(node, neededStatements, text);
  return {
    code,
    ...(node.kind === 'symbol' && !isDefined && { undefinedSymbol: node.name }),
    ...(moment !== undefined && { moment }),
  };
}

/** The package that a definition file needs for `CreateMCPServer`, and a function for no more than its catalogue. */
const referencePackage = /Wolfram`(?:AgentTools|MCPServer)`|"Wolfram\/(?:AgentTools|MCPServer)"/;
const referenceSymbol = /^\$DefaultMCP|AgentTools|MCPServer/;

/** Parts of one statement share its text. */
function textsOf(neededStatements: readonly Statement[], reading: Reading): readonly string[] {
  const places = new Set<string>();
  return neededStatements.flatMap((statement) => {
    const place = `${statement.start}:${statement.end}`;
    if (places.has(place)) return [];
    places.add(place);
    return [reading.textOf(statement)];
  });
}

/** `Needs["Package`"]`, `Get["file"]` and `<<Package`: any function may use the package. */
export function loadsPackage({ target, value }: Statement): boolean {
  if (target) return false;
  const head = headName(value);
  if (head === 'Needs' || head === 'Get' || head === 'PacletInstall') return true;
  const structure = value.kind === 'code' ? structureOf(value) : undefined;
  const [first] = structure?.kind === 'operators' ? structure.pieces : [];
  return first?.kind === 'operator' && first.operator === '<<';
}

/** `BeginPackage` and others say in which context the names of a text are; `loading` for one that also loads packages. */
export function contextHead({ target, value }: Statement): 'context' | 'loading' | undefined {
  if (target || value.kind !== 'call') return undefined;
  const head = headName(value) ?? '';
  if (!/^(?:BeginPackage|Begin|End|EndPackage)$/.test(head)) return undefined;
  return head === 'BeginPackage' && value.arguments.length > 1 ? 'loading' : 'context';
}

/** By statement: many functions may need one definition. */
const mentionsByStatement = new WeakMap<Statement, readonly Mention[]>();

export function mentionsOf(statement: Statement, text: string): readonly Mention[] {
  const before = mentionsByStatement.get(statement);
  if (before) return before;
  const firstMentions = new Map<string, Mention>();
  for (const mention of mentionsIn(sourceOf(text, statement), statement.start))
    if (!firstMentions.has(mention.name)) firstMentions.set(mention.name, mention);
  const mentions = [...firstMentions.values()];
  mentionsByStatement.set(statement, mentions);
  return mentions;
}
