import { Suspense, useMemo, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { SeverityIcon } from '../../components/status/SeverityIcon.tsx';
import { inBackground } from '../../in-background.ts';
import { type ProblemCause, type ProblemFix, selectProblemCauses } from '../../store/problems/problem-causes.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { fixLabel } from '../editor/fix-label.ts';
import { jumpToLine, jumpToProblem } from './jump.ts';
import styles from './ProblemsPanel.module.css';
import { strings } from './strings.ts';

const AdviceList = lazyView(() => import('./AdviceList.tsx'));

/** Every problem of the workspace by file, once for each cause. Choosing one opens its field, or its line in the file. */
export function ProblemsPanel() {
  const causes = useWorkbench(selectProblemCauses);
  const files = useMemo(() => byFile(causes), [causes]);
  const isEmpty = causes.length === 0;
  const emptyState = isEmpty && <EmptyState title="No problems">{strings.noProblems}</EmptyState>;
  // In one line, so that advice does not begin below the edge of the dock.
  const brief = isEmpty && <p className={styles.brief}>{`No problems. ${strings.noProblems}`}</p>;
  return (
    <div className={styles.panel}>
      {[...files].map(([file, fileCauses]) => (
        <section key={file} aria-label={file}>
          <h3 className={styles.file}>
            {file}
            <span>{formatCount(fileCauses.length, 'problem')}</span>
          </h3>
          <ul>
            {fileCauses.map((cause) => (
              <CauseRow key={`${cause.problem.severity} ${cause.problem.tag} ${cause.problem.message}`} cause={cause} />
            ))}
          </ul>
        </section>
      ))}
      <Suspense fallback={emptyState}>
        <AdviceList above={brief} otherwise={emptyState} />
      </Suspense>
    </div>
  );
}

function byFile(causes: readonly ProblemCause[]): ReadonlyMap<string, readonly ProblemCause[]> {
  const files = new Map<string, ProblemCause[]>();
  for (const cause of causes) files.set(cause.file, [...(files.get(cause.file) ?? []), cause]);
  return files;
}

function CauseRow({ cause: { problem, places, fixes } }: { cause: ProblemCause }) {
  const store = useWorkbenchStore();
  const { severity, message, tag } = problem;
  return (
    <Row as="li" align="start" gap="2px">
      <AriaButton className={cx(styles.problem)} onPress={() => jumpToProblem(store, problem)}>
        <SeverityIcon severity={severity} size={14} />
        <Text as="span" breaks grow>
          {showHidden(message)}
        </Text>
        <span className={styles.tag}>{tag}</span>
      </AriaButton>
      {fixes.length > 0 && (
        <span className={styles.fixes}>
          {fixes.map((fix) => (
            <FixButton key={fix.kind} problem={problem} fix={fix} />
          ))}
        </span>
      )}
      <span className={styles.lines}>
        {places.map((place) => (
          <AriaButton
            key={`${place.line}:${place.column}`}
            aria-label={`Show line ${place.line} of the file`}
            className={cx(styles.line)}
            onPress={() => inBackground(jumpToLine(store, place))}
          >
            {`${place.line}:${place.column}`}
          </AriaButton>
        ))}
      </span>
    </Row>
  );
}

/** A correction in one press, with its Undo in the notice or in the bar. */
function FixButton({ problem, fix }: { problem: ProblemView; fix: ProblemFix }) {
  const { actions } = useWorkbenchStore();
  const input = useRef<HTMLInputElement>(null);
  const run = async () => {
    if (!('server' in fix)) {
      if (fix.kind === 'choose-file') input.current?.click();
      else await actions.fixProblem(problem, fix);
    } else if (fix.kind === 'remove') await actions.removeEntry(fix.server, fix.index, fix.list);
    else await actions.renameEntry(fix.server, fix.index, fix.name, fix.list);
  };
  return (
    <>
      <Button onPress={() => inBackground(run())}>{fixLabel(fix)}</Button>
      {fix.kind === 'choose-file' && (
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File for the block"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file can be chosen again.
            target.value = '';
            if (file) inBackground(actions.fixProblem(problem, fix, file));
          }}
        />
      )}
    </>
  );
}
