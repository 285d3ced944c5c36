import { lazy, type ReactNode, Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { Text, Truncate } from '../../components/layout/primitives.tsx';
import { ProblemList } from '../../components/status/ProblemList.tsx';
import { SeverityIcon } from '../../components/status/SeverityIcon.tsx';
import { counted } from '../../components/text/counted.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { FileSource } from '../prompt/text/FileSource.tsx';
import styles from './DefinitionFrame.module.css';
import { useProblemsAt } from './useDefinitionField.ts';

const HistoryLens = lazy(() => import('../history/HistoryLens.tsx'));

interface DefinitionFrameProps {
  readonly title: string;
  /** False when the file cannot be read as a definition: only its text can be edited. */
  readonly hasForm: boolean;
  /** False when an error keeps it from clients. */
  readonly isServed: boolean;
  /** Keys of the definition whose problems the form shows at their fields. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
}

const editorViews = [
  { value: 'form', label: 'Form' },
  { value: 'yaml', label: 'Source' },
  { value: 'history', label: 'History' },
] as const;
/** Of a file that cannot be read as a definition. */
const textViews = editorViews.filter(({ value }) => value !== 'form');

const selector = ({ definition, editorView }: WorkbenchState) => ({
  file: definition.status === 'open' ? definition.view.file : undefined,
  at: definition.status === 'open' ? definition.view.at : undefined,
  chosen: editorView,
});

/** The open definition: where it is written, what is wrong with it, and the form or the file's own text. */
export function DefinitionFrame({ title, hasForm, isServed, fields, children }: DefinitionFrameProps) {
  const { file, at, chosen } = useWorkbench(selector);
  const { showEditorView } = useWorkbenchActions();
  if (file === undefined || !at) return null;
  const view = hasForm || chosen !== 'form' ? chosen : 'yaml';
  // The text is the whole file's; the form is of one definition, which may be one of many in the file.
  const problems =
    view === 'form' ? (
      <Problems at={at} shownAt={fields} isServed={isServed} />
    ) : (
      <Problems at={[]} shownAt={[]} isServed={isServed} />
    );
  return (
    <div className={styles.frame}>
      <PaneBar>
        <div className={styles.title}>
          <h2 title={title}>{title}</h2>
          <Truncate tone="faint" size="xs" mono title={file}>
            {file}
          </Truncate>
        </div>
        <Segmented
          label="Show the definition as"
          value={view}
          options={hasForm ? editorViews : textViews}
          onChange={(next) => inBackground(showEditorView(next))}
        />
      </PaneBar>
      {view === 'history' ? (
        <Suspense>
          <HistoryLens />
        </Suspense>
      ) : (
        <div className={styles.body}>
          {view === 'form' ? children : <FileSource />}
          {problems}
        </div>
      )}
    </div>
  );
}

interface ProblemsProps {
  readonly at: KeyPath;
  readonly shownAt: readonly string[];
  readonly isServed: boolean;
}

/** What no field shows. It stays at the lower edge, so that nothing moves under the hands while problems come and go. */
function Problems({ at, shownAt, isServed }: ProblemsProps) {
  const problems = useProblemsAt(at).filter((problem) => !shownAt.includes(String(problem.at[at.length])));
  const consequence = !isServed && 'This prompt is kept from clients until its errors are mended.';
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
    <details className={styles.problems} open={hasError}>
      <summary>
        <SeverityIcon severity={hasError ? 'error' : 'warning'} />
        {counted(problems.length, 'problem')}
        {consequence && (
          <Text as="span" tone="faint" weight="regular">
            {consequence}
          </Text>
        )}
      </summary>
      <ProblemList label="Problems of this definition" problems={problems} />
    </details>
  );
}
