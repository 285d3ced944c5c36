/** One call of a prompt or tool by a client application, as a line of the log. */
import * as z from 'zod';
import { formReply } from '../contract/shapes/dialogue.ts';

const media = z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() });
const resource = z.object({
  type: z.literal('resource'),
  resource: z.union([
    z.object({ uri: z.string(), mimeType: z.string(), text: z.string() }),
    z.object({ uri: z.string(), mimeType: z.string(), blob: z.string() }),
  ]),
});
const link = z.object({
  type: z.literal('resource_link'),
  uri: z.string(),
  name: z.string(),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
});

const block = z.union([z.object({ type: z.literal('text'), text: z.string() }), media, resource, link]);
const message = z.object({ role: z.enum(['user', 'assistant']), content: block });
const toolResult = z.object({
  content: z.array(block),
  isError: z.exactOptional(z.boolean()),
  structuredContent: z.exactOptional(z.record(z.string(), z.json())),
});

export const keptCall = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Catalogue name. */
  server: z.string(),
  kind: z.enum(['prompt', 'tool']),
  /** MCP name of the prompt or tool. */
  name: z.string(),
  /** As the client names itself. */
  client: z.exactOptional(z.object({ name: z.string(), version: z.string() })),
  /** The id of the client application that the server is adapted to (`serve --for`). */
  application: z.exactOptional(z.string()),
  /** The arguments that have a value. */
  names: z.array(z.string()),
  /** Milliseconds until the answer; absent for a call that asked a person, and in calls of an earlier version. */
  ms: z.exactOptional(z.number()),
  /** The answer was an error. */
  failed: z.exactOptional(z.literal(true)),
  /** Absent if the setting leaves them out, or if they are too long. Those of a prompt are texts. */
  values: z.exactOptional(z.record(z.string(), z.json())),
  /** The number of forms that a person answered; absent for a call that did not ask. */
  forms: z.exactOptional(z.number()),
  /** What the person answered to the forms, in order. Absent without values. */
  replies: z.exactOptional(z.array(formReply)),
  /** Absent without values, and if it is too long. */
  answer: z.exactOptional(
    z.union([
      z.object({ messages: z.array(message) }),
      z.object({ result: toolResult }),
      z.object({ error: z.string() }),
    ]),
  ),
});

export type KeptCall = z.output<typeof keptCall>;
