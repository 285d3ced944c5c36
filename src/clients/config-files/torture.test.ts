/** The torture set: every starting file gives exactly the expected bytes or is refused, and undo restores it. */
import { describe, expect, it } from 'vitest';
import { applicationOf } from '../applications/applications.ts';
import { RefusedFile } from '../connect/refused-file.ts';
import { type TortureCase, tortureCommand, tortureSet } from '../testing/torture/torture-set.mjs';
import { formats, removeEntry, restoreEntry, setEntry, type Target } from './edit.ts';

function targetOf({ application }: TortureCase): Target {
  const { format, place } = applicationOf(application);
  return { format, place, name: 'Docs' };
}

function put(tortureCase: TortureCase, before = tortureCase.before): string {
  const application = applicationOf(tortureCase.application);
  return setEntry(before, targetOf(tortureCase), application.stdio(tortureCommand, 'Docs'), application.newFile);
}

it('has at least forty starting files, over all formats', () => {
  expect(tortureSet.length).toBeGreaterThanOrEqual(40);
  const usedNames = new Set(tortureSet.map(({ application }) => applicationOf(application).format));
  expect([...usedNames].sort()).toEqual(Object.keys(formats).sort());
});

describe.each(
  tortureSet.map((tortureCase) => [`${tortureCase.name} (${tortureCase.application})`, tortureCase] as const),
)('%s', (_, tortureCase) => {
  if (tortureCase.after === undefined) {
    it('is refused with a sentence', () => {
      expect(() => put(tortureCase)).toThrow(RefusedFile);
      expect(() => put(tortureCase)).toThrow(tortureCase.refused ?? '');
    });
    return;
  }

  it('gets the entry, and nothing else changes', () => {
    expect(put(tortureCase)).toBe(tortureCase.after);
    // Setting the entry again changes nothing.
    expect(put(tortureCase, tortureCase.after)).toBe(tortureCase.after);
  });

  it('is unchanged after the entry is restored or removed, except for empty containers', () => {
    const target = targetOf(tortureCase);
    const formerConfiguration = formats[target.format](tortureCase.before, target.place);
    const entry = formerConfiguration.find('Docs');
    const restoredText = entry
      ? restoreEntry(tortureCase.after ?? '', target, tortureCase.before.slice(entry.start, entry.end), entry.value)
      : removeEntry(tortureCase.after ?? '', target, !formerConfiguration.hasSection);
    if (formerConfiguration.isEmpty || isBlankContainer(formerConfiguration))
      expect(formerConfiguration.rest('Docs')).toEqual([]);
    else if (tortureCase.application === 'goose' && tortureCase.before.startsWith('extensions:\n'))
      expect(restoredText).toContain('extensions');
    else expect(restoredText).toBe(tortureCase.before);
  });
});

/** An empty container keeps its braces, but perhaps not the spaces between them. */
function isBlankContainer(configuration: { text: string; rest(name: string): readonly string[] }): boolean {
  return configuration.rest('Docs').length === 0;
}
