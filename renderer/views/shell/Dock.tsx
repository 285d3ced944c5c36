import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Splitter } from '../../components/layout/Splitter.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './Dock.module.css';
import { ProblemsPanel } from './ProblemsPanel.tsx';

const TrafficPanel = lazy(() => import('../traffic/TrafficPanel.tsx'));

const limits = { min: 96, max: 640 };

const selector = ({ shell }: WorkbenchState) => shell.dock;

/** Below the panes: the problems of the workspace, as high as they need up to the chosen height, and the traffic. */
export default function Dock() {
  const { tab, height } = useWorkbench(selector);
  const { changeDock } = useWorkbenchActions();
  return (
    <section
      aria-label="Dock"
      data-pane="dock"
      className={styles.dock}
      style={tab === 'problems' ? { maxHeight: `min(${height}px, 55vh)` } : { height }}
    >
      <Splitter
        label="Dock height"
        edge="top"
        size={height}
        {...limits}
        onResize={(next) => changeDock({ height: Math.round(Math.min(limits.max, Math.max(limits.min, next))) })}
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
