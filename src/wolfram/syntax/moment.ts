/** Code whose value depends on when it is evaluated: `DateString[]`, `RandomInteger[9]`. */
import type { Expression, Statement } from './expression.ts';
import { sourceOf } from './parse.ts';
import { headName, isFunction, mentionsIn } from './symbols.ts';

const changing =
  /^(?:Now|Today|Tomorrow|Yesterday|CurrentDate|Date(?:String|Object|List|Value)|TimeObject|AbsoluteTime|UnixTime|SessionTime|TimeUsed|Random\w+|CreateUUID|Directory|Environment|GetEnvironment|FileNames|Import|ReadString|URL(?:Read|Execute|Fetch))$/;

/**
 * The first symbol that makes the value of a prompt's content, or of a definition that it needs, one of its moment. A
 * function, a template and what is held are evaluated at each call, so they have no moment.
 * @param neededStatements the definitions that come with the content
 */
export function momentIn(node: Expression, neededStatements: Iterable<Statement>, text: string): string | undefined {
  const isHeld = /:>[\s(]*$/.test(text.slice(Math.max(0, node.start - 20), node.start));
  const ownMoment = isHeld ? undefined : momentOf(node, text);
  if (ownMoment !== undefined) return ownMoment;
  for (const { target, isDelayed, value } of neededStatements) {
    const moment = target && !isDelayed ? momentOf(value, text) : undefined;
    if (moment !== undefined) return moment;
  }
  return undefined;
}

function momentOf(node: Expression, text: string): string | undefined {
  if (isFunction(node) || /Template/.test(headName(node) ?? '')) return undefined;
  return mentionsIn(sourceOf(text, node), node.start).find(({ name }) => changing.test(name))?.name;
}
