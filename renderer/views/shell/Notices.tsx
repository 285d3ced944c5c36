import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { selectWaitingConflicts } from '../../store/definition/conflicts.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectSaveFailures } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { selectNotices } from '../../store/workspace/undo.ts';
import { takeStep } from './jump.ts';
import styles from './Notices.module.css';
import { strings } from './strings.ts';
import { useClearOfTyping } from './useClearOfTyping.ts';

const selector = (state: WorkbenchState) => ({
  lost: state.connection.state === 'lost' ? state.connection.message : undefined,
  failures: selectSaveFailures(state),
  notices: selectNotices(state),
  goneFolder: state.workspace.status === 'ready' && state.workspace.view.isGone ? state.workspace.view.dir : undefined,
});

/** How long a notice about a change stays, in milliseconds; pointer or focus on it pauses the time. */
const changeMs = 20_000;
/** How long a notice stays about an undone or redone step, and about a change that another one has followed. */
const stepMs = 6_000;

/** Notices about the whole window. They avoid the place where a person types. */
export function Notices() {
  const { lost, failures, notices, goneFolder } = useWorkbench(selector);
  const { flush, discardFailed, restoreDiscarded, dismissNotice, undoNotice, redo, goTo } = useWorkbenchActions();
  const waiting = useWorkbench(selectWaitingConflicts);
  const region = useRef<HTMLElement>(null);
  const side = useClearOfTyping(region);
  useRoomBelow(region, side === 'bottom');
  return (
    <section
      ref={region}
      aria-label="Notices"
      aria-live="polite"
      data-notices=""
      data-side={side}
      className={styles.region}
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
      {waiting.map(({ name, file, at }) => (
        <Notice key={file} tone="warning" actions={<Button onPress={() => goTo(file, at)}>Show both</Button>}>
          {strings.changedInTwoPlaces(name)}
        </Notice>
      ))}
      {notices.map(({ id, message, undo, discarded, step, isChange, isStep }) => (
        <Dismissable
          key={id}
          timeMs={isStep || (isChange && !undo) ? stepMs : isChange ? changeMs : undefined}
          onDismiss={() => dismissNotice(id)}
        >
          <Notice
            tone="info"
            actions={
              <>
                {undo && <Button onPress={() => takeStep(() => undoNotice(id))}>Undo</Button>}
                {step?.direction === 'undo' && <Button onPress={() => takeStep(redo)}>Redo</Button>}
                {discarded && <Button onPress={() => restoreDiscarded(id)}>Undo</Button>}
                <Button variant={undo || discarded || step ? 'quiet' : 'plain'} onPress={() => dismissNotice(id)}>
                  Dismiss
                </Button>
              </>
            }
          >
            {message}
          </Notice>
        </Dismissable>
      ))}
    </section>
  );
}

/** Tells the preview how much of its end is covered, so that it can be scrolled into view. */
function useRoomBelow(region: RefObject<HTMLElement | null>, isBelow: boolean): void {
  useEffect(() => {
    const { current } = region;
    const around = current?.parentElement;
    if (!current || !around) return;
    const observer = new ResizeObserver(() => {
      around.style.setProperty('--covered', isBelow && current.offsetHeight > 0 ? `${current.offsetHeight}px` : '0px');
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      around.style.removeProperty('--covered');
    };
  }, [region, isBelow]);
}

interface DismissableProps {
  /** Disappears after this time without pointer or focus on it. */
  readonly timeMs: number | undefined;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Escape dismisses the focused notice, and closes nothing else. */
function Dismissable({ timeMs, onDismiss, children }: DismissableProps) {
  const [isLookedAt, setLookedAt] = useState(false);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  useEffect(() => {
    if (timeMs === undefined || isLookedAt) return;
    const timer = setTimeout(() => dismiss.current(), timeMs);
    return () => clearTimeout(timer);
  }, [timeMs, isLookedAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDismiss();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the focus; this element only listens.
    <div
      onPointerEnter={() => setLookedAt(true)}
      onPointerLeave={() => setLookedAt(false)}
      onFocus={() => setLookedAt(true)}
      onBlur={() => setLookedAt(false)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
