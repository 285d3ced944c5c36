/** `When`: the condition of a message or a block. */
import * as z from 'zod';
import { label } from './common.ts';

const value = z.union([z.string(), z.number(), z.boolean()]);

const values = z.union([value, z.array(value).min(1, 'must have at least one value.')], {
  error: 'must be a value, or a list of values.',
});

export const condition = z
  .object({
    Argument: label.describe('The argument that the condition depends on.'),
    Is: values.optional().describe('Met if the argument has this value, or one of these values.'),
    IsNot: values.optional().describe('Met if the argument has none of these values.'),
    IsEmpty: z.boolean().optional().describe('true: met if the argument has no value. false: met if it has one.'),
  })
  .meta({
    id: 'Condition',
    description: 'When the part belongs to the answer: Argument, and one of Is, IsNot, IsEmpty.',
  });
