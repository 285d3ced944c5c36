/** The results of a search in the whole workspace. */
import * as z from 'zod';
import { location } from './common.ts';

export const findMatch = z.object({
  /** Absent for a prompt, tool or skill that no server lists. */
  server: z.exactOptional(z.string()),
  /** The key in that list, by default the list of prompts, or the name of a skill; absent where the server itself matches. */
  key: z.exactOptional(z.string()),
  list: z.exactOptional(z.enum(['tools', 'skills'])),
  /** Its name in the list. */
  name: z.string(),
  /** The part that matches, for people: `Title`, `Argument language`, `Message 2`. */
  where: z.string(),
  /** The location of the matching text; absent for built-in definitions. */
  location: z.exactOptional(location),
  /** The line of the first match, shortened around it. */
  excerpt: z.string(),
  /** Every match in the excerpt: from, to. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  /** The offset of the first match in the text. */
  offset: z.number(),
});

export const findResult = z.object({
  matches: z.array(findMatch),
  /** True when there are more matches. */
  isCut: z.boolean(),
});
