/** Source files: where search prompts look. */
import * as z from 'zod';
import { head, someText, webAddress } from './common.ts';

const list = z.array(someText);

/** The forms of a source, by `Type`. */
export const sources = {
  Documentation: z.object({
    Type: z.literal('Documentation'),
    ...head,
    Folders: list.min(1, 'must name at least one folder or file.').describe('Folders or files to read.'),
    Include: list.optional().describe('Patterns of files to take, such as **/*.md.'),
    Exclude: list.optional().describe('Patterns of files to leave out.'),
  }),
  WolframAlpha: z.object({
    Type: z.literal('WolframAlpha'),
    ...head,
    BaseUrl: webAddress.optional(),
  }),
  MCP: z.object({
    Type: z.literal('MCP'),
    ...head,
    Command: z.string().optional().describe('The program of a server that speaks over standard input and output.'),
    Args: z.array(z.string()).optional(),
    Env: z.record(z.string(), z.string()).optional(),
    Url: webAddress.optional().describe('The address of a server that speaks Streamable HTTP.'),
    Tool: someText.describe('The tool to call.'),
    Argument: someText.optional().describe('Where the query goes. query unless told.'),
  }),
};

export const source = z
  .discriminatedUnion('Type', [sources.Documentation, sources.WolframAlpha, sources.MCP])
  .meta({ id: 'Source' });
