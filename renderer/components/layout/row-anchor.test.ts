import { expect, test } from 'vitest';
import { createRowAnchor, isPushed } from './row-anchor.ts';
import { rowTops } from './useVirtualRows.ts';

const height = 10;
const windowHeight = 50;

/** A list of rows of equal height in a window, scrolled as a browser scrolls. */
function listOf(names: string) {
  const anchor = createRowAnchor();
  let rows = rowsOf(names);
  let top = 0;
  const tops = () => rowTops(rows.map(() => height));
  const element = {
    get scrollTop() {
      return top;
    },
    set scrollTop(to: number) {
      top = Math.max(0, Math.min(to, rows.length * height - windowHeight));
    },
  };
  return {
    scrollTo(row: string, offset = 0) {
      element.scrollTop = rows.findIndex(({ id }) => id === row) * height + offset;
      anchor.onScroll(element, rows, tops());
    },
    show(next: string) {
      rows = rowsOf(next);
      element.scrollTop = top;
      anchor.onRows(element, rows, tops());
      anchor.onScroll(element, rows, tops());
    },
    /** The topmost row, and how much of it is cut off. */
    get first() {
      return [rows[Math.floor(top / height)]?.id, top % height];
    },
  };
}

function rowsOf(names: string) {
  return [...names].map((id) => ({ id }));
}

test('rows that appear or disappear above do not move the visible ones', () => {
  const list = listOf('abcdefghijkl');
  list.scrollTo('e', 4);
  list.show('xyabcdefghijkl');
  expect(list.first).toEqual(['e', 4]);
  list.show('bcdefghijkl');
  expect(list.first).toEqual(['e', 4]);
});

test('rows that disappear for a while return to their place', () => {
  const list = listOf('abcdefghijklmnop');
  list.scrollTo('h');
  list.show('aop');
  list.show('abcdefghijklmnop');
  expect(list.first).toEqual(['h', 0]);
});

test('a list at its start shows a new first row', () => {
  const list = listOf('abcdefgh');
  list.show('xabcdefgh');
  expect(list.first).toEqual(['x', 0]);
});

test('the list keeps the position that a person scrolls to while rows are missing', () => {
  const list = listOf('abcdefghijklmnop');
  list.scrollTo('h');
  list.show('abcdefgklmnop');
  list.scrollTo('c');
  list.show('abcdefghijklmnop');
  expect(list.first).toEqual(['c', 0]);
});

test('a row is pushed by rows that appear above it, but not by a row that a person expands or collapses', () => {
  const tree = (...rows: readonly [string, boolean?][]) => rows.map(([id, isExpanded]) => ({ id, isExpanded }));
  const before = tree(['Docs', true], ['one'], ['Team', false]);
  expect(isPushed(before, tree(['Added', false], ['Docs', true], ['one'], ['Team', false]), 'one')).toBe(true);
  expect(isPushed(before, tree(['Docs', false], ['Team', false]), 'Team')).toBe(false);
  expect(isPushed(before, tree(['Docs', true], ['one'], ['Team', true], ['two']), 'one')).toBe(false);
});
