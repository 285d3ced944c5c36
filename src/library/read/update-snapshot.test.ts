import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { makeWorkspace } from '../testing/workspace.ts';
import type { DefinitionFile } from './definition/definition-file.ts';
import { readDefinition } from './definition/read-definition.ts';
import { takeSnapshot } from './snapshot.ts';

const read = (file: string, text: string): DefinitionFile => readDefinition(definitionPath(file), Buffer.from(text));

const withText = (definitions: readonly DefinitionFile[], file: string, text: string) =>
  definitions.map((definition) => (definition.file === file ? read(file, text) : definition));

const prompt = (name: string, text: string, moreText = '') => `Name: ${name}\nContent: "${text}"\n${moreText}`;

const prompts = ['A', 'B', 'C', 'D'];

/** Valid and invalid edits of a prompt's file. */
const writtenArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.nat(99).map((text) => (name: string) => prompt(name, `Text ${text}`)) },
  fc.constant((name: string) => prompt(name, 'Text', '# A comment\n')),
  fc.constant((name: string) => prompt(name, 'Text', 'Title: A title\n')),
  fc.constantFrom('A', 'Other').map((name) => () => prompt(name, 'Renamed')),
  fc.constant((name: string) => `Name: ${name}\nContent: {Search: {Sources: [Nowhere], Query: q}}\n`),
  fc.constant((name: string) => prompt(name, 'A `slot` without an argument')),
  fc.constant(
    (name: string) => `Name: ${name}\nContent: {Messages: [{Role: user, Content: {Type: image, File: no.png}}]}\n`,
  ),
  fc.constant(() => 'Name: [\n'),
);

const servers = fc.record({
  'servers/One.yaml': fc.constantFrom(
    'MCPPrompts: [A, B]\n',
    'MCPPrompts: [A, B, A]\n',
    'MCPPrompts: [A, Nobody]\n',
    'MCPPrompts: [A, {Name: C, Content: Inline}]\nPromptsAsTools: true\n',
  ),
  'servers/Two.yaml': fc.constantFrom(
    'MCPPrompts: [C]\nTools: [{Name: t, Content: {Prompt: A}}]\n',
    'MCPPrompts: [B, C]\nTools: [{Name: t, Content: {StringTemplate: Text}}]\n',
    'MCPPrompts: []\n',
  ),
});

test('an updated snapshot equals a new one, for any typing', async () => {
  const root = await makeWorkspace();
  await fc.assert(
    fc.property(
      servers,
      fc.array(fc.tuple(fc.constantFrom(...prompts), writtenArbitrary), { minLength: 1, maxLength: 8 }),
      (lists, steps) => {
        let definitions = [
          ...Object.entries(lists).map(([file, text]) => read(file, `Name: S\n${text}`)),
          ...prompts.map((name) => read(`prompts/${name}.yaml`, prompt(name, 'Text'))),
          read('prompts/WolframSearch.yaml', prompt('Search', 'Mine')),
        ];
        let typedSnapshot = takeSnapshot(root, definitions, []);
        for (const [name, write] of steps) {
          definitions = withText(definitions, `prompts/${name}.yaml`, write(name));
          typedSnapshot = takeSnapshot(root, definitions, [], typedSnapshot, true);
          const { revision: _, ...full } = takeSnapshot(root, definitions, []);
          const { revision: __, ...found } = typedSnapshot;
          expect(found).toEqual(full);
        }
      },
    ),
    casesOf(40),
  );
});

test('typing keeps all other objects of the snapshot identical', async () => {
  const root = await makeWorkspace();
  await mkdir(join(root, 'prompts'));
  const definitions = [
    read('servers/S.yaml', 'Name: S\nMCPPrompts: [A, B]\n'),
    ...['A', 'B'].map((name) => read(`prompts/${name}.yaml`, prompt(name, 'Text'))),
  ];
  const before = takeSnapshot(root, definitions, []);
  const after = takeSnapshot(root, withText(definitions, 'prompts/B.yaml', prompt('B', 'Typed')), [], before, true);
  const [serverBefore, serverAfter] = [before, after].map(({ servers }) => servers.get('S'));
  expect(serverAfter?.entries[0]).toBe(serverBefore?.entries[0]);
  expect(serverAfter?.resolvedServer.prompts[0]).toBe(serverBefore?.resolvedServer.prompts[0]);
  expect(serverAfter?.resolvedServer.prompts[1]?.content).toMatchObject({ text: { text: 'Typed' } });
  expect(after.servers.get('Wolfram')).toBe(before.servers.get('Wolfram'));
  expect(after.problems).toBe(before.problems);
  expect(after.revision).toBe(before.revision + 1);
});
