/** A function that has read a person's documents may not carry them to an address, unless both were allowed together. */
import { isSameData } from '../base/json.ts';
import type { SearchScope } from '../model/search.ts';
import type { Trust } from './trust.ts';
import { type NamedSource, togetherAsk } from './workspace-asks.ts';

/**
 * Enters a source in the scope of one function call, before it is searched. Sources enter one after the other, so the
 * decision about each sees every source that entered before it, also when a function starts several searches at once.
 * @throws NotAllowedError when the call searches local documentation and a source elsewhere that are not allowed together
 */
export function enterScope(
  scope: SearchScope,
  source: NamedSource,
  trust: Pick<Trust, 'root' | 'require'>,
): Promise<void> {
  const entry = scope.lastEntry.then(() => enter(scope, source, trust));
  scope.lastEntry = entry.catch(() => undefined);
  return entry;
}

async function enter(
  { sources }: SearchScope,
  source: NamedSource,
  trust: Pick<Trust, 'root' | 'require'>,
): Promise<void> {
  const asks = sources.flatMap((otherSource) =>
    [
      togetherAsk(source, otherSource.definition, trust.root) ?? [],
      togetherAsk(otherSource, source.definition, trust.root) ?? [],
    ].flat(),
  );
  await trust.require(asks);
  if (!sources.some((otherSource) => isSameData(otherSource, source))) sources.push(source);
}
