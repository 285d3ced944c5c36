import { ArrowLeftRight, Check, CircleAlert, Folder, LoaderCircle, PencilLine, Radio } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { assertNever } from '../../../src/base/assert-never.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { cx } from '../../components/cx.ts';
import { Row } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { SeverityIcon } from '../../components/status/SeverityIcon.tsx';
import { isTypingUnfinished, watchTyping } from '../../finish-typing.ts';
import { inBackground } from '../../in-background.ts';
import { selectSaved } from '../../store/definition/save-state.ts';
import { selectProblemCauses } from '../../store/problems/problem-causes.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectServer } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ClientsStatus } from '../traffic/ClientsStatus.tsx';
import { TrustMark } from '../trust/TrustMark.tsx';
import { runCommand } from './find/run-commands.ts';
import styles from './StatusLine.module.css';

const GitStatus = lazyView(() => import('../git/GitStatus.tsx'));

const selector = (state: WorkbenchState) => ({
  dir: state.workspace.status === 'ready' ? state.workspace.view.dir : undefined,
  server: selectServer(state)?.name,
  endpoint: selectServer(state)?.endpoint,
  isConnected: state.connection.state === 'connected',
});

/** The status line: the workspace folder, the address of the server, and whether everything is saved. */
export function StatusLine() {
  const { dir, server, endpoint, isConnected } = useWorkbench(selector);
  const { addressWithToken } = useWorkbenchActions();
  const store = useWorkbenchStore();
  return (
    <footer className={styles.line}>
      {dir && (
        <AriaButton
          aria-label={`Workspace ${dir}: open another one`}
          className={cx(styles.item, styles.button, styles.folder)}
          onPress={() => runCommand('open-workspace', store)}
        >
          <Folder size={13} />
          <span className={styles.path}>{dir}</span>
          <span className={styles.short}>{dir.split(/[\\/]/).findLast(Boolean)}</span>
        </AriaButton>
      )}
      {isConnected && dir && (
        <Suspense>
          <GitStatus className={cx(styles.item, styles.button, styles.git)} />
        </Suspense>
      )}
      {isConnected && server && endpoint && (
        <span className={cx(styles.item, styles.address)}>
          <Radio size={13} className={textClass({ tone: 'good' })} aria-label="Served at" role="img" />
          <span className={styles.path}>{endpoint}</span>
          <CopyButton label="Copy the server's address and token" text={() => addressWithToken(server)} />
        </span>
      )}
      <Row as="span" gap={3} fixed push="start">
        <TrustMark className={cx(styles.item, styles.button, textClass({ tone: 'warning' }))} />
        <Saved />
        {isConnected && (
          <>
            <ClientsStatus />
            <TrafficButton />
            <Problems />
          </>
        )}
      </Row>
    </footer>
  );
}

const alarms = {
  conflict: 'Changed in two places',
  disconnected: 'Disconnected',
  missing: 'File missing',
} as const;

function Saved() {
  const saveState = useWorkbench(selectSaved);
  const isUnfinished = useSyncExternalStore(watchTyping, isTypingUnfinished);
  const { flush } = useWorkbenchActions();
  switch (saveState) {
    case 'saved':
      return isUnfinished ? (
        <span role="status" className={styles.item} title="Text is saved when you press Enter or leave the field.">
          <PencilLine size={13} />
          Unsaved
        </span>
      ) : (
        <span role="status" className={styles.item}>
          <Check size={13} className={textClass({ tone: 'good' })} />
          Saved
        </span>
      );
    case 'saving':
      return (
        <span role="status" className={styles.item}>
          <LoaderCircle size={13} />
          Saving
        </span>
      );
    case 'failed':
      return (
        <span role="status" className={cx(styles.item, textClass({ tone: 'danger' }))}>
          <CircleAlert size={13} />
          Not saved
          <Button variant="quiet" onPress={() => inBackground(flush())}>
            Try again
          </Button>
        </span>
      );
    case 'conflict':
    case 'disconnected':
    case 'missing':
      return (
        <span role="status" className={cx(styles.item, textClass({ tone: 'danger' }))}>
          <CircleAlert size={13} />
          {alarms[saveState]}
        </span>
      );
    default:
      return assertNever(saveState);
  }
}

function Problems() {
  const problems = useWorkbench(selectProblemCauses);
  const isOpen = useWorkbench(({ shell }) => shell.dock.isOpen && shell.dock.tab === 'problems');
  const store = useWorkbenchStore();
  const isError = problems.some(({ problem }) => problem.severity === 'error');
  return (
    <AriaButton
      aria-expanded={isOpen}
      className={cx(styles.item, styles.button)}
      onPress={() => runCommand('problems', store)}
    >
      {problems.length > 0 ? (
        <SeverityIcon severity={isError ? 'error' : 'warning'} />
      ) : (
        <Check size={13} className={textClass({ tone: 'good' })} />
      )}
      {problems.length > 0 ? formatCount(problems.length, 'problem') : 'No problems'}
    </AriaButton>
  );
}

function TrafficButton() {
  const isOpen = useWorkbench(({ shell }) => shell.dock.isOpen && shell.dock.tab === 'wire');
  const store = useWorkbenchStore();
  return (
    <AriaButton
      aria-expanded={isOpen}
      className={cx(styles.item, styles.button)}
      onPress={() => runCommand('wire', store)}
    >
      <ArrowLeftRight size={13} />
      Traffic
    </AriaButton>
  );
}
