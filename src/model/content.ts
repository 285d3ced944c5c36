/** `Content`: which form it has follows from its keys, and then that form's schema checks it. */
import type * as z from 'zod';
import type { Block, Content, KeyPath, MediaSource, Message, PromptType, TextSource } from './definitions.ts';
import { type Data, error, isData, listed, quoted, type Report, readFields } from './findings.ts';
import { compactBase64, mimeTypeOfName } from './formats.ts';
import { nearestName } from './near-names.ts';
import { readAnnotations, readIcons } from './parts.ts';
import { blocks, contents, message as messageSchema, searchContent, templateBlock } from './schemas/prompt.ts';

/**
 * The seed's "Type Determination Heuristics": text and templates are `Text`, whatever has to be run first is
 * `Function`, and nothing at all is `Text`.
 */
export function inferType(content: Content | undefined): PromptType {
  return content?.kind === 'function' || content?.kind === 'search' ? 'Function' : 'Text';
}

const contentForms =
  'text, {StringTemplate: …}, {Function: …}, {Search: {Sources, Query}} or {Messages: [{Role, Content}]}';

/** A text that slots could fill, with its place, for `checkSlots`. */
export interface LocatedText {
  readonly text: TextSource;
  readonly at: KeyPath;
}

/** Gathers the texts met on the way. */
export interface ContentReport extends Report {
  readonly texts: LocatedText[];
}

/** Undefined after an error. */
export function readContent(value: unknown, at: KeyPath, report: ContentReport): Content | undefined {
  if (typeof value === 'string') return { kind: 'text', text: literal(value, at, report) };
  if (typeof value === 'number' || typeof value === 'boolean') {
    return error(report, at, 'Content must be text: put it in quotes.');
  }
  if (Array.isArray(value)) {
    return error(report, at, 'Content is a list: write it as Messages: [{Role: user, Content: the list}].');
  }
  if (!isData(value)) return error(report, at, `Content must be ${contentForms}.`);
  const form = onlyForm(value, Object.keys(contents) as (keyof typeof contents)[], at, report);
  switch (form) {
    case 'StringTemplate': {
      const fields = readFields(contents.StringTemplate, value, at, report);
      return fields && { kind: 'text', text: template(fields.StringTemplate, at, report) };
    }
    case 'Function': {
      const fields = readFields(contents.Function, value, at, report);
      return fields && { kind: 'function', source: fields.Function };
    }
    case 'Search':
      return readSearch(value, at, report);
    case 'Messages':
      return readMessages(value, at, report);
    case 'none':
      return error(report, at, `Content must be ${contentForms}${unknownKeyAdvice(value, Object.keys(contents))}`);
    case 'several':
      return undefined;
  }
}

/** The one key of `forms` that is there; having several is told at once. */
function onlyForm<F extends string>(
  data: Data,
  forms: readonly F[],
  at: KeyPath,
  report: Report,
): F | 'none' | 'several' {
  const [first, ...others] = forms.filter((form) => Object.hasOwn(data, form));
  if (first === undefined) return 'none';
  if (others.length === 0) return first;
  error(report, at, `${listed([first, ...others])} cannot stand together: keep one of them.`);
  return 'several';
}

function unknownKeyAdvice(data: Data, known: readonly string[]): string {
  for (const key of Object.keys(data)) {
    const near = nearestName(key, known);
    if (near) return `: did you mean ${near} where ${quoted(key)} stands?`;
  }
  return '.';
}

function readSearch(data: Data, at: KeyPath, report: ContentReport): Content | undefined {
  const outer = readFields(contents.Search, data, at, report, ['Search']);
  const inside = [...at, 'Search'];
  if (!isData(data.Search)) {
    return error(report, inside, 'Search must have the keys Sources, a list of names, and Query, what to look for.');
  }
  const fields = readFields(searchContent, data.Search, inside, report, ['Query']);
  const query = readText(data.Search, 'Query', inside, report);
  return outer && fields && query && { kind: 'search', sources: fields.Sources, query };
}

function readMessages(data: Data, at: KeyPath, report: ContentReport): Content | undefined {
  const outer = readFields(contents.Messages, data, at, report, ['Messages']);
  const inside = [...at, 'Messages'];
  if (!Array.isArray(data.Messages) || data.Messages.length === 0) {
    return error(report, inside, 'Messages must be a list of at least one {Role, Content}.');
  }
  const messages = data.Messages.map((item, index) => readMessage(item, [...inside, index], report));
  const good = messages.filter((item) => item !== undefined);
  return outer && good.length === messages.length ? { kind: 'messages', messages: good } : undefined;
}

function readMessage(value: unknown, at: KeyPath, report: ContentReport): Message | undefined {
  if (!isData(value)) {
    return error(report, at, 'A message must have the keys Role, user or assistant, and Content.');
  }
  const fields = readFields(messageSchema, value, at, report, ['Content']);
  if (value.Content === undefined || value.Content === null) {
    return error(report, at, 'This message has no Content: add text, or a list of blocks.');
  }
  const inside = [...at, 'Content'];
  const isList = Array.isArray(value.Content);
  const items: readonly unknown[] = Array.isArray(value.Content) ? value.Content : [value.Content];
  if (items.length === 0) return error(report, inside, 'This message has no blocks: add one, or remove the message.');
  const read = items.map((item, index) => readBlock(item, isList ? [...inside, index] : inside, report));
  const good = read.filter((block) => block !== undefined);
  return fields && good.length === read.length ? { role: fields.Role, blocks: good } : undefined;
}

const blockTypes = Object.keys(blocks) as (keyof typeof blocks)[];

function readBlock(value: unknown, at: KeyPath, report: ContentReport): Block | undefined {
  if (typeof value === 'string') return { type: 'text', text: literal(value, at, report) };
  if (typeof value === 'number' || typeof value === 'boolean') {
    return error(report, at, 'A block must be text or have a Type: put it in quotes.');
  }
  if (!isData(value)) return error(report, at, `A block must be text, {StringTemplate: …} or have a Type.`);
  if (value.Type === undefined && Object.hasOwn(value, 'StringTemplate')) {
    const fields = readFields(templateBlock, value, at, report, ['Annotations']);
    const annotations = readAnnotations(value, at, report);
    return fields && annotations && { type: 'text', text: template(fields.StringTemplate, at, report), ...annotations };
  }
  const type = blockTypes.find((name) => name === value.Type);
  switch (type) {
    case 'text':
      return readTextBlock(value, at, report);
    case 'image':
    case 'audio':
      return readMediaBlock(type, value, at, report);
    case 'resource':
      return readResource(value, at, report);
    case 'resource_link':
      return readResourceLink(value, at, report);
    case 'search':
      return readSearchBlock(value, at, report);
    case undefined: {
      const near = typeof value.Type === 'string' ? nearestName(value.Type, blockTypes) : undefined;
      const place = value.Type === undefined ? at : [...at, 'Type'];
      const advice = near ? `did you mean ${near}?` : `write one of ${listed(blockTypes, 'or')}.`;
      return error(report, place, `A block needs a Type that is known: ${advice}`);
    }
  }
}

function readTextBlock(data: Data, at: KeyPath, report: ContentReport): Block | undefined {
  const fields = readFields(blocks.text, data, at, report, ['Text', 'Annotations']);
  const text = readText(data, 'Text', at, report);
  const annotations = readAnnotations(data, at, report);
  return fields && text && annotations && { type: 'text', text, ...annotations };
}

function readSearchBlock(data: Data, at: KeyPath, report: ContentReport): Block | undefined {
  const fields = readFields(blocks.search, data, at, report, ['Query', 'Annotations']);
  const query = readText(data, 'Query', at, report);
  const annotations = readAnnotations(data, at, report);
  return fields && query && annotations && { type: 'search', sources: fields.Sources, query, ...annotations };
}

function readMediaBlock(type: 'image' | 'audio', data: Data, at: KeyPath, report: ContentReport): Block | undefined {
  const form = onlyForm(data, ['File', 'Data'], at, report);
  if (form === 'none') {
    error(report, at, `This ${type} has no content: add File, a path in the media folder, or Data, base64.`);
  }
  const fields: z.output<typeof blocks.image> | z.output<typeof blocks.audio> | undefined =
    type === 'image'
      ? (readFields(blocks.image, data, at, report, ['Annotations']) as z.output<typeof blocks.image> | undefined)
      : (readFields(blocks.audio, data, at, report, ['Annotations']) as z.output<typeof blocks.audio> | undefined);
  const annotations = readAnnotations(data, at, report);
  const media = fields && mediaSource(fields);
  if (!media || !annotations) return undefined;
  const mimeType = fields.MimeType ?? (media.kind === 'file' ? mimeTypeOfName(media.file) : undefined);
  if (!mimeType?.startsWith(`${type}/`)) {
    const example = type === 'image' ? 'image/png' : 'audio/wav';
    return error(
      report,
      at,
      `The kind of this ${type} cannot be told from a file name: add MimeType, such as ${example}.`,
    );
  }
  return { type, media, mimeType, ...annotations };
}

function readResource(data: Data, at: KeyPath, report: ContentReport): Block | undefined {
  const form = onlyForm(data, ['Text', 'File', 'Data'], at, report);
  const fields = readFields(blocks.resource, data, at, report, ['Text', 'Annotations']);
  const annotations = readAnnotations(data, at, report);
  if (form === 'none') {
    return error(
      report,
      at,
      'This resource has no content: add Text, File (a path in the media folder) or Data (base64).',
    );
  }
  const text = form === 'Text' ? readText(data, 'Text', at, report) : undefined;
  const media = fields && mediaSource(fields);
  const body = text ? ({ kind: 'text', text } as const) : media;
  if (!fields || !annotations || !body || form === 'several') return undefined;
  const mimeType =
    fields.MimeType ??
    (body.kind === 'file' ? mimeTypeOfName(body.file) : mimeTypeOfName(fields.Uri)) ??
    (body.kind === 'text' ? 'text/plain' : undefined);
  if (mimeType === undefined) {
    return error(
      report,
      at,
      'The kind of this resource cannot be told from a file name: add MimeType, such as application/pdf.',
    );
  }
  return { type: 'resource', uri: fields.Uri, mimeType, body, ...annotations };
}

function readResourceLink(data: Data, at: KeyPath, report: ContentReport): Block | undefined {
  const fields = readFields(blocks.resource_link, data, at, report, ['Icons', 'Annotations']);
  const icons = readIcons(data, at, report);
  const annotations = readAnnotations(data, at, report);
  if (!fields || !icons || !annotations) return undefined;
  return {
    type: 'resource_link',
    uri: fields.Uri,
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
    ...(fields.MimeType !== undefined && { mimeType: fields.MimeType }),
    ...(fields.Size !== undefined && { size: fields.Size }),
    ...icons,
    ...annotations,
  };
}

function literal(text: string, at: KeyPath, report: ContentReport): TextSource {
  const source: TextSource = { kind: 'literal', text };
  report.texts.push({ text: source, at });
  return source;
}

function template(text: string, at: KeyPath, report: ContentReport): TextSource {
  const source: TextSource = { kind: 'template', template: text };
  report.texts.push({ text: source, at: [...at, 'StringTemplate'] });
  return source;
}

/** Text as it is, or with slots. */
function readText(data: Data, key: string, at: KeyPath, report: ContentReport): TextSource | undefined {
  const value = data[key];
  const inside = [...at, key];
  if (typeof value === 'string') return literal(value, inside, report);
  if (isData(value) && Object.hasOwn(value, 'StringTemplate')) {
    const fields = readFields(contents.StringTemplate, value, inside, report);
    return fields && template(fields.StringTemplate, inside, report);
  }
  if (value === undefined) return error(report, at, `${key} is missing here: add text or {StringTemplate: …}.`);
  const quotes = typeof value === 'number' || typeof value === 'boolean' ? ': put it in quotes.' : '.';
  return error(report, inside, `${key} must be text or {StringTemplate: …}${quotes}`);
}

function mediaSource(fields: { File?: string | undefined; Data?: string | undefined }): MediaSource | undefined {
  if (fields.File !== undefined) return { kind: 'file', file: fields.File.replace(/^(\.\/)+/, '') };
  return fields.Data === undefined ? undefined : { kind: 'data', data: compactBase64(fields.Data) };
}
