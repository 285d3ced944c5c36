/** The server that a person means by its catalogue name or its `Name`. */
import type { LibrarySnapshot } from '../library/types.ts';

/** Its catalogue name; the given name if no server has it. */
export function findServer({ servers }: LibrarySnapshot, name: string): string {
  if (servers.has(name)) return name;
  const match = [...servers].find(([, { resolvedServer }]) => resolvedServer.name === name);
  return match?.[0] ?? name;
}
