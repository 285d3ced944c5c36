import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { selectWaitingConflicts } from '../../store/definition/conflicts.ts';
import { selectSaveFailures } from '../../store/definition/save-state.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { type ShownNotice, type Notices as ShownNotices, selectNotices } from '../../store/workspace/notices.ts';
import { takeStep } from './jump.ts';
import styles from './Notices.module.css';
import { strings } from './strings.ts';

const selector = (state: WorkbenchState) => ({
  lost: state.connection.state === 'lost' ? state.connection.message : undefined,
  failures: selectSaveFailures(state),
  notices: selectNotices(state),
  goneFolder: state.workspace.status === 'ready' && state.workspace.view.isGone ? state.workspace.view.dir : undefined,
});

/** Notices about the whole window. They cover no control and move nothing. */
export function Notices() {
  const { lost, failures, notices, goneFolder } = useWorkbench(selector);
  const { flush, discardFailed, dismissNotice, dismissAllNotices, goTo } = useWorkbenchActions();
  const waitingConflicts = useWorkbench(selectWaitingConflicts);
  const region = useRef<HTMLElement>(null);
  const { shownNotices, waitingCount, overdueIds } = notices;
  const { isLookedAt, look } = useLookedAt(region, notices);
  useEffect(() => {
    for (const id of overdueIds) dismissNotice(id);
  }, [overdueIds, dismissNotice]);
  useRoomAbove(region);
  return (
    <section
      ref={region}
      aria-label="Notices"
      aria-live="polite"
      data-notices=""
      className={styles.region}
      onPointerEnter={look}
      onPointerLeave={look}
      onFocus={look}
      onBlur={look}
    >
      {lost && (
        <Notice tone="danger" title="Disconnected from the workbench">
          {lost}
        </Notice>
      )}
      {goneFolder && (
        <Notice tone="warning" title="The workspace folder is missing">
          {strings.folderMissing(goneFolder)}
        </Notice>
      )}
      {!lost &&
        failures.map(({ file, message }) => (
          <Notice
            key={file}
            tone="danger"
            title="Couldn't save. Your text is still here"
            actions={
              <>
                <Button variant="danger" onPress={() => discardFailed(file)}>
                  Discard
                </Button>
                <Button onPress={() => inBackground(flush())}>Try again</Button>
              </>
            }
          >
            {message.includes(file) ? message : `${file}: ${message}`}
          </Notice>
        ))}
      {waitingConflicts.map(({ name, file, at }) => (
        <Notice key={file} tone="warning" actions={<Button onPress={() => goTo(file, at)}>Show both</Button>}>
          {strings.changedInTwoPlaces(name)}
        </Notice>
      ))}
      {shownNotices.map((notice) => (
        <Dismissable
          key={notice.id}
          timeMs={isLookedAt ? undefined : notice.timeMs}
          isPast={isPast(notice)}
          onDismiss={() => dismissNotice(notice.id)}
        >
          <Message notice={notice} />
        </Dismissable>
      ))}
      {waitingCount > 0 && (
        <Notice tone="info" actions={<Button onPress={() => dismissAllNotices()}>Dismiss all</Button>}>
          {strings.earlierNotices(waitingCount)}
        </Notice>
      )}
    </section>
  );
}

/** Whether it only tells what went well. */
function isPast({ undo, discardedEdits, discardedTest, step, historyLocation, isFailure }: ShownNotice): boolean {
  return !isFailure && !undo && !discardedEdits && !discardedTest && !step && !historyLocation;
}

/** One message about a change, a step of undo or a failure. */
function Message({ notice }: { readonly notice: ShownNotice }) {
  const { id, message, undo, discardedEdits, discardedTest, step, historyLocation, isFailure } = notice;
  const { restoreDiscarded, reopenDiscardedTest, dismissNotice, undoNotice, redo, goTo, showEditorView } =
    useWorkbenchActions();
  return (
    <Notice
      tone={isFailure ? 'warning' : 'info'}
      actions={
        <>
          {undo && <Button onPress={() => takeStep(() => undoNotice(id))}>Undo</Button>}
          {step?.direction === 'undo' && <Button onPress={() => takeStep(redo)}>Redo</Button>}
          {discardedEdits && <Button onPress={() => restoreDiscarded(id)}>Undo</Button>}
          {discardedTest && <Button onPress={() => reopenDiscardedTest(id)}>Undo</Button>}
          {historyLocation && (
            <Button
              onPress={() => {
                goTo(historyLocation.file, historyLocation.at);
                inBackground(showEditorView('history'));
              }}
            >
              Show in History
            </Button>
          )}
          <IconButton label="Dismiss" onPress={() => dismissNotice(id)}>
            <X size={14} />
          </IconButton>
        </>
      }
    >
      {message}
    </Notice>
  );
}

/** Whether the pointer or the focus is on a notice: no notice goes then. Also asked when a notice with either goes. */
function useLookedAt(region: RefObject<HTMLElement | null>, notices: ShownNotices) {
  const [isLookedAt, setLookedAt] = useState(false);
  const look = useCallback(() => {
    // The focus and the pointer reach their next place in the next frame.
    requestAnimationFrame(() => {
      const { current } = region;
      setLookedAt(current !== null && (current.matches(':hover') || current.contains(document.activeElement)));
    });
  }, [region]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice that goes leaves no event.
  useEffect(look, [look, notices]);
  return { isLookedAt, look };
}

/** How far the preview ends above the notices, in CSS pixels. */
const distance = 8;

/** Ends the scrolling parts of the preview above the notices, and keeps what has the focus there in sight. */
function useRoomAbove(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = region;
    const parent = current?.parentElement;
    if (!current || !parent) return;
    const observer = new ResizeObserver(() => {
      const { bottom } = parent.getBoundingClientRect();
      const isOver = current.offsetHeight > 0 && getComputedStyle(current).position === 'absolute';
      const { top } = current.getBoundingClientRect();
      const coveredHeight = isOver ? bottom - top + distance : 0;
      parent.style.setProperty('--covered', `${coveredHeight}px`);
      const focusedElement = document.activeElement;
      // One that is in sight stays where it is: its pane may have scrolled to something else.
      const isCovered = isOver && focusedElement !== null && focusedElement.getBoundingClientRect().bottom > top;
      if (isCovered && focusedElement.closest('[data-pane=preview]'))
        focusedElement.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(current);
    observer.observe(parent);
    return () => {
      observer.disconnect();
      parent.style.removeProperty('--covered');
    };
  }, [region]);
}

interface DismissableProps {
  /** Disappears after this time. */
  readonly timeMs: number | undefined;
  /** A newer notice takes its room, where notices take room from the panes. */
  readonly isPast: boolean;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Escape dismisses the focused notice, and closes nothing else. */
function Dismissable({ timeMs, isPast: isPastNotice, onDismiss, children }: DismissableProps) {
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  useEffect(() => {
    if (timeMs === undefined) return;
    const timer = setTimeout(() => dismiss.current(), timeMs);
    return () => clearTimeout(timer);
  }, [timeMs]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDismiss();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the focus; this element only listens.
    <div data-past={isPastNotice || undefined} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
