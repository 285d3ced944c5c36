/** Writes what content computes as a function of one association, as far as a kernel can compute it. */
import type { Argument, TextOrTemplate } from '../model/definitions.ts';
import { changeNote, lossNote, type TransferNote } from '../model/transfer.ts';
import { searches } from './defaults.ts';
import { expressionOf } from './javascript.ts';
import { readWolframDefinitions } from './read-definitions.ts';
import { statementTexts } from './statement-texts.ts';
import { contextHead, loadsPackage } from './syntax/code-of.ts';
import type { Expression, Statement, Value } from './syntax/expression.ts';
import { parseWolfram, sourceOf } from './syntax/parse.ts';
import { printWolfram } from './syntax/print.ts';
import { printString } from './syntax/strings.ts';
import { textValue } from './write-template.ts';

export interface WrittenFunction {
  readonly value: Value;
  /** Statements before the server that the function needs. */
  readonly definitions: readonly string[];
}

/** Everything in `{Function: {Wolfram: …}}` but its last statement goes before the server, if it comes back from there. */
export function writeCode(code: string): WrittenFunction {
  const { statements, problems } = parseWolfram(code);
  const last = statements.at(-1);
  if (problems.length > 0 || !last || last.target) return { value: { kind: 'code', code }, definitions: [] };
  const texts = statementTexts(code, statements);
  const textOf = (statement: Statement) => texts.get(statement) ?? '';
  const lastText = textOf(last);
  const value: Value =
    lastText === sourceOf(code, last.value) ? verbatim(last.value, code) : { kind: 'code', code: lastText };
  const before = statements.slice(0, -1);
  const definitions = before.map(textOf);
  if (before.length === 0 || comesBack(definitions, value)) return { value, definitions };
  // What no name leads to stays with the function. A package has to be loaded before its names are read.
  const isFirst = (statement: Statement) => loadsPackage(statement) || contextHead(statement) !== undefined;
  const ownStatements = before.filter((statement) => !isFirst(statement)).map(textOf);
  const wholeText = [...ownStatements, lastText].join(';\n\n');
  return {
    value: ownStatements.length === 0 ? value : { kind: 'code', code: wholeText },
    definitions: before.filter(isFirst).map(textOf),
  };
}

function comesBack(definitions: readonly string[], value: Value): boolean {
  const entries: Value[] = [
    {
      kind: 'rule',
      isDelayed: false,
      leftSide: { kind: 'string', value: 'Name' },
      rightSide: { kind: 'string', value: 'p' },
    },
    { kind: 'rule', isDelayed: false, leftSide: { kind: 'string', value: 'Content' }, rightSide: value },
  ];
  const prompt = printWolfram({ kind: 'association', entries });
  const [first, second] = readWolframDefinitions(`${definitions.join(';\n\n')};\n\n${prompt}`).definitions;
  const expectedCode = [...definitions, value.kind === 'code' ? value.code : printWolfram(value)].join(';\n\n');
  const content = first?.data.Content as { Function?: { Wolfram?: string } } | undefined;
  return !second && content?.Function?.Wolfram === expectedCode;
}

/** Keeps the original text; only a symbol stays a symbol. */
function verbatim(node: Expression, code: string): Value {
  if (node.kind === 'symbol') return { kind: 'symbol', name: node.name };
  return { kind: 'code', code: node.kind === 'code' ? node.code : sourceOf(code, node) };
}

/** JavaScript through `ExternalEvaluate`; undefined if it needs what only the sandbox gives it. */
export function writeJavaScript(
  javaScript: string,
  args: readonly Argument[],
  notes: TransferNote[],
): WrittenFunction | undefined {
  const body = expressionOf(javaScript);
  if (body === undefined) return undefined;
  notes.push(
    changeNote(
      'Its JavaScript function runs through ExternalEvaluate: it needs Node.js, has no sandbox, and its result should be text.',
    ),
  );
  const defaults = args.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [`${printString(name)} -> ${printString(value)}`],
  );
  const argumentsCode =
    defaults.length === 0 ? 'DeleteMissing[#]' : `Join[<|${defaults.join(', ')}|>, DeleteMissing[#]]`;
  const code = `ExternalEvaluate["NodeJS", ${printString(`(${body})(`)} <> ExportString[${argumentsCode}, "JSON", "Compact" -> True] <> ")"] &`;
  return { value: { kind: 'code', code }, definitions: [] };
}

/** A search as a call of the reference's own; undefined if it has no source that the reference has. */
export function writeSearch(
  { sources, query, budget }: { sources: readonly string[]; query: TextOrTemplate; budget?: number },
  kind: 'prompt' | 'tool',
  args: readonly Argument[],
  notes: TransferNote[],
): WrittenFunction | undefined {
  const knownSources = sources.filter((source) =>
    searches.some((search) => search.sources.some((value) => value === source)),
  );
  const search = searches.find(
    (candidate) =>
      candidate.sources.length === knownSources.length &&
      candidate.sources.every((source) => knownSources.includes(source)),
  );
  if (!search) return undefined;
  for (const source of sources)
    if (!knownSources.includes(source))
      notes.push(lossNote(`Its search of ${source} is left out: only this workspace has that source.`));
  if (budget !== undefined) notes.push(lossNote("The budget of its search is left out: Wolfram's searches have none."));
  const queryValue = textValue([query], args).value;
  const isText = queryValue.kind === 'string';
  const queryCode = isText ? printWolfram(queryValue) : `TemplateApply[${printWolfram(queryValue)}, #]`;
  const code =
    kind === 'prompt'
      ? `$DefaultMCPPrompts["${search.prompt}"]["Content"][<|"query" -> ${queryCode}|>] &`
      : `$DefaultMCPTools["${search.tool}"]["Function"][<|"context" -> ${queryCode}|>] &`;
  return { value: { kind: 'code', code }, definitions: [] };
}

/** Text and slots as a function, which is all that a tool can be. */
export function writeTextFunction(texts: readonly TextOrTemplate[], args: readonly Argument[]): WrittenFunction {
  const { value } = textValue(texts, args);
  const code = value.kind === 'string' ? `${printWolfram(value)} &` : `TemplateApply[${printWolfram(value)}, #] &`;
  return { value: { kind: 'code', code }, definitions: [] };
}
