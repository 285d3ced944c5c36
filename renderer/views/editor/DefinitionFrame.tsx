import { type ReactNode, Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { Text, Truncate } from '../../components/layout/primitives.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { ProblemList } from '../../components/status/ProblemList.tsx';
import { SeverityIcon } from '../../components/status/SeverityIcon.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import { causesWithin } from '../../store/problems/problem-causes.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { jumpToLine, jumpToProblem } from '../shell/jump.ts';
import styles from './DefinitionFrame.module.css';
import { ListedBy } from './ListedBy.tsx';
import { useCaretAbove } from './useCaretAbove.ts';

const YamlView = lazyView(() => import('../prompt/text/YamlView.tsx'));
const HistoryView = lazyView(() => import('../history/HistoryView.tsx'));

interface DefinitionFrameProps {
  readonly title: string;
  /** False when the file does not parse as a definition: only its text can be edited. */
  readonly hasForm: boolean;
  /** What an error means for clients; absent while it is served. */
  readonly consequence?: string | undefined;
  /** Keys whose problems the form shows at their fields. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
}

const editorViews = [
  { value: 'form', label: 'Form' },
  { value: 'yaml', label: 'YAML' },
  { value: 'history', label: 'History' },
] as const;
/** For a file that does not parse as a definition. */
const textViews = editorViews.map((view) =>
  view.value === 'form' ? { ...view, reason: 'The form cannot show this text: fix its first error.' } : view,
);

const selector = ({ definition, editorView, withoutForm }: WorkbenchState) => ({
  file: definition.status === 'open' ? definition.view.file : undefined,
  at: definition.status === 'open' ? definition.view.at : undefined,
  chosen: editorView,
  hadNoForm: withoutForm !== undefined,
});

/** The open definition: its file, its problems, and the form, the YAML or the history. */
export function DefinitionFrame({ title, hasForm, consequence, fields, children }: DefinitionFrameProps) {
  const { file, at, chosen, hadNoForm } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { body, foot } = useCaretAbove();
  if (file === undefined || !at) return null;
  const view = hasForm || chosen !== 'form' ? chosen : 'yaml';
  // The YAML view covers the whole file; the form covers one definition, possibly one of many in the file.
  const problems =
    view === 'form' ? (
      <Problems
        at={at}
        shownAt={fields}
        consequence={consequence}
        onChoose={(problem) => jumpToProblem(store, problem)}
      />
    ) : (
      <Problems
        at={[]}
        shownAt={[]}
        consequence={consequence}
        onChoose={(problem) => inBackground(jumpToLine(store, problem))}
      />
    );
  return (
    <div className={styles.frame}>
      <PaneBar>
        <div className={styles.title}>
          <h2 title={`${title} (${file})`}>{title}</h2>
          <div className={styles.file}>
            <Truncate tone="faint" size="xs" mono title={file}>
              {file}
            </Truncate>
          </div>
          <ListedBy />
        </div>
        <Segmented
          label="Show the definition as"
          value={view}
          options={hasForm ? editorViews : textViews}
          onChange={(next) => inBackground(store.actions.showEditorView(next))}
        />
      </PaneBar>
      {/* In a narrow pane, the bar has no room for both. */}
      <div className={styles.places}>
        <Text as="span" tone="faint" size="xs" mono breaks>
          {file}
        </Text>
        <ListedBy />
      </div>
      {view === 'history' ? (
        <Suspense>
          <HistoryView />
        </Suspense>
      ) : (
        <>
          <div ref={body} className={styles.body}>
            {view === 'form' ? (
              children
            ) : (
              <Suspense fallback={<Skeleton />}>
                <YamlView />
              </Suspense>
            )}
          </div>
          <div ref={foot} className={styles.foot}>
            {view === 'yaml' && hasForm && hadNoForm && (
              <Notice
                tone="good"
                actions={
                  <Button onPress={() => inBackground(store.actions.showEditorView('form'))}>Show as form</Button>
                }
              >
                The form can show this file again.
              </Notice>
            )}
            {problems}
          </div>
        </>
      )}
    </div>
  );
}

interface ProblemsProps {
  readonly at: KeyPath;
  readonly shownAt: readonly string[];
  readonly consequence: string | undefined;
  /** Shows the place of a problem. */
  readonly onChoose: (problem: ProblemView) => void;
}

/** The problems that the card shows; the list below the window shows the others. */
const maxRows = 3;

/** Problems that no field shows. They stay at the lower edge, where they move no field as they come and go. */
function Problems({ at, shownAt, consequence, onChoose }: ProblemsProps) {
  const allCauses = useWorkbench((state) => causesWithin(state, at));
  const { changeDock } = useWorkbenchActions();
  const isListed = useWorkbench(({ shell }) => shell.dock.isOpen && shell.dock.tab === 'problems');
  const problems = allCauses
    .map(({ problem }) => problem)
    .filter(({ at: place }) => !shownAt.includes(String(place[at.length])));
  if (problems.length === 0)
    return (
      consequence && (
        <Text tone="faint" weight="regular">
          {consequence}
        </Text>
      )
    );
  const hasError = problems.some(({ severity }) => severity === 'error');
  return (
    <details className={styles.problems} open={hasError && !isListed}>
      <summary>
        <SeverityIcon severity={hasError ? 'error' : 'warning'} />
        {problems.length < allCauses.length
          ? `${formatCount(problems.length, 'problem')} without a field`
          : formatCount(problems.length, 'problem')}
        {consequence && (
          <Text as="span" tone="faint" weight="regular">
            {consequence}
          </Text>
        )}
      </summary>
      <ProblemList label="Problems in this definition" problems={problems.slice(0, maxRows)} onChoose={onChoose} />
      {problems.length > maxRows && (
        <Button variant="quiet" onPress={() => changeDock({ isOpen: true, tab: 'problems' })}>
          {`${problems.length - maxRows} more in Problems`}
        </Button>
      )}
    </details>
  );
}
