/** Tool files, after MCP 2025-11-25 `Tool`. */
import * as z from 'zod';
import { head, someText } from './common.ts';
import { content } from './prompt.ts';

const jsonSchema = z.record(z.string(), z.unknown());

const parameter = z
  .object({
    Name: someText,
    Description: z.string().optional(),
    Required: z.boolean().optional(),
    Kind: z.enum(['string', 'integer', 'number', 'boolean']).optional().describe('string unless told.'),
  })
  .meta({ id: 'Parameter' });

export const tool = z
  .object({
    Name: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'must be 1 to 128 of the characters A–Z, a–z, 0–9, _, - and ".".')
      .describe('The name clients call.'),
    ...head,
    Parameters: z.array(parameter).optional(),
    InputSchema: jsonSchema.optional().describe('A JSON Schema for the arguments, in place of Parameters.'),
    OutputSchema: jsonSchema.optional(),
    Content: content,
  })
  .meta({ id: 'Tool' });
