/** What one call of a function may search, whatever happens at the same moment. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Ask, describeAsk } from '../model/asks.ts';
import type { SearchScope } from '../model/search.ts';
import { askId } from './ask-id.ts';
import { enterScope } from './together.ts';
import { type NamedSource, togetherAsk } from './workspace-asks.ts';

const root = '/workspace';
const newScope = (): SearchScope => ({ sources: [], lastEntry: Promise.resolve() });
const localSource = (name: string, folder: string): NamedSource => ({
  name,
  definition: { type: 'Documentation', folders: [folder], exclude: [], judgedQueries: [] },
});
const remoteSource = (name: string, baseUrl: string): NamedSource => ({
  name,
  definition: { type: 'WolframAlpha', baseUrl, judgedQueries: [] },
});

/** `Changing` is one name with two definitions, as when its file is rewritten during the call. */
const sources = [
  localSource('Diary', 'diary'),
  localSource('Guide', 'guide'),
  localSource('Changing', 'changing'),
  remoteSource('Changing', 'https://changing.example.com'),
  remoteSource('Away', 'https://away.example.com'),
  remoteSource('Far', 'https://far.example.com'),
];
const pairs = sources.flatMap((source) =>
  sources.flatMap((otherSource) => togetherAsk(source, otherSource.definition, root) ?? []),
);

test('no interleaving of searches and permissions searches a pair that was not allowed together', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant('search' as const), source: fc.constantFrom(...sources) }),
          fc.record({ kind: fc.constant('permission' as const), pair: fc.constantFrom(...pairs) }),
        ),
        { minLength: 2, maxLength: 12 },
      ),
      async (scheduler, steps) => {
        const allowedIds = new Set<string>();
        const grantedIds = new Set<string>();
        const searchedSources: NamedSource[] = [];
        const scope = newScope();
        async function require(asks: readonly Ask[]): Promise<void> {
          await scheduler.schedule(Promise.resolve(), 'reads the record');
          const isAllowed = asks.every((ask) => allowedIds.has(askId(ask)));
          await scheduler.schedule(Promise.resolve(), 'answers');
          if (!isAllowed) throw new Error('refused');
          for (const ask of asks) grantedIds.add(askId(ask));
        }
        const run = async (step: (typeof steps)[number]): Promise<void> => {
          await scheduler.schedule(Promise.resolve(), step.kind);
          if (step.kind === 'search')
            await enterScope(scope, step.source, { root, require }).then(
              () => searchedSources.push(step.source),
              () => undefined,
            );
          else if (!allowedIds.delete(askId(step.pair))) allowedIds.add(askId(step.pair));
        };
        const runs = steps.map(run);
        await scheduler.waitFor(Promise.all(runs));
        for (const namedSource of searchedSources)
          for (const otherSource of searchedSources) {
            const ask = togetherAsk(namedSource, otherSource.definition, root);
            if (ask) expect(grantedIds.has(askId(ask)), describeAsk(ask)).toBe(true);
          }
      },
    ),
    { numRuns: 500 },
  ));

test('a refused source does not keep the call from the sources that it may search', async () => {
  const scope = newScope();
  const trust = {
    root,
    async require(asks: readonly Ask[]) {
      if (asks.length > 0) throw new Error('refused');
    },
  };
  const [diary, awaySource] = [localSource('Diary', 'diary'), remoteSource('Away', 'https://away.example.com')];
  const outcomes = await Promise.allSettled(
    [diary, awaySource, diary].map((source) => enterScope(scope, source, trust)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
