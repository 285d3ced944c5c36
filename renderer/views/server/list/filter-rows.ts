/** Which rows of a list its filter shows. */
import { compareNames } from '../../../../src/base/compare-names.ts';
import type { ListFilter } from '../../../store/state/server-page.ts';
import type { ListRow } from './list-rows.ts';

/** The rows whose texts contain every word of the filter, and that have its tag. */
export function filterRows(rows: readonly ListRow[], { text, tag }: ListFilter): readonly ListRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && tag === undefined) return rows;
  return rows.filter(({ item }) => {
    if (tag !== undefined && !item.tags?.includes(tag)) return false;
    const texts = [item.name, item.title, item.description, item.catalogueName, ...(item.tags ?? [])];
    const allText = texts.join('\n').toLowerCase();
    return words.every((word) => allText.includes(word));
  });
}

/** Every tag of the rows, in alphabetical order. */
export function tagsOf(rows: readonly ListRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ item }) => item.tags ?? []))].sort(compareNames);
}
