/** A word diff: equal, removed and added parts of two texts. */
import { diffLines, diffWordsWithSpace } from 'diff';

export interface WordPart {
  readonly kind: 'same' | 'removed' | 'added' | 'left out';
  readonly text: string;
}

/** Texts that are longer together are compared by lines: words of a book take seconds. Characters. */
const maxWordDiffLength = 40_000;
/** Unchanged characters shown around a change. */
const context = 120;

export function wordDiff(before: string, after: string): readonly WordPart[] {
  const isLong = before.length + after.length > maxWordDiffLength;
  const changes = isLong ? diffLines(before, after) : diffWordsWithSpace(before, after);
  const parts = changes.map(
    ({ added, removed, value }): WordPart => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }),
  );
  return parts.flatMap((part, index) =>
    part.kind === 'same' ? shorten(part.text, index === 0, index === parts.length - 1) : [part],
  );
}

/** Shortens a long equal part to the ends beside changes. */
function shorten(text: string, isFirst: boolean, isLast: boolean): readonly WordPart[] {
  const head = isFirst ? 0 : context;
  const tail = isLast ? 0 : context;
  if (text.length <= head + tail + context) return [{ kind: 'same', text }];
  const start = head === 0 ? 0 : wordEnd(text, head);
  const end = tail === 0 ? text.length : wordEnd(text, text.length - tail);
  return [
    ...(start > 0 ? [{ kind: 'same', text: text.slice(0, start) } as const] : []),
    { kind: 'left out', text: text.slice(start, end) },
    ...(end < text.length ? [{ kind: 'same', text: text.slice(end) } as const] : []),
  ];
}

/** The first word boundary from an offset on; without one, the offset itself. */
function wordEnd(text: string, offset: number): number {
  const space = text.slice(offset, offset + context).search(/\s/);
  return space < 0 ? offset : offset + space;
}
