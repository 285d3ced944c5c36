import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedPrompt } from '../../../library/types.ts';
import { promptList } from './prompt-list.ts';

/** Few names, so that many lists have name clashes, unknown names and entries without a name. */
const entry: fc.Arbitrary<ListedPrompt> = fc
  .record({
    name: fc.constantFrom('a', 'b', 'a (2)', undefined),
    catalogueName: fc.constantFrom('a', 'b', undefined),
    description: fc.constantFrom('one', 'two'),
    at: fc.constantFrom(['MCPPrompts', 0], ['MCPPrompts', 1], []),
  })
  .map(({ name, catalogueName, description, at }) => ({
    ...(name !== undefined && {
      prompt: {
        name,
        description,
        arguments: [],
        samples: [],
        type: 'Text' as const,
        content: { kind: 'text' as const, text: { kind: 'literal' as const, text: '' } },
      },
    }),
    ...(catalogueName !== undefined && { catalogueName }),
    location: { file: 'servers/Docs.yaml', at },
    builtin: false,
    isServed: name !== undefined,
    problems: [],
  }));

test('a list updated after a change equals a new one', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 5 }),
      fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 1 }), entry), { maxLength: 4 }),
      (firstEntries, changes) => {
        let list = promptList(firstEntries);
        for (const [index, deletedCount, next] of changes) {
          const entries = list.entries.toSpliced(index, deletedCount, next);
          list = promptList(entries, list);
          expect(list.summaries).toEqual(promptList(entries).summaries);
        }
      },
    ),
  );
});
