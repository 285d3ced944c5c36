/**
 * Schemas that several kinds of definition files share. Keys have their canonical spelling. A message continues the name
 * of the key ("Uri" + "must be …") and says what to do; `../problems/findings.ts` joins the two.
 */
import * as z from 'zod';
import { isBase64, isIconSource, isMediaPath, isMimeType, isOneLine, isUri } from '../../base/formats.ts';
import { isUriOrTemplate } from '../template/uri-template.ts';

/** Any text but a blank one. */
export const someText = z.string().regex(/\S/, 'must not be empty.');

/** Any text but a blank one, on one line. */
export const label = someText.refine(isOneLine, { error: 'must be one line without control characters.' });

export const uri = z.string().refine(isUri, {
  error: 'must be an absolute URI such as docs://guide/start; write other characters percent-encoded.',
});

export const uriOrTemplate = z.string().refine(isUriOrTemplate, {
  error:
    'must be an absolute URI such as docs://guide/start, or a template with arguments in braces such as docs://cities/{city}; write other characters percent-encoded.',
});

export const webAddress = z.string().regex(/^https?:\/\/\S+$/, 'must be an http: or https: address.');

export const mimeType = z.string().refine(isMimeType, { error: 'must be a MIME type such as text/markdown.' });

const base64 = z.string().refine(isBase64, {
  error:
    'must be base64 (A–Z, a–z, 0–9, + and /, padded with =); to use a file of the media folder write File instead.',
});

export const mediaFile = z.string().refine(isMediaPath, {
  error: 'must be a path inside the media folder, such as images/logo.png, with forward slashes and without "..".',
});

/** Bytes: exactly one of the two is written. */
export const media = {
  File: mediaFile.optional().describe('A file inside the media folder of the workspace.'),
  Data: base64.optional().describe('The bytes, in base64.'),
};

export const template = z
  .object({
    StringTemplate: z
      .string()
      .describe('Text with slots: an argument name between backticks is replaced by its value.'),
  })
  .meta({ id: 'StringTemplate' });

/** Text with slots that a model reads. */
export const fencedTemplate = template
  .extend({
    Fence: z
      .enum(['boundary', 'escape', 'none'])
      .optional()
      .describe(
        'Keeps values apart from the text: boundary puts them between tags that are new in every answer, escape rewrites tags, code fences and roles in them. Default: none.',
      ),
  })
  .meta({ id: 'FencedTemplate' });

/** Plain text, or text with slots. */
export const text = z.union([z.string(), template]).meta({ id: 'Text' });

export const role = z.enum(['user', 'assistant']);

export const annotations = z
  .object({
    Audience: z.array(role).optional().describe('Who the content is for: user, assistant, or both.'),
    Priority: z
      .number()
      .min(0, 'must be between 0 and 1.')
      .max(1, 'must be between 0 and 1.')
      .optional()
      .describe('0 is entirely optional, 1 is required.'),
    LastModified: z
      .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], {
        error: 'must be a date and time in ISO 8601, such as 2026-05-03T14:30:00Z.',
      })
      .optional()
      .describe('ISO 8601, such as 2026-05-03T14:30:00Z.'),
  })
  .meta({ id: 'Annotations', description: 'Hints for clients: who the content is for, and how important it is.' });

/** MCP, "General fields": an optional prefix such as com.example/, and a name. */
const metaKey =
  /^([A-Za-z]([\w-]*[A-Za-z0-9])?(\.[A-Za-z]([\w-]*[A-Za-z0-9])?)*\/)?([A-Za-z0-9]([\w.-]*[A-Za-z0-9])?)?$/;

export const meta = z
  .record(z.string(), z.unknown())
  .refine((value) => Object.keys(value).every((key) => metaKey.test(key)), {
    error: 'must have keys such as com.example/shelf: letters, digits, hyphens, underscores and dots.',
  })
  .meta({ id: 'Meta', description: 'Data for programs that know its keys; clients get it as _meta.' });

export const icon = z
  .object({
    Src: z
      .string()
      .refine(isIconSource, { error: 'must be an https:, http: or data: address.' })
      .describe('An https:, http: or data: address.'),
    MimeType: mimeType.optional(),
    Sizes: z
      .array(z.string().regex(/^(any|[1-9]\d*x[1-9]\d*)$/, 'must be a size such as 48x48, or any.'))
      .optional()
      .describe('Such as 48x48, or any for a scalable image.'),
    Theme: z.enum(['light', 'dark']).optional().describe('The background the icon is made for.'),
  })
  .meta({ id: 'Icon' });

export const icons = z.array(icon).describe('Images that clients may show beside the name.');

/** Words that the workbench groups and filters entries by. */
export const tags = z
  .union([label, z.array(label)], { error: 'must be a list of words, such as [review, git].' })
  .optional()
  .describe('Words to group and filter by in the workbench; clients never see them.');

/** What every kind of file begins with. `$schema` is for editors. */
export const head = {
  $schema: z.string().optional().describe('The location of the JSON Schema of this file, for editors.'),
  Title: label.optional().describe('A name for people; clients show it instead of Name where they can.'),
  Description: z.string().optional().describe('What it does, in a sentence.'),
  Icons: icons.optional(),
};
