import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResolvedServer } from '../../model/definitions.ts';
import { pageSize } from './pages.ts';
import { findPrompt, isSameList, promptList } from './prompt-list.ts';
import { featuresOf } from './revisions.ts';
import { connectClient, connectWire } from './testing/clients.ts';
import { fakeLiveServer, prompt, resolvedServer } from './testing/fake-live-server.ts';

const newestFeatures = featuresOf('2026-07-28');
const promptsNamed = (names: readonly string[]) => names.map((name) => prompt({ name }));
const numberedPrompts = (count: number) => promptsNamed(Array.from({ length: count }, (_, index) => `p${index}`));

describe('prompts/list', () => {
  it.each([0, 1, pageSize, pageSize + 1, 3 * pageSize])(
    'pages %i prompts in the order of their author',
    async (count) => {
      const prompts = numberedPrompts(count).toReversed();
      const client = await connectWire(fakeLiveServer(resolvedServer(prompts)), '2025-11-25');
      const names: string[] = [];
      let pages = 0;
      let cursor: unknown;
      do {
        const page = await client.request('prompts/list', cursor === undefined ? {} : { cursor });
        names.push(...(page.prompts as { name: string }[]).map(({ name }) => name));
        cursor = page.nextCursor;
        pages += 1;
      } while (cursor !== undefined);
      expect(names).toEqual(prompts.map(({ name }) => name));
      expect(pages).toBe(Math.max(1, Math.ceil(count / pageSize)));
    },
  );

  it("is followed over all pages by the SDK's client", async () => {
    const client = await connectClient(fakeLiveServer(resolvedServer(numberedPrompts(250))));
    expect((await client.listPrompts()).prompts).toHaveLength(250);
  });

  it.each(['', 'x', 'bm90IGpzb24', Buffer.from('["p", -1]').toString('base64url'), 7, null])(
    'refuses the cursor %j with −32602',
    async (cursor) => {
      const client = await connectWire(fakeLiveServer(resolvedServer(numberedPrompts(250))), '2025-11-25');
      expect(await client.request('prompts/list', { cursor })).toMatchObject({ code: -32602 });
    },
  );

  it('continues after the last prompt of the previous page, although others were added or removed', () => {
    const before = resolvedServer(numberedPrompts(150));
    const { nextCursor } = promptList(before, newestFeatures).page(undefined);
    const after = resolvedServer([...promptsNamed(['new', 'newer']), ...numberedPrompts(150).slice(50)]);
    expect(promptList(after, newestFeatures).page(nextCursor).prompts[0]?.name).toBe(`p${pageSize}`);
  });

  it('continues at the same index if that prompt itself is removed', () => {
    const { nextCursor } = promptList(resolvedServer(numberedPrompts(150)), newestFeatures).page(undefined);
    const after = resolvedServer(numberedPrompts(150).filter(({ name }) => name !== `p${pageSize - 1}`));
    expect(promptList(after, newestFeatures).page(nextCursor).prompts[0]?.name).toBe(`p${pageSize + 1}`);
    expect(promptList(resolvedServer([]), newestFeatures).page(nextCursor)).toEqual({ prompts: [] });
  });

  it('builds a page once for all clients', () => {
    const server = resolvedServer(numberedPrompts(150));
    expect(promptList(server, newestFeatures).page(undefined)).toBe(promptList(server, newestFeatures).page(undefined));
  });
});

describe('two states of a list', () => {
  const summary = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    title: fc.constantFrom('A', 'B'),
    description: fc.constantFrom('one', 'two'),
  });
  it('are the same exactly if no client of that revision would see a difference', () => {
    const lists = fc.uniqueArray(summary, { selector: ({ name }) => name, maxLength: 3 });
    fc.assert(
      fc.property(
        lists,
        lists,
        fc.constantFrom('2025-03-26', '2025-06-18'),
        (firstPrompts, secondPrompts, revision) => {
          const features = featuresOf(revision);
          const [firstServer, secondServer] = [
            resolvedServer(firstPrompts.map(prompt)),
            resolvedServer(secondPrompts.map(prompt)),
          ];
          const page = (server: ResolvedServer) => JSON.stringify(promptList(server, features).page(undefined));
          expect(isSameList(firstServer, secondServer, features)).toBe(page(firstServer) === page(secondServer));
        },
      ),
    );
  });
});

it('a prompt is found by its name in every state of a server', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(names, { minLength: 1 }), (states) => {
      for (const state of states) {
        const prompts = promptsNamed(state);
        const server = resolvedServer(prompts);
        for (const resolvedPrompt of prompts) expect(findPrompt(server, resolvedPrompt.name)).toBe(resolvedPrompt);
        expect(findPrompt(server, 'f')).toBeUndefined();
      }
    }),
  );
});
