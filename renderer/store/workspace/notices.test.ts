/** Which notices are shown, and for how long. */
import { expect, test } from 'vitest';
import type { Notice } from '../state/window.ts';
import { initialState } from '../state.ts';
import { selectNotices, withoutSame } from './notices.ts';

const show = (notices: readonly Notice[], undoId?: string) =>
  selectNotices({
    ...initialState,
    notices,
    nextSteps: undoId === undefined ? {} : { undo: { id: undoId, name: 'change', label: 'Changed' } },
  });

test('a failure stays, a change that can be undone stays longer, and everything else goes soon', () => {
  const { shownNotices } = show(
    [
      { id: 1, message: 'Deleted a.', undo: { label: 'Deleted a', step: 's1' } },
      { id: 2, message: 'Deleted b.', undo: { label: 'Deleted b', step: 's2' } },
      { id: 3, message: "Couldn't save." },
    ],
    's2',
  );
  expect(shownNotices).toMatchObject([
    { timeMs: 6_000, isFailure: false },
    { timeMs: 20_000, isFailure: false, undo: { step: 's2' } },
    { timeMs: undefined, isFailure: true },
  ]);
  expect(shownNotices[0]).not.toHaveProperty('undo');
  const brief = show([
    { id: 4, message: 'x is now UTF-8.', isBrief: true },
    { id: 5, message: 'Undone: change.', step: { id: 's1', direction: 'undo' } },
  ]);
  expect(brief.shownNotices.map(({ timeMs }) => timeMs)).toEqual([6_000, 6_000]);
});

test('a refusal warns and disappears by itself', () => {
  const { shownNotices } = show([{ id: 1, message: "Can't undo.", isRefusal: true }]);
  expect(shownNotices).toMatchObject([{ timeMs: 20_000, isFailure: true }]);
});

test('a message replaces an equal one, but none that offers something', () => {
  const otherNotice = { id: 1, message: 'Failed.' };
  const change = { id: 2, message: 'Moved a.', undo: { label: 'Moved a' } };
  expect(withoutSame([otherNotice, change], { message: 'Failed.' })).toEqual([change]);
  expect(withoutSame([otherNotice, change], { message: 'Moved a.' })).toEqual([otherNotice, change]);
});

test('at most three notices are shown: earlier failures wait, and other earlier ones disappear', () => {
  const failures = [1, 2].map((id) => ({ id, message: 'Failed.' }));
  const changes = [3, 4, 5, 6].map((id) => ({ id, message: 'Moved a.', undo: { label: 'Moved a' } }));
  const { shownNotices, waitingCount, overdueIds } = show([...failures, ...changes]);
  expect(shownNotices.map(({ id }) => id)).toEqual([4, 5, 6]);
  expect({ waitingCount, overdueIds }).toEqual({ waitingCount: 2, overdueIds: [3] });
});
