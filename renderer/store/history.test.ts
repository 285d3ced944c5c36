import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { back, catchUp, emptyHistory, forward, type History, record } from './history.ts';

const step = (before: string, after: string, group = 'a', time = 0) => ({ before, after, group, time });

it('undoes typing in one field at once', () => {
  const typed = record(record(emptyHistory, step('', 'H', 'Name', 0)), step('H', 'Hi', 'Name', 300));
  expect(back(typed)?.text).toBe('');
});

it('begins a new step in another field, and after a pause', () => {
  const fields = record(record(emptyHistory, step('', 'H', 'Name')), step('H', 'Hi', 'Title'));
  expect(back(fields)?.text).toBe('H');
  const paused = record(record(emptyHistory, step('', 'H', 'Name', 0)), step('H', 'Hi', 'Name', 60_000));
  expect(back(paused)?.text).toBe('H');
});

it('goes back no further than a change that somebody else made', () => {
  const history = record(record(emptyHistory, step('', 'mine')), step('theirs', 'mine and theirs'));
  const once = back(history);
  expect(once?.text).toBe('theirs');
  expect(once && back(once.history)).toBeUndefined();
});

it('never brings back what somebody else has replaced, such as a file that they broke and mended', () => {
  const typed = record(record(emptyHistory, step('', 'a')), step('a', 'b', 'b'));
  const mended = catchUp(catchUp(typed, 'Name: ['), 'Name: mended');
  expect(back(mended)).toBeUndefined();
  const undone = back(typed);
  expect(undone && forward(catchUp(undone.history, 'Name: ['))).toBeUndefined();
});

it('forgets what was undone once something else is written', () => {
  const undone = back(record(emptyHistory, step('', 'a')));
  expect(undone && record(undone.history, step('', 'b')).future).toEqual([]);
});

it('has nothing to undo at first', () => {
  expect(back(emptyHistory)).toBeUndefined();
  expect(forward(emptyHistory)).toBeUndefined();
});

it('comes back to the first text and to the last, whatever was written', () => {
  const texts = fc.array(fc.record({ text: fc.string(), group: fc.constantFrom('a', 'b'), time: fc.nat(5000) }));
  fc.assert(
    fc.property(texts, (written) => {
      let history: History = emptyHistory;
      let text = 'start';
      for (const { text: after, group, time } of written) {
        history = record(history, { before: text, after, group, time });
        text = after;
      }
      const last = text;
      for (let undone = back(history); undone; undone = back(history)) ({ text, history } = undone);
      expect(text).toBe('start');
      for (let redone = forward(history); redone; redone = forward(history)) ({ text, history } = redone);
      expect(text).toBe(last);
    }),
  );
});
