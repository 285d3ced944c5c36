/** Converts content blocks of the protocol (MCP 2025-11-25 `ContentBlock`) to blocks of the file format. */
import { isBase64, isMimeType, isUri } from '../../base/formats.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { meta as metaSchema } from '../../model/schemas/common.ts';

/** Undefined if the block does not match the protocol. */
export function blockOf(block: JsonObject): JsonObject | undefined {
  switch (block.type) {
    case 'image':
    case 'audio':
      if (typeof block.data !== 'string' || !isBase64(block.data) || !isMime(block.mimeType)) return undefined;
      return { Type: block.type, Data: block.data, MimeType: block.mimeType, ...hintsOf(block) };
    case 'resource':
      return resource(block);
    case 'resource_link':
      if (!isAddress(block.uri) || typeof block.name !== 'string' || block.name.trim() === '') return undefined;
      return {
        Type: 'resource_link',
        Uri: block.uri,
        Name: block.name,
        ...text('Title', block.title),
        ...text('Description', block.description),
        ...(isMime(block.mimeType) && { MimeType: block.mimeType }),
        ...(isByteCount(block.size) && { Size: block.size }),
        ...hintsOf(block),
      };
    default:
      return undefined;
  }
}

function resource(block: JsonObject): JsonObject | undefined {
  const inner = isJsonObject(block.resource) ? block.resource : {};
  if (!isAddress(inner.uri)) return undefined;
  const body =
    typeof inner.text === 'string'
      ? { Text: inner.text }
      : typeof inner.blob === 'string' && isBase64(inner.blob)
        ? { Data: inner.blob }
        : undefined;
  if (!body) return undefined;
  const mimeType = isMime(inner.mimeType) ? inner.mimeType : 'Text' in body ? 'text/plain' : 'application/octet-stream';
  const details = {
    ...text('Title', inner.title),
    ...(isByteCount(inner.size) && { Size: inner.size }),
    ...hintsOf(inner),
  };
  const resource = Object.keys(details).length > 0 && { Resource: details };
  return { Type: 'resource', Uri: inner.uri, MimeType: mimeType, ...body, ...resource, ...hintsOf(block) };
}

function hintsOf({ annotations, _meta }: JsonObject): JsonObject {
  return { ...annotationsOf(annotations), ...metaOf(_meta) };
}

/** `_meta` in the file format. Left out with a key that MCP does not allow. */
export function metaOf(meta: unknown): JsonObject {
  const isMeta = isJsonObject(meta) && Object.keys(meta).length > 0 && metaSchema.safeParse(meta).success;
  return isMeta ? { Meta: meta } : {};
}

function isByteCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function annotationsOf(annotations: unknown): JsonObject {
  if (!isJsonObject(annotations)) return {};
  const { audience, priority, lastModified } = annotations;
  const isAudience = Array.isArray(audience) && audience.every((role) => role === 'user' || role === 'assistant');
  const hints = {
    ...(isAudience && { Audience: audience }),
    ...(typeof priority === 'number' && priority >= 0 && priority <= 1 && { Priority: priority }),
    ...(typeof lastModified === 'string' && !Number.isNaN(Date.parse(lastModified)) && { LastModified: lastModified }),
  };
  return Object.keys(hints).length === 0 ? {} : { Annotations: hints };
}

function text(key: string, value: unknown): JsonObject {
  return typeof value === 'string' && value.trim() !== '' ? { [key]: value } : {};
}

function isMime(value: unknown): value is string {
  return typeof value === 'string' && isMimeType(value);
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && isUri(value);
}
