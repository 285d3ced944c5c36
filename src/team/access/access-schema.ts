/** The keys of `access.yaml`: who sees which servers, prompts and tools. Unknown keys are errors: one may hide something. */
import * as z from 'zod';
import { scopes } from './scopes.ts';

const maxEntries = 10_000;

const name = z.string().regex(/\S/, 'must not be empty.').max(256, 'must have at most 256 characters.');

const pattern = name.describe('A name, in which * is any text. Case matters.');

const patterns = z.array(pattern).max(maxEntries, `must have at most ${maxEntries} entries.`);

const grant = z
  .union([
    pattern,
    z.strictObject({
      Server: pattern.describe('The name of a server’s file, in which * is any text.'),
      Prompts: patterns
        .optional()
        .describe('The prompts, as clients know them. Default: all; none if only Tools is written.'),
      Tools: patterns.optional().describe('The tools, likewise. Default: all; none if only Prompts is written.'),
      Except: patterns.optional().describe('Prompts and tools that this entry does not show.'),
    }),
  ])
  .meta({ id: 'Grant', description: 'A server, or a map that names a server and what is shown of it.' });

const grants = z.array(grant).max(maxEntries, `must have at most ${maxEntries} entries.`);

const token = z
  .strictObject({
    Name: name.describe('What uses the token: it is the subject in the usage rows.'),
    Hash: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits: make it with "team-token".')
      .describe('Of the token. The command team-token writes it.'),
    Scopes: z.array(z.enum(scopes)).optional().describe('Default: prompts:read.'),
    Groups: z.array(name).optional().describe('Groups of this file.'),
    Expires: z.iso
      .date({ error: 'must be a day such as 2027-06-30, in quotes.' })
      .optional()
      .describe('The first day, in UTC, on which the token is refused.'),
  })
  .meta({ id: 'Token' });

export const accessSchema = z
  .strictObject({
    $schema: z.string().optional(),
    Everyone: grants.optional().describe('What every caller with a valid token sees. ["*"] is all servers.'),
    Groups: z
      .record(name, grants)
      .optional()
      .describe('What the members of each group see in addition, by the name of the group in their tokens.'),
    Tokens: z.array(token).max(maxEntries).optional().describe('Tokens of programs that do not log in.'),
    Listed: patterns.optional().describe('Servers that the registry also lists without a token.'),
  })
  .meta({ id: 'Access' });

export type AccessData = z.output<typeof accessSchema>;
export type GrantData = z.output<typeof grant>;
export type TokenData = z.output<typeof token>;

/** The JSON Schema for editors (2020-12). */
export function accessJsonSchema(): Record<string, unknown> {
  const {
    $schema,
    id: _,
    ...rest
  } = z.toJSONSchema(accessSchema, {
    target: 'draft-2020-12',
    io: 'input',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
    },
  });
  return { $schema, title: 'Prompt Workbench: who sees what on a team server', ...rest };
}
