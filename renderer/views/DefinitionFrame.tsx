import { type ReactNode, useState } from 'react';
import type { ProblemView } from '../../src/contract/contract.ts';
import { CodeText } from '../components/CodeText.tsx';
import { ProblemList } from '../components/ProblemList.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { SeverityIcon } from '../components/SeverityIcon.tsx';
import { useWorkbench, useWorkbenchActions } from '../store/StoreProvider.tsx';
import { selectSourceText } from '../store/selectors.ts';
import type { WorkbenchState } from '../store/state.ts';
import styles from './DefinitionFrame.module.css';

interface DefinitionFrameProps {
  readonly title: string;
  /** False when the file cannot be read as a definition: only its text can be edited. */
  readonly hasForm: boolean;
  readonly children: ReactNode;
}

const lenses = [
  { value: 'form', label: 'Form' },
  { value: 'source', label: 'Source' },
] as const;

const selector = ({ definition }: WorkbenchState) => ({
  view: definition.status === 'open' ? definition.view : undefined,
});

/** The open definition: where it is written, what is wrong with it, and the form or the file's own text. */
export function DefinitionFrame({ title, hasForm, children }: DefinitionFrameProps) {
  const { view } = useWorkbench(selector);
  const { flush } = useWorkbenchActions();
  const [chosen, setChosen] = useState<'form' | 'source'>('form');
  if (!view) return null;
  const lens = hasForm ? chosen : 'source';
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2>{title}</h2>
          <span className={styles.file}>{view.file}</span>
        </div>
        {hasForm && (
          <Segmented
            label="Show the definition as"
            value={lens}
            options={lenses}
            onChange={(next) => void flush().then((saved) => saved && setChosen(next))}
          />
        )}
      </div>
      <div className={styles.body}>
        {!hasForm && <Problems problems={view.problems} />}
        {lens === 'form' ? children : <Source />}
        {hasForm && <Problems problems={view.problems} />}
      </div>
    </div>
  );
}

/** Below the form, so that nothing moves under the hands while a problem comes and goes. */
function Problems({ problems }: { problems: readonly ProblemView[] }) {
  if (problems.length === 0) return null;
  const hasError = problems.some(({ severity }) => severity === 'error');
  return (
    <details className={styles.problems} open={hasError}>
      <summary>
        <SeverityIcon severity={hasError ? 'error' : 'warning'} />
        {problems.length === 1 ? '1 problem' : `${problems.length} problems`}
        {hasError && <span className={styles.consequence}>kept from clients until it is mended</span>}
      </summary>
      <ProblemList label="Problems of this definition" problems={problems} />
    </details>
  );
}

function Source() {
  const text = useWorkbench(selectSourceText);
  const { editSource, flush } = useWorkbenchActions();
  return (
    <CodeText label="Text of the file" value={text} onChange={editSource} onBlur={() => void flush()} language="yaml" />
  );
}
