import * as z from 'zod';

/** The input and output of one call. */
export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

export const nothing = z.object({});
