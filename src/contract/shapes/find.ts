/** What a search across the whole workspace finds. */
import * as z from 'zod';
import { location } from './common.ts';

export const findMatch = z.object({
  /** Absent for a prompt that no server lists. */
  server: z.exactOptional(z.string()),
  /** The key in that list, by default the list of prompts; absent where the server itself matches. */
  key: z.exactOptional(z.string()),
  list: z.exactOptional(z.literal('tools')),
  /** What the list shows for it. */
  name: z.string(),
  /** In which part of it, as people say: `Title`, `Argument language`, `Message 2`. */
  where: z.string(),
  /** Where the matching text is written; absent for what is built in. */
  location: z.exactOptional(location),
  /** The line of the first match, shortened around it. */
  excerpt: z.string(),
  /** Every match in the excerpt: from, to. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  /** Where in the text the first match begins. */
  offset: z.number(),
});

export const findResult = z.object({
  matches: z.array(findMatch),
  /** True when there are more than are told. */
  isCut: z.boolean(),
});
