/** One call of a prompt by a client application, as a line of the log. */
import * as z from 'zod';

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

const message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.object({ type: z.literal('text'), text: z.string() }), media, resource, link]),
});

export const keptCall = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Catalogue name. */
  server: z.string(),
  /** MCP name. */
  prompt: z.string(),
  /** As the client names itself. */
  client: z.exactOptional(z.object({ name: z.string(), version: z.string() })),
  /** The id of the client application that the server is adapted to (`serve --for`). */
  application: z.exactOptional(z.string()),
  /** The arguments that have a value. */
  names: z.array(z.string()),
  /** Absent if the setting leaves them out, or if they are too long. */
  values: z.exactOptional(z.record(z.string(), z.string())),
  /** Absent without values, and if it is too long. */
  answer: z.exactOptional(z.union([z.object({ messages: z.array(message) }), z.object({ error: z.string() })])),
});

export type KeptCall = z.output<typeof keptCall>;
