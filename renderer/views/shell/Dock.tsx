import { X } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Splitter } from '../../components/layout/Splitter.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './Dock.module.css';
import { ProblemsPanel } from './ProblemsPanel.tsx';

const TrafficPanel = lazyView(() => import('../traffic/TrafficPanel.tsx'));

const limits = { min: 96, max: 640 };
/** Holds the sentence that there are none. */
const minProblemsHeight = 160;

const selector = ({ shell, workspace }: WorkbenchState) => ({ ...shell.dock, isReady: workspace.status === 'ready' });

/**
 * Below the panes: the problems of the workspace, and the traffic. The problems get the height that they need when they are
 * opened, up to the chosen one. It stays as they come and go, because a press on one of them moves nothing.
 */
export default function Dock() {
  const { tab, height, isReady } = useWorkbench(selector);
  const { changeDock } = useWorkbenchActions();
  const section = useRef<HTMLElement>(null);
  const [neededHeight, setNeeded] = useState<number>();
  useLayoutEffect(() => {
    const { offsetHeight = 0 } = section.current ?? {};
    setNeeded(tab === 'problems' && isReady ? Math.max(minProblemsHeight, offsetHeight) : undefined);
  }, [tab, isReady]);
  const shownHeight = neededHeight ?? height;
  return (
    <section
      ref={section}
      aria-label="Dock"
      data-pane="dock"
      className={styles.dock}
      style={
        tab === 'problems' && neededHeight === undefined
          ? { maxHeight: `min(${height}px, 55vh)` }
          : { height: shownHeight }
      }
    >
      <Splitter
        label="Dock height"
        edge="top"
        size={shownHeight}
        {...limits}
        onResize={(next) => {
          const height = Math.round(Math.min(limits.max, Math.max(limits.min, next)));
          if (tab === 'problems') setNeeded(height);
          changeDock({ height });
        }}
      />
      <div className={styles.bar}>
        <Segmented
          label="Show in the dock"
          value={tab}
          options={[
            { value: 'problems', label: 'Problems' },
            { value: 'wire', label: 'Traffic' },
          ]}
          onChange={(next) => changeDock({ tab: next })}
        />
        <IconButton label="Close the dock" onPress={() => changeDock({ isOpen: false })}>
          <X size={15} />
        </IconButton>
      </div>
      <div className={styles.body}>
        {tab === 'problems' ? (
          <ProblemsPanel />
        ) : (
          <Suspense>
            <TrafficPanel />
          </Suspense>
        )}
      </div>
    </section>
  );
}
