/** Which notices the window shows, what they offer, and for how long. */
import { stableSelector } from '../stable-selector.ts';
import type { Notice } from '../state/window.ts';
import type { WorkbenchState } from '../state.ts';

export interface ShownNotice extends Notice {
  /** How long it stays without pointer or focus on a notice; undefined until a person dismisses it. */
  readonly timeMs: number | undefined;
  /** It says what did not succeed. */
  readonly isFailure: boolean;
}

export interface Notices {
  /** The newest ones, in their order. */
  readonly shownNotices: readonly ShownNotice[];
  /** How many earlier ones wait for their place: a failure stays until it is dismissed. */
  readonly waitingCount: number;
  /** The ids of earlier ones whose time is over. */
  readonly overdueIds: readonly number[];
}

/** How long a notice stays about a change that can be undone, and about a refused step. */
const changeMs = 20_000;
/** How long a notice stays about a step, about a change that another one has followed, and about what went well. */
const briefMs = 6_000;
/** How many notices are shown at once. */
const maxShown = 3;

/** Each offers Undo only while its change is the next step. */
export const selectNotices = stableSelector(
  ({ notices, nextSteps }: Pick<WorkbenchState, 'notices' | 'nextSteps'>): Notices => {
    const allNotices = notices.map((notice): ShownNotice => {
      const { undo: change, step, ...rest } = notice;
      const isNext = change?.isRevertible || (change?.step !== undefined && change.step === nextSteps?.undo?.id);
      const isRedoNext = step?.direction !== 'undo' || step.id === nextSteps?.redo?.id;
      const timeMs = timeOf(notice, change !== undefined && !isNext);
      const isFailure = notice.isRefusal === true || (timeMs === undefined && notice.discardedEdits === undefined);
      return {
        ...rest,
        timeMs,
        isFailure,
        ...(change && isNext && { undo: change }),
        ...(step && isRedoNext && { step }),
      };
    });
    const earlierNotices = allNotices.slice(0, -maxShown);
    const overdueIds = earlierNotices.flatMap(({ id, timeMs }) => (timeMs === undefined ? [] : [id]));
    return {
      shownNotices: allNotices.slice(-maxShown),
      waitingCount: earlierNotices.length - overdueIds.length,
      overdueIds,
    };
  },
);

/** @param isOvertaken whether its change is no longer the next step */
function timeOf(notice: Notice, isOvertaken: boolean): number | undefined {
  if (notice.historyLocation) return changeMs;
  if (notice.step || notice.isBrief || isOvertaken) return briefMs;
  return notice.undo || notice.isRefusal || notice.discardedTest ? changeMs : undefined;
}

/** The notices without those that say the same as a new one and offer nothing. */
export function withoutSame(notices: readonly Notice[], { message }: Pick<Notice, 'message'>): readonly Notice[] {
  const offers = ({ undo, discardedEdits, discardedTest, step }: Notice) =>
    undo ?? discardedEdits ?? discardedTest ?? step;
  return notices.filter((notice) => notice.message !== message || offers(notice));
}

/** The notices without those that say one of these things, alone or as a reason. */
export function withoutAnyOf(notices: readonly Notice[], reasons: readonly string[]): readonly Notice[] {
  return notices.filter(({ message }) => !reasons.some((reason) => message.includes(reason)));
}
