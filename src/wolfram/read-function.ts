/** Recognises the functions that `write-function.ts` writes, so that what went out comes back as what it was. */
import { structureOf } from './build.ts';
import { searches } from './defaults.ts';
import { javaScriptOf } from './javascript.ts';
import { childrenOf, type Expression } from './syntax/expression.ts';
import { headName } from './syntax/symbols.ts';

/** The body of `body &`; undefined for anything else. */
function bodyOf(node: Expression): Expression | undefined {
  const structure = structureOf(node);
  if (structure?.kind !== 'operators') return undefined;
  const [body, end, third] = structure.pieces;
  const isFunction = body?.kind === 'operand' && end?.kind === 'operator' && end.operator === '&' && !third;
  return isFunction ? body.node : undefined;
}

/** The JavaScript in `ExternalEvaluate["NodeJS", "(…)(" <> ExportString[…, "JSON"] <> ")"] &`, and its defaults. */
export function readJavaScript(node: Expression): { code: string; defaults: ReadonlyMap<string, string> } | undefined {
  const body = bodyOf(node);
  if (!body || headName(body) !== 'ExternalEvaluate' || body.kind !== 'call') return undefined;
  const [language, joinedText, third] = body.arguments;
  if (language?.kind !== 'string' || language.value !== 'NodeJS' || joinedText?.kind !== 'join' || third)
    return undefined;
  const [start, exported, end, fourthPart] = joinedText.parts;
  if (
    start?.kind !== 'string' ||
    end?.kind !== 'string' ||
    fourthPart ||
    !exported ||
    headName(exported) !== 'ExportString'
  )
    return undefined;
  if (!start.value.startsWith('(') || !start.value.endsWith(')(') || end.value !== ')') return undefined;
  const [parameter] = childrenOf(exported).slice(1);
  const defaults = parameter && defaultsIn(parameter);
  return defaults && { code: javaScriptOf(start.value.slice(1, -2)), defaults };
}

/** `DeleteMissing[#]`, or `Join[<|"x" -> "1"|>, DeleteMissing[#]]`. */
function defaultsIn(node: Expression): ReadonlyMap<string, string> | undefined {
  const defaults = new Map<string, string>();
  if (headName(node) === 'DeleteMissing') return defaults;
  const [first, second] = headName(node) === 'Join' && node.kind === 'call' ? node.arguments : [];
  if (first?.kind !== 'association' || !second || headName(second) !== 'DeleteMissing') return undefined;
  for (const entry of first.entries) {
    if (entry.kind !== 'rule' || entry.leftSide.kind !== 'string' || entry.rightSide.kind !== 'string')
      return undefined;
    defaults.set(entry.leftSide.value, entry.rightSide.value);
  }
  return defaults;
}

/** The search in `$DefaultMCPPrompts["…"]["Content"][<|"query" -> …|>] &`: its sources and query. */
export function readSearch(node: Expression): { sources: readonly string[]; query: Expression } | undefined {
  const body = bodyOf(node);
  if (body?.kind !== 'call' || body.head.kind !== 'call' || body.head.head.kind !== 'call') return undefined;
  const [name] = body.head.head.arguments;
  const [property] = body.head.arguments;
  const [parameter] = body.arguments;
  const list = headName(body.head.head);
  if (name?.kind !== 'string' || property?.kind !== 'string' || parameter?.kind !== 'association') return undefined;
  const isPrompt = list === '$DefaultMCPPrompts' && property.value === 'Content';
  if (!isPrompt && !(list === '$DefaultMCPTools' && property.value === 'Function')) return undefined;
  const search = searches.find((candidate) => (isPrompt ? candidate.prompt : candidate.tool) === name.value);
  const [query, second] = parameter.entries;
  if (!search || query?.kind !== 'rule' || second) return undefined;
  return { sources: search.sources, query: templateOf(query.rightSide) ?? query.rightSide };
}

/** The text or template that `"text" &` and `TemplateApply[template, #] &` return. */
export function readTextFunction(node: Expression): Expression | undefined {
  const body = bodyOf(node);
  if (!body) return undefined;
  return body.kind === 'string' ? body : templateOf(body);
}

/** The template in `TemplateApply[template, #]`. */
function templateOf(node: Expression): Expression | undefined {
  const [template, values, third] = headName(node) === 'TemplateApply' && node.kind === 'call' ? node.arguments : [];
  return template && values?.kind === 'code' && values.code === '#' && !third ? template : undefined;
}
