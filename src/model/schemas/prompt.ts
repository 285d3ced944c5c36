/** Prompt files and inline definitions (docs/specification.md, "Prompt Definition Format"; MCP 2025-11-25 `Prompt`). */
import * as z from 'zod';
import { isSampleFile } from '../../base/formats.ts';
import { globFault } from '../../base/glob.ts';
import type { Asking } from '../definitions.ts';
import { isUnusableName } from '../prompt/argument-names.ts';
import { head, label, meta, someText, tags } from './common.ts';
import { contents, javascript } from './content.ts';
import { skill } from './skill.ts';
import { promptTest } from './test.ts';
import { scalar, valueKinds, valueLimits } from './value-kind.ts';

const glob = z
  .string()
  .regex(/\S/, 'must not be empty: write a pattern such as docs/**/*.md.')
  .refine((value) => !/^[/~]|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)/.test(value), {
    error: 'must stay inside the workspace: write a pattern such as docs/**/*.md, without "..".',
  })
  .refine((value) => globFault(value) === undefined, { error: ({ input }) => globFault(String(input)) });

/** The forms of `Complete`. */
export const completions = {
  values: z.array(z.string()).describe('The values to offer.'),
  files: z.object({ Files: glob.describe('Offers the files of the workspace that match, such as docs/**/*.md.') }),
  function: z.object({ Function: javascript.describe('JavaScript: (value, args) => a list of strings.') }),
};

const askingSchema = z.enum(['never', 'missing', 'always'] as const satisfies readonly Asking[]);

export const argument = z
  .object({
    Name: label
      .refine((name) => !isUnusableName(name), { error: 'cannot be __proto__: choose another name.' })
      .describe('The name of the slot: city fills `city` between backticks.'),
    Title: label.optional().describe('A name for people.'),
    Description: z.string().optional().describe('What to enter, in a few words.'),
    Required: z.boolean().optional().describe('Whether the client must ask for it. Default: false.'),
    RestOfLine: z
      .boolean()
      .optional()
      .describe('The last argument takes every word to the end of the line, in clients that split lines into words.'),
    Kind: z.enum(valueKinds).optional().describe('What the value is. Default: text.'),
    ...valueLimits,
    Default: z
      .union([scalar, z.array(scalar)])
      .optional()
      .describe('Fills the slot when the argument is left out, and its field in a form.'),
    Complete: z
      .union([completions.values, completions.files, completions.function])
      .optional()
      .describe('What to offer while the argument is typed.'),
    Ask: askingSchema
      .optional()
      .describe(
        'Whether clients that can show a form ask for the value: never, if it is missing, or always. Default: Ask of the prompt.',
      ),
    AskWhen: z
      .record(z.string(), z.array(scalar).min(1, 'must hold at least one value.'))
      .optional()
      .describe('Ask only if each of these arguments has one of its values, such as {language: [French, German]}.'),
  })
  .meta({ id: 'Argument' });

const content = z
  .union([z.string(), contents.StringTemplate, contents.Function, contents.Search, contents.Messages])
  .meta({ id: 'Content', description: 'What the client gets.' });

export const sample = z
  .object({
    Name: label,
    Arguments: z.record(z.string(), z.string()).describe('A value for each argument.'),
  })
  .meta({ id: 'Sample' });

const sampleFile = z
  .object({
    File: z
      .string()
      .refine(isSampleFile, {
        error: 'must be a file of the folder samples that ends with .csv, .tsv, .jsonl or .ndjson, such as cases.csv.',
      })
      .describe('A table in the folder samples, such as cases.csv: a column for each argument, a row for each sample.'),
  })
  .meta({ id: 'SampleFile' });

/** The forms of `Samples`. */
export const sampleSets = { list: z.array(sample), file: sampleFile };

export const prompt = z
  .object({
    Name: label.describe('The name clients show: /mcp__server__name. Lower case with hyphens reads best.'),
    ...head,
    Tags: tags,
    Meta: meta.optional(),
    Ask: askingSchema
      .optional()
      .describe(
        'Ask of the arguments that have none: always; or missing, for required arguments only. Default: never.',
      ),
    Message: someText.optional().describe('The sentence above the form.'),
    Arguments: z.array(argument).optional().describe('What the prompt asks for, in the order in which clients ask.'),
    Type: z.enum(['Automatic', 'Text', 'Function']).optional().describe('Derived from Content; you can leave it out.'),
    Content: content,
    Skill: z
      .union([z.boolean(), skill])
      .optional()
      .describe('Whether models also get the prompt as a skill: true, or how.'),
    Samples: z
      .union([sampleSets.list, sampleSets.file])
      .optional()
      .describe('Named sets of argument values, for preview and tests: a list, or {File: cases.csv}.'),
    Tests: z.array(promptTest).optional().describe('What must hold of the answers to values.'),
  })
  .meta({ id: 'Prompt' });
