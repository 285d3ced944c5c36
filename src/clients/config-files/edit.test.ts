/** Properties for every file of a format: only the entry changes, and an added entry can be removed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import type { FormatName, Place } from '../applications/application.ts';
import { RefusedFile } from '../connect/refused-file.ts';
import { commentedFile, configurationFile } from '../testing/json-text.ts';
import { tomlFile } from '../testing/toml-text.ts';
import { yamlFile } from '../testing/yaml-text.ts';
import type { Configuration } from './configuration.ts';
import { formats, removeEntry, restoreEntry, setEntry } from './edit.ts';

const entry = { command: '/bin/node', args: ['serve', 'My "Docs"'], env: { A: '1' }, enabled: true };

const kinds: [FormatName, Place, fc.Arbitrary<string>][] = [
  ['json', { path: ['mcpServers'] }, configurationFile],
  ['jsonc', { path: ['mcpServers'] }, commentedFile],
  ['toml', { path: ['mcp_servers'] }, tomlFile],
  ['yaml', { path: ['extensions'] }, yamlFile],
];

/** Undefined for a refused text. */
function read(format: FormatName, place: Place, text: string): Configuration | undefined {
  try {
    const configuration = formats[format](text, place);
    configuration.find('Docs');
    return configuration;
  } catch (error) {
    if (error instanceof RefusedFile) return undefined;
    throw error;
  }
}

/** Removes white space and separators: two texts then differ in one place only if one entry was added. */
function dense(text: string): string {
  return text.replace(/[\s,]/g, '');
}

describe.each(kinds)('%s', (format, place, texts) => {
  const target = { format, place, name: 'Docs' };

  it('most random files are read, so that the other laws are meaningful', () => {
    const sample = fc.sample(texts, { numRuns: 400, seed: 1 });
    expect(sample.filter((text) => read(format, place, text)).length).toBeGreaterThan(80);
  });

  it('the entry is as requested, and every other value and character is unchanged', () => {
    fc.assert(
      fc.property(texts, (before) => {
        const formerConfiguration = read(format, place, before);
        fc.pre(formerConfiguration !== undefined);
        const after = setEntry(before, target, entry);
        const changedConfiguration = formats[format](after, place);
        expect(changedConfiguration.find('Docs')?.value).toEqual(entry);
        expect(changedConfiguration.rest('Docs')).toEqual(formerConfiguration?.rest('Docs'));
        const oldEntry = formerConfiguration?.find('Docs');
        const [head, tail] = oldEntry
          ? [before.slice(0, oldEntry.start), before.slice(oldEntry.end)]
          : [undefined, undefined];
        if (head !== undefined && tail !== undefined) {
          expect(after.startsWith(head)).toBe(true);
          expect(after.endsWith(tail)).toBe(true);
        } else expect(withoutCommonEnds(dense(before), dense(after))).toBe('');
      }),
      casesOf(120),
    );
  });

  it('undoing it gives the same file, with the former entry or none', () => {
    fc.assert(
      fc.property(texts, (before) => {
        const formerConfiguration = read(format, place, before);
        fc.pre(formerConfiguration !== undefined && formerConfiguration.entries().length > 0);
        const oldEntry = formerConfiguration?.find('Docs');
        const after = setEntry(before, target, entry);
        const restoredText = oldEntry
          ? restoreEntry(after, target, before.slice(oldEntry.start, oldEntry.end), oldEntry.value)
          : removeEntry(after, target, false);
        expect(restoredText).toBe(before);
      }),
      casesOf(120),
    );
  });
});

/** The rest of the shorter text without the common beginning and end. */
function withoutCommonEnds(shorterText: string, longerText: string): string {
  let start = 0;
  while (start < shorterText.length && shorterText[start] === longerText[start]) start++;
  let end = 0;
  while (end < shorterText.length - start && shorterText.at(-1 - end) === longerText.at(-1 - end)) end++;
  return shorterText.slice(start, shorterText.length - end);
}
