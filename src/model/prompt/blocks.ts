/** Reads the blocks of a message: `Type` selects the schema that checks a block. */

import { compactBase64, mediaPath, mimeTypeOfName } from '../../base/formats.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { Block, MediaBytes, ResourceDetails } from '../definitions.ts';
import { error, readFields } from '../problems/findings.ts';
import { blocks, resourceDetails, templateBlock } from '../schemas/content.ts';
import { readHints, readIcons } from './parts.ts';
import { readWhen } from './read-condition.ts';
import { type ContentReport, literal, onlyForm, readText, template } from './text.ts';

const sharedKeys = ['When', 'Annotations', 'Meta'] as const;

/** The keys that every block may have. Undefined after an error. */
function readShared(data: JsonObject, at: KeyPath, report: ContentReport) {
  const when = readWhen(data, at, report);
  const hints = readHints(data, at, report);
  return when && hints && { ...when, ...hints };
}

const blockTypes = Object.keys(blocks) as (keyof typeof blocks)[];

/** Undefined after an error. */
export function readBlock(value: unknown, at: KeyPath, report: ContentReport): Block | undefined {
  if (typeof value === 'string') return { type: 'text', text: literal(value, at, report) };
  if (typeof value === 'number' || typeof value === 'boolean') {
    return error(report, at, 'A block must be text or have a Type: put it in quotes.');
  }
  if (!isJsonObject(value)) return error(report, at, 'A block must be text, {StringTemplate: …} or have a Type.');
  if (value.Type === undefined && Object.hasOwn(value, 'StringTemplate')) {
    const fields = readFields(templateBlock, value, at, report, [...sharedKeys]);
    const sharedFields = readShared(value, at, report);
    return fields && sharedFields && { type: 'text', text: template(fields, at, report), ...sharedFields };
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
      const suggestion = typeof value.Type === 'string' ? nearestName(value.Type, blockTypes) : undefined;
      const place = value.Type === undefined ? at : [...at, 'Type'];
      const advice = suggestion ? `did you mean ${suggestion}?` : `write one of ${wordList(blockTypes, 'or')}.`;
      return error(
        report,
        place,
        `${value.Type === undefined ? 'A block needs a Type' : 'Unknown block Type'}: ${advice}`,
      );
    }
  }
}

function readTextBlock(data: JsonObject, at: KeyPath, report: ContentReport): Block | undefined {
  const fields = readFields(blocks.text, data, at, report, ['Text', ...sharedKeys]);
  const text = readText(data, 'Text', at, report);
  const sharedFields = readShared(data, at, report);
  return fields && text && sharedFields && { type: 'text', text, ...sharedFields };
}

function readSearchBlock(data: JsonObject, at: KeyPath, report: ContentReport): Block | undefined {
  const fields = readFields(blocks.search, data, at, report, ['Query', ...sharedKeys]);
  const query = readText(data, 'Query', at, report);
  const sharedFields = readShared(data, at, report);
  if (!fields || !query || !sharedFields) return undefined;
  const budget = fields.Budget !== undefined && { budget: fields.Budget };
  return { type: 'search', sources: fields.Sources, query, ...budget, ...sharedFields };
}

function readMediaBlock(
  type: 'image' | 'audio',
  data: JsonObject,
  at: KeyPath,
  report: ContentReport,
): Block | undefined {
  const form = onlyForm(data, ['File', 'Data'], at, report);
  if (form === 'none') {
    error(report, at, `This ${type} has no content: add File, a path in the media folder, or Data, base64.`);
  }
  const fields =
    type === 'image'
      ? readFields(blocks.image, data, at, report, [...sharedKeys])
      : readFields(blocks.audio, data, at, report, [...sharedKeys]);
  const sharedFields = readShared(data, at, report);
  const media = fields && readMediaBytes(fields);
  if (!media || !sharedFields || form === 'several') return undefined;
  const mimeType = fields.MimeType ?? (media.kind === 'file' ? mimeTypeOfName(media.file) : undefined);
  if (!mimeType?.startsWith(`${type}/`)) {
    const example = type === 'image' ? 'image/png' : 'audio/wav';
    return error(report, at, `This ${type} has no known MIME type: add MimeType, such as ${example}.`);
  }
  return { type, media, mimeType, ...sharedFields };
}

function readResource(data: JsonObject, at: KeyPath, report: ContentReport): Block | undefined {
  const form = onlyForm(data, ['Text', 'File', 'Data'], at, report);
  const fields = readFields(blocks.resource, data, at, report, ['Text', 'Resource', ...sharedKeys]);
  const sharedFields = readShared(data, at, report);
  const details = readResourceDetails(data, at, report);
  if (form === 'none') {
    return error(
      report,
      at,
      'This resource has no content: add Text, File (a path in the media folder) or Data (base64).',
    );
  }
  const text = form === 'Text' ? readText(data, 'Text', at, report) : undefined;
  const media = fields && readMediaBytes(fields);
  const body = text ? ({ kind: 'text', text } as const) : media;
  if (!fields || !sharedFields || !details || !body || form === 'several') return undefined;
  const mimeType =
    fields.MimeType ??
    (body.kind === 'file' ? mimeTypeOfName(body.file) : mimeTypeOfName(fields.Uri)) ??
    (body.kind === 'text' ? 'text/plain' : undefined);
  if (mimeType === undefined) {
    return error(report, at, 'This resource has no known MIME type: add MimeType, such as application/pdf.');
  }
  report.texts.push({ text: { kind: 'uri', template: fields.Uri }, at: [...at, 'Uri'] });
  return { type: 'resource', uri: fields.Uri, mimeType, body, ...details, ...sharedFields };
}

/** `{}` when absent; undefined after an error. */
function readResourceDetails(
  data: JsonObject,
  at: KeyPath,
  report: ContentReport,
): { resource?: ResourceDetails } | undefined {
  const value = data.Resource;
  if (value === undefined || value === null) return {};
  const inside = [...at, 'Resource'];
  if (!isJsonObject(value))
    return error(report, inside, 'Resource must be a set of the keys Title, Size, Annotations and Meta.');
  const fields = readFields(resourceDetails, value, inside, report, ['Annotations', 'Meta']);
  const hints = readHints(value, inside, report);
  if (!fields || !hints) return undefined;
  return {
    resource: {
      ...(fields.Title !== undefined && { title: fields.Title }),
      ...(fields.Size !== undefined && { size: fields.Size }),
      ...hints,
    },
  };
}

function readResourceLink(data: JsonObject, at: KeyPath, report: ContentReport): Block | undefined {
  const fields = readFields(blocks.resource_link, data, at, report, ['Icons', ...sharedKeys]);
  const icons = readIcons(data, at, report);
  const sharedFields = readShared(data, at, report);
  if (!fields || !icons || !sharedFields) return undefined;
  return {
    type: 'resource_link',
    uri: fields.Uri,
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
    ...(fields.MimeType !== undefined && { mimeType: fields.MimeType }),
    ...(fields.Size !== undefined && { size: fields.Size }),
    ...icons,
    ...sharedFields,
  };
}

function readMediaBytes(fields: { File?: string | undefined; Data?: string | undefined }): MediaBytes | undefined {
  if (fields.File !== undefined) return { kind: 'file', file: mediaPath(fields.File) };
  return fields.Data === undefined ? undefined : { kind: 'data', data: compactBase64(fields.Data) };
}
