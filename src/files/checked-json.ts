/** JSON objects with a checksum, which shows damage that leaves valid JSON, as a flipped bit in a path does. */

import * as z from 'zod';
import { sha256 } from './sha256.ts';

const checkedObject = z.looseObject({ checksum: z.string() });

/** The indented JSON text of an object, with the checksum of its other keys as the key `checksum`. */
export function formatCheckedJson(value: object): string {
  return `${JSON.stringify({ ...value, checksum: sha256(JSON.stringify(value)) }, null, 2)}\n`;
}

/**
 * Reads what `formatCheckedJson` wrote. An object whose checksum differs is invalid.
 * @param uncheckedShape reads objects without a checksum, from earlier versions. It must refuse unknown keys: one may be a
 *   damaged `checksum`.
 */
export function checkedJson<T>(shape: z.ZodType<T>, uncheckedShape: z.ZodType<T>): z.ZodType<T> {
  const parse = (data: unknown) => {
    const result = checkedObject.safeParse(data);
    if (!result.success) return uncheckedShape.safeParse(data);
    const { checksum, ...value } = result.data;
    return checksum === sha256(JSON.stringify(value)) ? shape.safeParse(value) : undefined;
  };
  return z.unknown().transform((data, context) => {
    const parsedResult = parse(data);
    if (parsedResult?.success) return parsedResult.data;
    context.addIssue('The content is damaged.');
    return z.NEVER;
  });
}
