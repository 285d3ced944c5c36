/** Tool files and the inline definitions of `Tools`, after MCP 2025-11-25 `Tool`. */
import * as z from 'zod';
import { wordList } from '../../base/text/word-list.ts';
import { searchOptions } from '../search.ts';
import { head, label, meta, tags } from './common.ts';
import { block, contents, inSources, searchContent } from './content.ts';
import { toolTest } from './test.ts';
import { valueKinds, valueLimits } from './value-kind.ts';

const jsonSchema = z.record(z.string(), z.unknown());

/** The kinds of a value, and the types of JSON that no form has; `string` is another word for text. */
const parameterKinds = [...valueKinds, 'string', 'array', 'object'] as const;

export const parameter = z
  .object({
    Name: label.describe('The name of the argument; city fills the slot `city` between backticks.'),
    Title: label.optional().describe('A name for people.'),
    Description: z.string().optional().describe('What to enter; the model that calls the tool reads this.'),
    Required: z.boolean().optional().describe('Whether a call without it is refused. Default: false.'),
    Kind: z
      .union([z.enum(parameterKinds), z.array(z.union([z.string(), z.number(), z.boolean()])).min(1)], {
        error: `must be ${parameterKinds.slice(0, -1).join(', ')} or ${parameterKinds.at(-1)}, or a list of the values to choose from.`,
      })
      .optional()
      .describe('What the value is. Default: text. A list names the only allowed values.'),
    ...valueLimits,
    Default: z.unknown().optional().describe('The value if the argument is left out.'),
  })
  .meta({ id: 'Parameter' });

export const toolAnnotations = z
  .object({
    ReadOnlyHint: z.boolean().optional().describe('The tool changes nothing.'),
    DestructiveHint: z.boolean().optional().describe('The tool may delete or overwrite something.'),
    IdempotentHint: z.boolean().optional().describe('Calling it twice is the same as calling it once.'),
    OpenWorldHint: z.boolean().optional().describe('The tool interacts with the outside world, such as the web.'),
  })
  .meta({ id: 'ToolAnnotations', description: 'Hints for clients about how the tool behaves.' });

/** What a search has only in a tool. */
export const searchOfTool = z.object({
  Options: z
    .union([z.literal(false), z.array(z.enum(searchOptions))], {
      error: `must be false, or a list of ${wordList(searchOptions, 'or')}.`,
    })
    .optional()
    .describe('Optional arguments that clients get beside those of Parameters. Default: all; false: none.'),
  Structured: z
    .boolean()
    .optional()
    .describe('Whether clients also get the places of the results as structured content and resource links.'),
});

/** The forms of `Content` that only tools have, or have otherwise, by the key that names them. */
export const toolContents = {
  Search: z.object({ Search: searchContent.extend(searchOfTool.shape) }),
  Read: z.object({ Read: z.object(inSources) }),
  Blocks: z.object({ Blocks: z.array(block).min(1, 'must hold at least one block.') }),
  Prompt: z.object({ Prompt: label.describe('A prompt of this server by its Name, or any by its catalogue name.') }),
  MCP: z.object({
    MCP: z.object({
      Source: label.describe('A file of the sources folder whose Type is MCP.'),
      Tool: label.describe('The tool of that server.'),
    }),
  }),
};

const content = z
  .union([
    z.string(),
    contents.StringTemplate,
    contents.Function,
    toolContents.Search,
    toolContents.Read,
    toolContents.Blocks,
    toolContents.Prompt,
    toolContents.MCP,
  ])
  .meta({ id: 'ToolContent', description: 'What a call returns.' });

export const tool = z
  .object({
    Name: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'must be 1 to 128 of the characters A–Z, a–z, 0–9, _, - and ".".')
      .describe('The name clients call.'),
    ...head,
    Tags: tags,
    Meta: meta.optional(),
    Annotations: toolAnnotations.optional(),
    Parameters: z.array(parameter).optional().describe('What the tool asks for.'),
    InputSchema: jsonSchema.optional().describe('A JSON Schema for the arguments, in place of Parameters.'),
    OutputSchema: jsonSchema.optional().describe('A JSON Schema for what the tool answers.'),
    Content: content,
    Tests: z.array(toolTest).optional().describe('What must hold of the results of calls.'),
  })
  .meta({ id: 'Tool' });
