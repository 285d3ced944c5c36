import { expect, test } from 'vitest';
import { createEndFollower } from './follow-end.ts';

const clientHeight = 100;
const rowHeight = 26;

/** A log of rows in an element that limits its scroll position as browsers do. Scroll events come when the test says so. */
function logOf(count: number) {
  const follower = createEndFollower(true);
  let scrollHeight = count * rowHeight;
  let top = 0;
  const element = {
    clientHeight,
    get scrollHeight() {
      return scrollHeight;
    },
    get scrollTop() {
      return Math.min(top, Math.max(0, scrollHeight - clientHeight));
    },
    set scrollTop(value) {
      top = value;
      top = this.scrollTop;
    },
  };
  follower.onResize(element);
  return {
    element,
    showRows(rows: number) {
      scrollHeight = rows * rowHeight;
      follower.onRows(element);
    },
    scrollEvent: () => follower.onScroll(element),
    toEnd: () => follower.toEnd(element),
    isAtEnd: () => element.scrollTop + clientHeight === scrollHeight,
  };
}

test('a log at its end shows new rows', () => {
  const log = logOf(50);
  log.scrollEvent();
  log.showRows(51);
  log.showRows(60);
  expect(log.isAtEnd()).toBe(true);
});

test('a log that a filter shortens still shows a row that arrives before the scroll event', () => {
  const log = logOf(50);
  log.scrollEvent();
  log.showRows(10);
  log.showRows(11);
  expect(log.isAtEnd()).toBe(true);
  log.scrollEvent();
  log.showRows(12);
  expect(log.isAtEnd()).toBe(true);
});

test('a log stays where a person scrolls, even when a row arrives before the scroll event', () => {
  const log = logOf(50);
  log.scrollEvent();
  log.element.scrollTop = 500;
  log.showRows(51);
  expect(log.element.scrollTop).toBe(500);
  log.scrollEvent();
  log.showRows(52);
  expect(log.element.scrollTop).toBe(500);
  log.toEnd();
  log.showRows(53);
  expect(log.isAtEnd()).toBe(true);
});
