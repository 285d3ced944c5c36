/** Every cold start loads this file: it must not import zod or YAML. */
import type { Finding } from './problems/problems.ts';

interface Entry {
  readonly isServed: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Stops serving the entries of a list that share an MCP name.
 * @param nameOf the MCP name of an entry, if it has a definition
 * @param clash the finding for such an entry
 */
export function withoutClashes<E extends Entry>(
  entries: readonly E[],
  nameOf: (entry: E) => string | undefined,
  clash: (entry: E, name: string) => Finding,
): readonly E[] {
  const seenNames = new Set<string>();
  const clashing = new Set<string>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (name === undefined) continue;
    if (seenNames.has(name)) clashing.add(name);
    else seenNames.add(name);
  }
  if (clashing.size === 0) return entries;
  return entries.map((entry) => {
    const name = nameOf(entry);
    if (name === undefined || !clashing.has(name)) return entry;
    return { ...entry, isServed: false, findings: [...entry.findings, clash(entry, name)] };
  });
}
