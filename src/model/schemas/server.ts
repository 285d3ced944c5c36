/** Server files: the arguments of `CreateMCPServer` (docs/specification.md, "LLMEvaluator Configuration"). */
import * as z from 'zod';
import { head, label, webAddress } from './common.ts';
import { prompt } from './prompt.ts';
import { tool } from './tool.ts';

/** A catalogue name, a definition, or a list of them; lists within lists are flattened. */
const promptEntry: z.ZodType = z
  .union([label, prompt, z.array(z.lazy(() => promptEntry))])
  .meta({ id: 'MCPPrompts', description: 'A catalogue name, a definition, or a list of them.' });

const toolEntry = z.union([label, tool]);

const callsPerMinute = z
  .number()
  .gt(0, 'must be greater than 0.')
  .max(1_000_000, 'must be at most 1,000,000 calls a minute.');

export const rateLimit = z
  .object({
    PerSecond: z
      .number()
      .gt(0, 'must be greater than 0.')
      .max(100_000, 'must be at most 100,000.')
      .optional()
      .describe('Calls per second by all clients, on average. Default: 20.'),
    Burst: z
      .int('must be a whole number of calls.')
      .min(1, 'must be at least 1.')
      .max(1_000_000, 'must be at most 1,000,000.')
      .optional()
      .describe('Maximum number of calls at once, after a pause. Default: twice PerSecond.'),
    PerClient: callsPerMinute.optional().describe('Calls per minute by one client.'),
    PerTool: z
      .record(z.string(), callsPerMinute)
      .optional()
      .describe('Calls per minute of one tool, by the Name of the tool: {get_weather: 10}.'),
  })
  .meta({ id: 'RateLimit', description: 'The limit on tool calls. Default: 20 a second and 40 at once.' });

export const server = z
  .object({
    Name: label.describe('The server as clients know it: /mcp__name__prompt. Letters, digits, hyphen and underscore.'),
    ...head,
    Version: label.optional().describe('Default: 1.0.0. Quote it, so that it stays text.'),
    Instructions: z.string().optional().describe('What a client tells its model about this server.'),
    WebsiteUrl: webAddress.optional().describe('A web page about the server.'),
    Tools: z
      .union([toolEntry, z.array(toolEntry)])
      .optional()
      .describe('Tools by catalogue name, or definitions in place.'),
    PromptsAsTools: z
      .boolean()
      .optional()
      .describe('Offers every prompt as a tool too, for clients that show no prompts.'),
    Skills: z.array(label).optional().describe('Skills of the folder skills, by catalogue name.'),
    RateLimit: rateLimit.optional(),
    RecordValues: z
      .boolean()
      .optional()
      .describe('Whether the usage rows of a team server have the values of arguments. Default: their salted hashes.'),
    MCPPrompts: promptEntry.optional(),
  })
  .meta({ id: 'Server' });
