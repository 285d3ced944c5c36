/** A small cache of parsed texts. */

import { toCanonical } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { parseText } from '../read/definition/plain-data.ts';

/** Parses a text into data with canonical keys; undefined if it cannot be read. The newest few results are cached. */
export type ReadData = (text: string | undefined) => unknown;

export function createReadData(kind: DefinitionKind): ReadData {
  const dataByText = new Map<string, unknown>();
  return (text) => {
    if (text === undefined) return undefined;
    if (dataByText.has(text)) return dataByText.get(text);
    const { data } = parseText(text);
    const value = data === undefined ? undefined : toCanonical(kind, data);
    dataByText.set(text, value);
    const [oldestText] = dataByText.keys();
    if (dataByText.size > 3 && oldestText !== undefined) dataByText.delete(oldestText);
    return value;
  };
}
