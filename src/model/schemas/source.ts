/** Source files: where search prompts look. */
import * as z from 'zod';
import { head } from './common.ts';

const list = z.array(z.string().regex(/\S/, 'must not be empty.'));
const base = { ...head };

/** The forms of a source, by `Type`. */
export const sources = {
  Documentation: z.object({
    Type: z.literal('Documentation'),
    ...base,
    Folders: list.min(1, 'must name at least one folder or file.').describe('Folders or files to read.'),
    Include: list.optional().describe('Patterns of files to take, such as **/*.md.'),
    Exclude: list.optional().describe('Patterns of files to leave out.'),
  }),
  WolframAlpha: z.object({
    Type: z.literal('WolframAlpha'),
    ...base,
    BaseUrl: z
      .string()
      .regex(/^https?:\/\/\S+$/, 'must be an http: or https: address.')
      .optional(),
  }),
  MCP: z.object({
    Type: z.literal('MCP'),
    ...base,
    Command: z.string().optional().describe('The program of a server that speaks over standard input and output.'),
    Args: z.array(z.string()).optional(),
    Env: z.record(z.string(), z.string()).optional(),
    Url: z
      .string()
      .regex(/^https?:\/\/\S+$/, 'must be an http: or https: address.')
      .optional()
      .describe('The address of a server that speaks Streamable HTTP.'),
    Tool: z.string().regex(/\S/, 'must not be empty.').describe('The tool to call.'),
    Argument: z
      .string()
      .regex(/\S/, 'must not be empty.')
      .optional()
      .describe('Where the query goes. query unless told.'),
  }),
};

export const source = z
  .discriminatedUnion('Type', [sources.Documentation, sources.WolframAlpha, sources.MCP])
  .meta({ id: 'Source' });
