/** Reads the parts that prompts, servers and blocks share. */

import * as z from 'zod';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Annotations, Icon } from '../definitions.ts';
import { error, type Report, readFields } from '../problems/findings.ts';
import { annotations as annotationsSchema, icon as iconSchema, meta as metaSchema } from '../schemas/common.ts';

/** `{}` when absent; undefined after an error. */
function readAnnotations(data: JsonObject, at: KeyPath, report: Report): { annotations?: Annotations } | undefined {
  const value = data.Annotations;
  if (value === undefined || value === null) return {};
  const inside = [...at, 'Annotations'];
  if (!isJsonObject(value)) {
    return error(report, inside, 'Annotations must be a set of the keys Audience, Priority and LastModified.');
  }
  const fields = readFields(annotationsSchema, value, inside, report);
  return (
    fields && {
      annotations: {
        ...(fields.Audience !== undefined && { audience: fields.Audience }),
        ...(fields.Priority !== undefined && { priority: fields.Priority }),
        ...(fields.LastModified !== undefined && { lastModified: asInstant(fields.LastModified) }),
      },
    }
  );
}

/** `Annotations` and `Meta`, of a block or of the resource in it. `{}` when absent; undefined after an error. */
export function readHints(
  data: JsonObject,
  at: KeyPath,
  report: Report,
): { annotations?: Annotations; _meta?: JsonObject } | undefined {
  const annotations = readAnnotations(data, at, report);
  const fields = readFields(metaFields, { Meta: data.Meta ?? null }, at, report);
  return annotations && fields && { ...annotations, ...readMeta(fields) };
}

const metaFields = z.object({ Meta: metaSchema.optional() });

/** `{}` without any. */
export function readMeta({ Meta }: { readonly Meta?: JsonObject | undefined }): { _meta?: JsonObject } {
  return Meta === undefined ? {} : { _meta: Meta };
}

/** Clients accept only a full timestamp: a date becomes midnight, and a time without a zone is in UTC. */
function asInstant(text: string): string {
  if (!text.includes('T')) return `${text}T00:00:00Z`;
  return /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
}

/** The tags of a definition, each once. `{}` without any. */
export function readTags({ Tags }: { readonly Tags?: string | readonly string[] | undefined }): {
  tags?: readonly string[];
} {
  const tags = typeof Tags === 'string' ? [Tags] : (Tags ?? []);
  return tags.length === 0 ? {} : { tags: [...new Set(tags.map((tag) => tag.trim()))] };
}

/** `{}` when absent; undefined after an error. */
export function readIcons(data: JsonObject, at: KeyPath, report: Report): { icons?: readonly Icon[] } | undefined {
  const value = data.Icons;
  if (value === undefined || value === null) return {};
  const inside = [...at, 'Icons'];
  if (!Array.isArray(value)) return error(report, inside, 'Icons must be a list of {Src, MimeType, Sizes}.');
  const icons = value.map((icon, index) => readIcon(icon, [...inside, index], report));
  const validIcons = icons.filter((icon) => icon !== undefined);
  return validIcons.length === icons.length ? { icons: validIcons } : undefined;
}

function readIcon(value: unknown, at: KeyPath, report: Report): Icon | undefined {
  if (!isJsonObject(value))
    return error(report, at, 'An icon must have the key Src, an https:, http: or data: address.');
  const fields = readFields(iconSchema, value, at, report);
  return (
    fields && {
      src: fields.Src,
      ...(fields.MimeType !== undefined && { mimeType: fields.MimeType }),
      ...(fields.Sizes !== undefined && { sizes: fields.Sizes }),
      ...(fields.Theme !== undefined && { theme: fields.Theme }),
    }
  );
}
