/** What a real `prompts/get` answered. */
import * as z from 'zod';
import { json } from './common.ts';

const exchange = z.object({ request: json, response: json, milliseconds: z.number() });

/** What one real `prompts/get` answered. */
export const preview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('result'),
    description: z.exactOptional(z.string()),
    /** Protocol messages, as the client received them. */
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: json })),
    exchange,
  }),
  z.object({ kind: z.literal('error'), code: z.number(), message: z.string(), exchange }),
]);
