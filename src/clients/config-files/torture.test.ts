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

function put(one: TortureCase, before = one.before): string {
  const application = applicationOf(one.application);
  return setEntry(before, targetOf(one), application.stdio(tortureCommand, 'Docs'), application.newFile);
}

it('has at least forty starting files, over all formats', () => {
  expect(tortureSet.length).toBeGreaterThanOrEqual(40);
  const used = new Set(tortureSet.map(({ application }) => applicationOf(application).format));
  expect([...used].sort()).toEqual(Object.keys(formats).sort());
});

describe.each(tortureSet.map((one) => [`${one.name} (${one.application})`, one] as const))('%s', (_, one) => {
  if (one.after === undefined) {
    it('is refused with a sentence', () => {
      expect(() => put(one)).toThrow(RefusedFile);
      expect(() => put(one)).toThrow(one.refused ?? '');
    });
    return;
  }

  it('gets the entry, and nothing else changes', () => {
    expect(put(one)).toBe(one.after);
    // Setting the entry again changes nothing.
    expect(put(one, one.after)).toBe(one.after);
  });

  it('is unchanged after the entry is restored or removed, except for empty containers', () => {
    const target = targetOf(one);
    const former = formats[target.format](one.before, target.place);
    const entry = former.find('Docs');
    const back = entry
      ? restoreEntry(one.after ?? '', target, one.before.slice(entry.start, entry.end), entry.value)
      : removeEntry(one.after ?? '', target, !former.hasSection);
    if (former.isEmpty || isBlankContainer(former)) expect(former.rest('Docs')).toEqual([]);
    else if (one.application === 'goose' && one.before.startsWith('extensions:\n'))
      expect(back).toContain('extensions');
    else expect(back).toBe(one.before);
  });
});

/** An empty container keeps its braces, but perhaps not the spaces between them. */
function isBlankContainer(configuration: { text: string; rest(name: string): readonly string[] }): boolean {
  return configuration.rest('Docs').length === 0;
}
