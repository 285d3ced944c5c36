/** Moves an item within its list. The items swap places; the text between them stays. */
import { withItemMoved } from '../../base/json.ts';
import type { Splice } from '../../base/text/splice.ts';
import { bracketsOf, type EntryList } from '../../yaml/entries.ts';
import { type Span, spansOf } from './spans.ts';

/** Alternatives; the one that preserves most of the layout comes first. */
export function moveEntry(list: EntryList, from: number, to: number): readonly (readonly Splice[])[] {
  if (!bracketsOf(list.collection))
    return [true, false].map((isTrimmed) => swap(list.text, spansOf(list, isTrimmed), from, to));
  const items = spansOf(list, true);
  const comments = items.map((item) => commentBeside(list.text, item));
  return [
    [...swap(list.text, items, from, to), ...swap(list.text, comments, from, to)],
    swap(list.text, items, from, to),
    swap(
      list.text,
      list.entries.map(({ start, end }) => ({ start, end })),
      from,
      to,
    ),
  ];
}

function swap(text: string, spans: readonly Span[], from: number, to: number): readonly Splice[] {
  const texts = withItemMoved(
    spans.map(({ start, end }) => text.slice(start, end)),
    from,
    to,
  );
  return spans.flatMap(({ start, end }, index) => {
    const now = texts[index] ?? '';
    return now === text.slice(start, end) ? [] : [{ start, end, insert: now }];
  });
}

/** The comment after a flow item and its comma, or the empty span at that place. */
function commentBeside(text: string, { end }: Span): Span {
  const [, comma = '', comment = ''] = /^([ \t]*,)?([ \t]*#[^\r\n]*)?/.exec(text.slice(end)) ?? [];
  return { start: end + comma.length, end: end + comma.length + comment.length };
}
