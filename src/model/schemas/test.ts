/** `Tests` of prompts and tools. The words of `Expect` are those of other test programs for prompts. */
import * as z from 'zod';
import { label, role } from './common.ts';

const text = z.string().describe('Text as it is, with capitals and spaces.');
const someText = z.string().regex(/\S/, 'must not be empty: write the text to look for.');
const jsonSchema = z.record(z.string(), z.unknown());
const count = z.int('must be a whole number.').min(0, 'must be 0 or more.');

/** Words that the answers of prompts and tools have alike. */
const words = {
  as: z
    .array(label)
    .min(1, 'must name client applications, such as [claude-code].')
    .optional()
    .describe(
      'Ids of client applications: the entry is about what their models read. An entry with nothing else repeats the whole list for them.',
    ),
  contains: someText.optional().describe('The text has these words.'),
  'not-contains': someText.optional().describe('The text does not have these words.'),
  equals: text.optional().describe('The whole text, except blanks at its ends.'),
  'starts-with': someText.optional().describe('The text begins with these words.'),
  regex: z
    .string()
    .refine(isPattern, { error: 'must be a regular expression: check its brackets and backslashes.' })
    .optional()
    .describe('A regular expression that some of the text matches.'),
  'is-json': z
    .union([z.literal(true), jsonSchema], { error: 'must be true, or a JSON Schema.' })
    .optional()
    .describe('The text is JSON; with a JSON Schema, JSON of that form.'),
  'tokens-at-most': count.optional().describe('The maximum number of tokens in the text, by estimate.'),
  error: z
    .union([z.literal(true), z.string(), z.object({ Code: z.int().optional(), Contains: z.string().optional() })], {
      error: 'must be true, text of the message, or {Code, Contains}.',
    })
    .optional()
    .describe('The server answers with an error: true for any, text of its message, or its code.'),
  'search-finds': z
    .union([someText, z.object({ Page: someText, Within: count.min(1, 'must be 1 or more.').optional() })], {
      error: 'must be a page, or {Page, Within}.',
    })
    .optional()
    .describe('The model gets a passage of this page: its location, address or title, within the first n passages.'),
  snapshot: z
    .literal(true, { error: 'must be true.' })
    .optional()
    .describe('The text is the one that is kept under snapshots/; test --update writes it.'),
};

const onlyPrompts = {
  messages: z
    .union([count, z.object({ Count: count.optional(), Roles: z.array(role).optional() })], {
      error: 'must be a number of messages, or {Count, Roles}.',
    })
    .optional()
    .describe('The number of messages, and their roles in order.'),
  'cannot-escape': z
    .literal(true, { error: 'must be true.' })
    .optional()
    .describe('No value of an argument closes the tag or code fence around it, or begins a line with a role.'),
  'same-as': z
    .object({ Sample: label.optional(), Client: label.optional() })
    .optional()
    .describe('The text is the same as for another sample, or as the model of a client application reads it.'),
};

const onlyTools = {
  'is-error': z.boolean().optional().describe('Whether the result says that the call failed.'),
  structured: jsonSchema.optional().describe('Values that the structured content has; it may have more.'),
};

const onlyAnswers = {
  'llm-rubric': someText
    .optional()
    .describe('A sentence about a good answer, by which the model of the runner judges it.'),
  'latency-at-most': z
    .number()
    .positive('must be more than 0.')
    .optional()
    .describe('The maximum time for the whole answer, in milliseconds.'),
  'cost-at-most': z
    .number()
    .min(0, 'must be 0 or more.')
    .optional()
    .describe('The maximum cost in US dollars, as the runner reports it.'),
};

export const answerExpectation = z
  .object({
    contains: words.contains,
    'not-contains': words['not-contains'],
    equals: words.equals,
    'starts-with': words['starts-with'],
    regex: words.regex,
    'is-json': words['is-json'],
    'tokens-at-most': words['tokens-at-most'],
    ...onlyAnswers,
  })
  .meta({ id: 'AnswerExpectation' });

export const answerTest = z
  .object({
    Expect: z
      .array(answerExpectation)
      .min(1, 'must hold at least one entry.')
      .describe("What must hold of a model's answer."),
    Repeat: count
      .min(1, 'must be 1 or more.')
      .max(100, 'must be 100 or less.')
      .optional()
      .describe('How often. Default: 1.'),
    Share: z
      .number()
      .min(0, 'must be from 0 to 1.')
      .max(1, 'must be from 0 to 1.')
      .optional()
      .describe('The share of the runs in which each entry must hold. Default: 1.'),
  })
  .meta({ id: 'AnswerTest', description: 'Run only with test --with RUNNER.' });

export const promptExpectation = z.object({ ...words, ...onlyPrompts }).meta({ id: 'Expectation' });
export const toolExpectation = z.object({ ...words, ...onlyTools }).meta({ id: 'ToolExpectation' });

export const promptTest = z
  .object({
    Name: label,
    Sample: label.optional().describe('The sample whose values the test takes.'),
    Arguments: z.record(z.string(), z.string()).optional().describe('Values, in place of those of the sample.'),
    Expect: z
      .array(promptExpectation)
      .optional()
      .describe('What must hold of the answer; by default, that there is one.'),
    Answer: answerTest.optional(),
  })
  .meta({ id: 'Test', description: 'A test of what clients receive.' });

export const toolTest = z
  .object({
    Name: label,
    Arguments: z.record(z.string(), z.unknown()).optional().describe('The arguments of the call.'),
    Expect: z
      .array(toolExpectation)
      .optional()
      .describe('What must hold of the result; by default, that the call succeeds.'),
  })
  .meta({ id: 'ToolTest', description: 'A test of what a call returns.' });

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
