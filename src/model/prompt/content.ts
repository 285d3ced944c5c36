/** Reads `Content`: its keys select the schema that checks it. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import type { Content, Message, PromptType } from '../definitions.ts';
import { error, quote, readFields, warning } from '../problems/findings.ts';
import { contents, message as messageSchema, searchContent } from '../schemas/content.ts';
import { readBlock } from './blocks.ts';
import { readWhen } from './read-condition.ts';
import { type ContentReport, literal, onlyForm, readText, template } from './text.ts';

/**
 * Infers the type (docs/specification.md, "Type Determination Heuristics"): text, templates and no content are `Text`;
 * content that has to run first is `Function`.
 */
export function inferType(content: Content | undefined): PromptType {
  return content && content.kind !== 'text' && content.kind !== 'messages' ? 'Function' : 'Text';
}

const contentForms =
  'text, {StringTemplate: …}, {Function: …}, {Search: {Sources, Query}} or {Messages: [{Role, Content}]}';

/** Undefined after an error. */
export function readContent(value: unknown, at: KeyPath, report: ContentReport): Content | undefined {
  if (typeof value === 'string') return { kind: 'text', text: literal(value, at, report) };
  if (typeof value === 'number' || typeof value === 'boolean') {
    return error(report, at, 'Content must be text: put it in quotes.');
  }
  if (Array.isArray(value)) {
    return error(report, at, 'Content is a list: write it as Messages: [{Role: user, Content: the list}].');
  }
  if (!isJsonObject(value)) return error(report, at, `Content must be ${contentForms}.`);
  const form = onlyForm(value, Object.keys(contents) as (keyof typeof contents)[], at, report);
  switch (form) {
    case 'StringTemplate': {
      const fields = readFields(contents.StringTemplate, value, at, report);
      return fields && { kind: 'text', text: template(fields, at, report) };
    }
    case 'Function': {
      const fields = readFields(contents.Function, value, at, report);
      return fields && functionContent(fields.Function, at, report);
    }
    case 'Search':
      return readSearch(value, at, report);
    case 'Messages':
      return readMessages(value, at, report);
    case 'none':
      return error(report, at, `Content must be ${contentForms}${advice(value, Object.keys(contents))}`);
    case 'several':
      return undefined;
  }
}

const noKernel =
  'wolframscript is not installed, so clients get an error: install the Wolfram Engine and WolframScript.';

/** JavaScript, or Wolfram Language for a kernel. The library drops the warning when a kernel is installed. */
function functionContent(code: string | { readonly Wolfram: string }, at: KeyPath, report: ContentReport): Content {
  if (typeof code === 'string') return { kind: 'function', code };
  warning(report, [...at, 'Function', 'Wolfram'], noKernel, 'NoKernel');
  return { kind: 'wolfram', code: code.Wolfram };
}

function advice(data: JsonObject, knownKeys: readonly string[]): string {
  for (const key of Object.keys(data)) {
    if (knownKeys.includes(key)) return `: ${key} has no value yet.`;
    const suggestion = nearestName(key, knownKeys);
    if (suggestion) return `: did you mean ${suggestion} instead of ${quote(key)}?`;
  }
  return '.';
}

/** @param schema of the search; a tool's has more keys */
export function readSearch(
  data: JsonObject,
  at: KeyPath,
  report: ContentReport,
  schema: typeof searchContent = searchContent,
): Extract<Content, { kind: 'search' }> | undefined {
  const outerFields = readFields(contents.Search, data, at, report, ['Search']);
  const inside = [...at, 'Search'];
  if (!isJsonObject(data.Search)) {
    return error(report, inside, 'Search must have the keys Sources, a list of names, and Query, what to look for.');
  }
  const fields = readFields(schema, data.Search, inside, report, ['Query']);
  const query = readText(data.Search, 'Query', inside, report);
  if (!outerFields || !fields || !query) return undefined;
  return {
    kind: 'search',
    sources: fields.Sources,
    query,
    ...(fields.Budget !== undefined && { budget: fields.Budget }),
  };
}

function readMessages(data: JsonObject, at: KeyPath, report: ContentReport): Content | undefined {
  const outerFields = readFields(contents.Messages, data, at, report, ['Messages']);
  const inside = [...at, 'Messages'];
  if (!Array.isArray(data.Messages) || data.Messages.length === 0) {
    return error(report, inside, 'Messages must be a list of at least one {Role, Content}.');
  }
  const messages = data.Messages.map((message, index) => readMessage(message, [...inside, index], report));
  const validMessages = messages.filter((message) => message !== undefined);
  return outerFields && validMessages.length === messages.length
    ? { kind: 'messages', messages: validMessages }
    : undefined;
}

function readMessage(value: unknown, at: KeyPath, report: ContentReport): Message | undefined {
  if (!isJsonObject(value)) {
    return error(report, at, 'A message must have the keys Role, user or assistant, and Content.');
  }
  const fields = readFields(messageSchema, value, at, report, ['When', 'Content']);
  const when = readWhen(value, at, report);
  if (value.Content === undefined || value.Content === null) {
    return error(report, at, 'This message has no Content: add text, or a list of blocks.');
  }
  const inside = [...at, 'Content'];
  const isList = Array.isArray(value.Content);
  const items: readonly unknown[] = Array.isArray(value.Content) ? value.Content : [value.Content];
  if (items.length === 0) return error(report, inside, 'This message has no blocks: add one, or remove the message.');
  const readings = items.map((item, index) => readBlock(item, isList ? [...inside, index] : inside, report));
  const validBlocks = readings.filter((block) => block !== undefined);
  return fields && when && validBlocks.length === readings.length
    ? { role: fields.Role, ...when, blocks: validBlocks }
    : undefined;
}
