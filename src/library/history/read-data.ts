/** A small cache of parsed texts. */

import { toCanonical } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { parseText } from '../read/plain-data.ts';

/** Parses a text into data with canonical keys; undefined if it cannot be read. The newest few results are cached. */
export type ReadData = (text: string | undefined) => unknown;

export function createReadData(kind: DefinitionKind): ReadData {
  const known = new Map<string, unknown>();
  return (text) => {
    if (text === undefined) return undefined;
    if (known.has(text)) return known.get(text);
    const { data } = parseText(text);
    const value = data === undefined ? undefined : toCanonical(kind, data);
    known.set(text, value);
    const [oldest] = known.keys();
    if (known.size > 3 && oldest !== undefined) known.delete(oldest);
    return value;
  };
}
