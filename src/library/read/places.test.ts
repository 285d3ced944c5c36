import { expect, test } from 'vitest';
import { isMap, Pair, Scalar } from 'yaml';
import type { KeyPath } from '../../base/json.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { parseYaml } from './definition/yaml-document.ts';
import { pairOf } from './places.ts';

function keyOf(kind: DefinitionKind, parent: KeyPath, key: string, text: string): unknown {
  const { root } = parseYaml(text);
  if (!isMap(root)) throw new Error(text);
  return (pairOf(kind, parent, root.items, key)?.key as Scalar | undefined)?.value;
}

test('a canonical key finds the key as written in the file', () => {
  expect(keyOf('prompt', [], 'Name', '{title: a, name: b}')).toBe('name');
  expect(keyOf('prompt', [], 'Name', '{name: a, Name: b}')).toBe('Name');
  expect(keyOf('prompt', [], 'Name', '{NAME: a, name: b}')).toBe('NAME');
  expect(keyOf('prompt', [], 'Name', '{title: a}')).toBeUndefined();
  expect(keyOf('server', ['MCPPrompts', 3, 'Content', 'Messages', 0], 'Role', '{ROLE: a}')).toBe('ROLE');
  expect(keyOf('prompt', ['Samples', 0, 'Arguments'], 'City', '{city: a}')).toBeUndefined();
});

test('looking up every key of a large map visits each key only a few times', () => {
  let lookCount = 0;
  const count = 1_000;
  const pairs = Array.from({ length: count }, (_, index) => {
    const key = new Scalar(`key${index}`);
    return Object.defineProperty(new Pair(key), 'key', {
      get() {
        lookCount++;
        return key;
      },
    });
  });
  for (let index = 0; index < count; index++) expect(pairOf('prompt', [], pairs, `key${index}`)).toBe(pairs[index]);
  expect(lookCount).toBeLessThan(10 * count);
});
