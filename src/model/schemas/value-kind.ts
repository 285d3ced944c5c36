/** What a value may be: the same words for a prompt's arguments and a tool's parameters. */
import * as z from 'zod';
import type { ValueKind } from '../definitions.ts';
import { label } from './common.ts';

export const valueKinds = [
  'text',
  'choice',
  'choices',
  'number',
  'integer',
  'boolean',
  'date',
  'email',
  'url',
] as const satisfies readonly ValueKind[];

export const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'must be text, a number, true or false.',
});

export const titledChoice = z
  .object({
    Value: scalar.describe('The value that fills the slot.'),
    Title: label.optional().describe('A name for people; forms show it instead of the value.'),
  })
  .meta({ id: 'Choice' });

/** The keys beside `Kind` that limit a value. */
export const valueLimits = {
  Multiline: z.boolean().optional().describe('Whether the text may have several lines. Only for text.'),
  Choices: z
    .array(z.union([scalar, titledChoice]))
    .min(1, 'must hold at least one value.')
    .optional()
    .describe('The allowed values, or {Value, Title}. Only for choice and choices.'),
  Minimum: z.number().optional().describe('The smallest allowed number. Only for number and integer.'),
  Maximum: z.number().optional().describe('The largest allowed number. Only for number and integer.'),
};
