import { Columns2, Ellipsis, History, Radar, Server, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ActionMenu } from '../../components/controls/ActionMenu.tsx';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { promptId } from '../../store/selectors.ts';
import { chosenRunner, isRunning } from '../../store/state/run.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import { LeftOut } from './LeftOut.tsx';
import { LimitsMenu } from './LimitsMenu.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { RunAnswer } from './RunAnswer.tsx';
import { RunnerChoice } from './RunnerChoice.tsx';
import styles from './RunPanel.module.css';
import { strings } from './strings.ts';
import { useRuns } from './useRuns.ts';

const selector = (state: WorkbenchState) => ({
  list: state.run.list,
  chosen: chosenRunner(state.run),
  run: state.run.runs[promptId(state) ?? ''],
  models: state.run.models,
  hasOverlay: state.shell.overlay !== undefined,
  isDockOpen: state.shell.dock.isOpen,
});

/** Below the preview: which runner gets the prompt, and what it answers. */
export default function RunPanel() {
  const { list, chosen, run, models, hasOverlay, isDockOpen } = useWorkbench(selector);
  const runs = useRuns();
  const { closeRun, openOverlay } = useWorkbenchActions();
  const compare = (columns: 'versions' | 'agents') => {
    const comparison = runs.comparison();
    openOverlay('compare-runs');
    if (comparison) inBackground(comparison.startWith(columns));
  };
  const panel = useRef<HTMLElement>(null);
  const isAnswering = isRunning(run);
  useEffect(() => {
    const pane = panel.current?.closest('[data-pane]');
    if (!pane || !(isAnswering || isDockOpen)) return;
    const firstHeight = pane.clientHeight;
    // In a low window, or above the dock, the pane scrolls. The dock takes its height once its code is loaded.
    const observer = new ResizeObserver(() => {
      panel.current?.scrollIntoView({ block: 'nearest' });
      if (pane.clientHeight !== firstHeight) observer.disconnect();
    });
    observer.observe(pane);
    return () => observer.disconnect();
  }, [isAnswering, isDockOpen]);
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  const isUnread = list.status === 'none';
  useEffect(() => {
    if (isUnread) inBackground(runs.readRunners());
  }, [isUnread, runs]);
  return (
    <section ref={panel} aria-label="Run" className={styles.panel}>
      <div className={styles.bar}>
        {list.status === 'ready' && (
          <Row align="center" gap={2} grow shrink wrap rowGap={1}>
            <RunnerChoice runners={list.runners} value={chosen?.id} onChange={(id) => runs.chooseRunner(id)} />
            {chosen?.takesModel && (
              <ModelChoice
                runner={chosen}
                value={models[chosen.id] ?? ''}
                onChange={(model) => runs.chooseModel(chosen.id, model)}
              />
            )}
          </Row>
        )}
        <Row align="center" gap="2px" fixed push="start">
          <LimitsMenu />
          <ActionMenu
            label="More about runs"
            icon={<Ellipsis size={16} />}
            actions={() => [
              [
                {
                  label: 'Compare answers…',
                  icon: <Columns2 size={14} />,
                  onAction: () => openOverlay('compare-runs'),
                },
                { label: 'Compare with the last version', onAction: () => compare('versions') },
                { label: 'Compare all agents', onAction: () => compare('agents') },
                {
                  label: 'What reaches the models…',
                  icon: <Radar size={14} />,
                  onAction: () => openOverlay('check-reach'),
                },
                { label: 'Earlier answers…', icon: <History size={14} />, onAction: () => openOverlay('run-results') },
              ],
              [{ label: 'Runners…', icon: <Server size={14} />, onAction: () => openOverlay('runners') }],
            ]}
          />
          <IconButton label="Close the run" onPress={closeRun}>
            <X size={15} />
          </IconButton>
        </Row>
      </div>
      <div className={styles.body}>
        {list.status === 'failed' && (
          <Notice tone="danger" actions={<Button onPress={() => inBackground(runs.readRunners())}>Look again</Button>}>
            {list.message}
          </Notice>
        )}
        {(list.status === 'none' || list.status === 'reading') && <Skeleton />}
        {list.status === 'ready' && !chosen && (
          <Notice tone="info" actions={<Button onPress={() => openOverlay('runners')}>Runners…</Button>}>
            {strings.noRunner}
          </Notice>
        )}
        {chosen && <LeftOut runner={chosen} />}
        {run ? (
          <RunAnswer run={run} hidesLeftOut={chosen !== undefined} />
        ) : (
          chosen && <Text tone="faint">{strings.nothingYet}</Text>
        )}
      </div>
      {!hasOverlay && <ConsentDialog />}
    </section>
  );
}
