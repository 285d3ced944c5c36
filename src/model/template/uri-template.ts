/**
 * URI templates (RFC 6570, level 1): `docs://cities/{city}`. The variables are arguments of the prompt or tool that embeds
 * the resource. Braces are illegal in URIs, so a URI is never taken for a template.
 */

import { isUri } from '../../base/formats.ts';
import { decodeUri } from '../../base/text/decode-uri.ts';
import type { ParsedTemplate, TemplatePart } from './string-template.ts';

const expression = /\{([A-Za-z0-9_.]+)\}/g;

/** Whether a value is an absolute URI, or a template whose scheme is literal. */
export function isUriOrTemplate(value: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(value) && isUri(value.replaceAll(expression, 'x'));
}

type Variable = Extract<TemplatePart, { name: string }>;

/** The literal parts and the variables of a template, as slots. */
export function parseUriTemplate(template: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  let end = 0;
  const addLiteral = (to: number) => {
    if (to > end) parts.push({ kind: 'literal', text: template.slice(end, to), start: end, end: to });
  };
  for (const { 0: spelling, 1: name = '', index } of template.matchAll(expression)) {
    addLiteral(index);
    end = index + spelling.length;
    parts.push({ kind: 'slot', name, start: index, end });
  }
  addLiteral(template.length);
  return { parts, problems: [] };
}

/** The variables of a template, in order; none in a URI. */
export function uriVariables(template: string): readonly Variable[] {
  return parseUriTemplate(template).parts.filter((part): part is Variable => part.kind === 'slot' && 'name' in part);
}

/** The URI for these values; a variable without a value is empty. */
export function expandUri(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replaceAll(expression, (_, name: string) =>
    encode((Object.hasOwn(values, name) && values[name]) || ''),
  );
}

/** The template with a variable renamed; unchanged if RFC 6570 does not allow the new name. */
export function renameUriVariable(template: string, from: string, to: string): string {
  if (!/^[A-Za-z0-9_.]+$/.test(to)) return template;
  return template.replaceAll(expression, (text, name: string) => (name === from ? `{${to}}` : text));
}

/** Every character but the unreserved ones, percent-encoded as UTF-8. Half surrogates become U+FFFD. */
function encode(value: string): string {
  const wellFormed = value.replace(/\p{Surrogate}/gu, '\ufffd');
  return encodeURIComponent(wellFormed).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The values of the variables in a URI that expands a template; undefined if it does not. A value reaches to the first
 * occurrence of the text that follows it and never over a `/`, `?` or `#`. Linear in the URI's length.
 */
export function matchUri(template: string, uri: string): Readonly<Record<string, string>> | undefined {
  const variables = uriVariables(template);
  const literals = variables.map(({ end }, index) => template.slice(end, variables[index + 1]?.start));
  const prefix = template.slice(0, variables[0]?.start);
  if (!uri.startsWith(prefix)) return undefined;
  const values: Record<string, string> = {};
  let from = prefix.length;
  for (const [index, { name }] of variables.entries()) {
    const literal = literals[index] ?? '';
    const isLast = index === variables.length - 1;
    const to = isLast ? uri.length - literal.length : uri.indexOf(literal, from);
    if (to < from || !uri.startsWith(literal, to)) return undefined;
    const value = decodeValue(uri.slice(from, to));
    if (value === undefined || (Object.hasOwn(values, name) && values[name] !== value)) return undefined;
    values[name] = value;
    from = to + literal.length;
  }
  return from === uri.length ? values : undefined;
}

function decodeValue(text: string): string | undefined {
  return /[/?#]/.test(text) ? undefined : decodeUri(text);
}
