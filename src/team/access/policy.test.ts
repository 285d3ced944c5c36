import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { prompt, resolvedServer, tool } from '../../mcp/server/testing/fake-live-server.ts';
import type { AccessData, GrantData } from './access-schema.ts';
import { namePattern } from './name-pattern.ts';
import { createPolicy, visibleServer } from './policy.ts';

const names = ['a', 'b', 'ab', 'ba', 'a.b', 'A'];
const pattern = fc.oneof(fc.constantFrom(...names), fc.constantFrom('*', 'a*', '*b', 'a*b', '**'));
const patterns = fc.option(fc.array(pattern, { maxLength: 3 }), { nil: undefined });
const grant: fc.Arbitrary<GrantData> = fc.oneof(
  pattern,
  fc.record({ Server: pattern, Prompts: patterns, Tools: patterns, Except: patterns }).map(({ Server, ...rest }) => ({
    Server,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  })),
);
const grants = fc.array(grant, { maxLength: 4 });
const data: fc.Arbitrary<AccessData> = fc.record({
  Everyone: grants,
  Groups: fc.dictionary(fc.constantFrom('x', 'y', 'z', '__proto__'), grants),
});
const groups = fc.subarray(['x', 'y', 'z', '__proto__', 'constructor', 'unknown']);

const greet = prompt({ name: 'a' });
const wholeServer = resolvedServer(
  names.map((name) => prompt({ name })),
  {
    tools: [
      ...names.map((name) => tool({ name })),
      tool({ name: 'a', content: { kind: 'prompt', prompt: greet }, origin: { kind: 'prompt' } }),
      tool({ name: 'b', content: { kind: 'prompt', prompt: greet } }),
    ],
  },
);

/** What a caller sees, as texts. */
function listSeen(
  policy: ReturnType<typeof createPolicy>,
  server: string,
  callerGroups: readonly string[],
): Set<string> {
  const view = policy.viewOf(server, callerGroups);
  if (!view) return new Set();
  const { prompts, tools } = visibleServer(wholeServer, view);
  return new Set([
    'server',
    ...prompts.map(({ name }) => `prompt ${name}`),
    ...tools.map((resolvedTool) => `tool ${wholeServer.tools.indexOf(resolvedTool)}`),
  ]);
}

test('a caller in more groups never sees less', () => {
  fc.assert(
    fc.property(data, groups, groups, fc.constantFrom(...names), (access, someGroups, otherGroups, server) => {
      const policy = createPolicy(access);
      const allSeen = listSeen(policy, server, [...someGroups, ...otherGroups]);
      for (const value of listSeen(policy, server, someGroups)) expect(allSeen).toContain(value);
    }),
  );
});

test('the order of groups and of entries does not matter, and equal keys mean equal views', () => {
  fc.assert(
    fc.property(data, groups, groups, fc.constantFrom(...names), (access, firstGroups, secondGroups, server) => {
      const policy = createPolicy(access);
      const reversedPolicy = createPolicy({ ...access, Everyone: access.Everyone?.toReversed() });
      const [firstView, secondView] = [policy.viewOf(server, firstGroups), policy.viewOf(server, secondGroups)];
      expect(reversedPolicy.viewOf(server, firstGroups.toReversed())?.key).toBe(firstView?.key);
      if (firstView?.key === secondView?.key)
        expect(listSeen(policy, server, firstGroups)).toEqual(listSeen(policy, server, secondGroups));
    }),
  );
});

test('everything that no entry names is hidden', () => {
  fc.assert(
    fc.property(data, groups, fc.constantFrom(...names), (access, callerGroups, server) => {
      const applying = [
        ...(access.Everyone ?? []),
        ...callerGroups.flatMap((name) =>
          Object.hasOwn(access.Groups ?? {}, name) ? (access.Groups?.[name] ?? []) : [],
        ),
      ]
        .map((entry) => (typeof entry === 'string' ? { Server: entry } : entry))
        .filter(({ Server }) => namePattern(Server)(server));
      const seenNames = listSeen(createPolicy(access), server, callerGroups);
      expect(seenNames.has('server')).toBe(applying.length > 0);
      for (const name of names) {
        const isShown = applying.some(({ Prompts, Tools, Except = [] }: Exclude<GrantData, string>) => {
          const listedPrompts = Prompts ?? (Tools ? [] : ['*']);
          return (
            listedPrompts.some((value) => namePattern(value)(name)) && !Except.some((value) => namePattern(value)(name))
          );
        });
        expect(seenNames.has(`prompt ${name}`)).toBe(isShown);
      }
    }),
  );
});

test('a tool that answers with a prompt is hidden with it', () => {
  const policy = createPolicy({ Everyone: [{ Server: 'Docs', Tools: ['*'], Prompts: ['ab'] }] });
  const { tools } = visibleServer(wholeServer, policy.viewOf('Docs', []) ?? expect.fail('hidden'));
  expect(tools.some(({ content }) => content.kind === 'prompt')).toBe(false);
  const shownPolicy = createPolicy({ Everyone: [{ Server: 'Docs', Prompts: ['a'] }] });
  const visibleResolvedServer = visibleServer(wholeServer, shownPolicy.viewOf('Docs', []) ?? expect.fail('hidden'));
  expect(visibleResolvedServer.tools.map(({ origin }) => origin.kind)).toEqual(['prompt']);
});

test('a pattern matches as the same regular expression does, whatever the characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '('), maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '.', '('), maxLength: 10 }),
      (text, name) => {
        const escapedParts = text.split('*').map((part) => part.replace(/[.(]/g, '\\$&'));
        expect(namePattern(text)(name)).toBe(new RegExp(`^${escapedParts.join('.*')}$`).test(name));
      },
    ),
  );
});

test('a pattern with many stars is matched quickly', () => {
  expect(namePattern(`${'*a'.repeat(100)}b`)('a'.repeat(100_000))).toBe(false);
});
