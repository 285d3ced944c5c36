/** What a definition sends: blocks, messages and the forms of `Content` (docs/specification.md, "Prompt Definition Format"). */
import * as z from 'zod';
import { defaultBudget, maxBudget, minBudget } from '../search.ts';
import {
  annotations,
  fencedTemplate,
  icons,
  label,
  media,
  meta,
  mimeType,
  role,
  text,
  uri,
  uriOrTemplate,
} from './common.ts';
import { condition } from './condition.ts';

export const javascript = z
  .string()
  .regex(/\S/, 'must not be empty: write JavaScript such as (args) => args.name.toUpperCase().');

const wolfram = z
  .object({
    Wolfram: z
      .string()
      .regex(/\S/, 'must not be empty: write Wolfram Language that ends with a function such as ("Hello " <> #name &).')
      .describe(
        'Wolfram Language, for a local wolframscript: statements, the last of them a function of the arguments.',
      ),
  })
  .meta({ id: 'WolframFunction' });

const byteCount = z.int('must be a whole number of bytes.').min(0, 'must not be negative.').describe('In bytes.');

const when = condition.optional();
const annotationFields = { Annotations: annotations.optional(), Meta: meta.optional() };
const sharedFields = { When: when, ...annotationFields };
export const resourceDetails = z
  .object({
    Title: label.optional().describe('A name for people.'),
    Size: byteCount.optional(),
    ...annotationFields,
  })
  .meta({ id: 'ResourceDetails', description: 'What clients get inside the resource, not beside it.' });

const budget = z
  .int(`must be a whole number of tokens, at least ${minBudget}.`)
  .min(minBudget, `must be at least ${minBudget} tokens, so that something fits.`)
  .max(maxBudget, `must be at most ${maxBudget} tokens.`)
  .optional()
  .describe(`Maximum number of tokens in the results. Default: ${defaultBudget}.`);

/** What finds something in sources. */
export const inSources = {
  Sources: z
    .array(label)
    .min(1, 'must name at least one source.')
    .describe('Names of sources: files of the sources folder, or built-in ones.'),
  Budget: budget,
};
const search = {
  Sources: inSources.Sources,
  Query: text.describe('What to look for, usually {StringTemplate: "`query`"}.'),
  Budget: budget,
};

/** The forms of a block that have a `Type`. */
export const blocks = {
  text: z.object({ Type: z.literal('text'), Text: text, ...sharedFields }),
  image: z.object({
    Type: z.literal('image'),
    ...media,
    MimeType: mimeType.regex(/^image\//, 'must begin with image/, such as image/png.').optional(),
    ...sharedFields,
  }),
  audio: z.object({
    Type: z.literal('audio'),
    ...media,
    MimeType: mimeType.regex(/^audio\//, 'must begin with audio/, such as audio/wav.').optional(),
    ...sharedFields,
  }),
  resource: z.object({
    Type: z.literal('resource'),
    Uri: uriOrTemplate.describe(
      'The address that clients use for it. With arguments in braces, such as docs://cities/{city}, it is a resource template.',
    ),
    MimeType: mimeType.optional(),
    Text: text.optional(),
    ...media,
    Resource: resourceDetails.optional(),
    ...sharedFields,
  }),
  resource_link: z.object({
    Type: z.literal('resource_link'),
    Uri: uri,
    Name: label,
    Title: label.optional(),
    Description: z.string().optional(),
    MimeType: mimeType.optional(),
    Size: byteCount.optional(),
    Icons: icons.optional(),
    ...sharedFields,
  }),
  search: z.object({ Type: z.literal('search'), ...search, ...sharedFields }),
};
export const templateBlock = fencedTemplate.extend(sharedFields).meta({ id: 'TemplateBlock' });

export const block = z
  .union([
    z.string(),
    templateBlock,
    blocks.text,
    blocks.image,
    blocks.audio,
    blocks.resource,
    blocks.resource_link,
    blocks.search,
  ])
  .meta({ id: 'Block', description: 'One piece of a message.' });

export const message = z
  .object({
    Role: role.describe('The role that sends the message.'),
    When: when,
    Content: z.union([block, z.array(block)]),
  })
  .meta({ id: 'Message' });

/** The forms of `Content` by key; it can also be a plain string. */
export const contents = {
  StringTemplate: fencedTemplate,
  Function: z.object({
    Function: z
      .union([javascript, wolfram], { error: 'must be JavaScript, or {Wolfram: code}.' })
      .describe(
        'JavaScript: export default (args, context) => …, or an expression that is a function. Or Wolfram Language.',
      ),
  }),
  Search: z.object({ Search: z.object(search) }),
  Messages: z.object({ Messages: z.array(message).min(1, 'must hold at least one message.') }),
};

export const searchContent = contents.Search.shape.Search;
