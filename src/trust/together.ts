/** A function that has read a person's documents may not carry them to an address, unless both were allowed together. */
import type { SearchScope } from '../server/services.ts';
import type { Trust } from './trust.ts';
import { type NamedSource, togetherAsk } from './workspace-asks.ts';

/**
 * Enters a source in the scope of one function call, before it is searched. It counts from this moment, so two searches
 * that run at once see each other, whichever began first.
 * @throws NotAllowedError when the call searches local documentation and a source elsewhere that are not allowed together
 */
export async function enterScope({ searched }: SearchScope, source: NamedSource, trust: Trust): Promise<void> {
  const asks = [...searched.values()].flatMap((other) =>
    [
      togetherAsk(source, other.definition, trust.root) ?? [],
      togetherAsk(other, source.definition, trust.root) ?? [],
    ].flat(),
  );
  const isNew = !searched.has(source.name);
  searched.set(source.name, source);
  try {
    await trust.require(asks);
  } catch (error) {
    // The refused source does not count, so the call may go on searching the earlier ones.
    if (isNew) searched.delete(source.name);
    throw error;
  }
}
