import { Notice } from '../components/Notice.tsx';
import { ProblemList } from '../components/ProblemList.tsx';
import { useWorkbench } from '../store/StoreProvider.tsx';
import { findPrompt, selectMissing } from '../store/selectors.ts';
import type { PreviewState, WorkbenchState } from '../store/state.ts';
import styles from './PreviewTrouble.module.css';

/** JSON-RPC: the parameters of the request are not right. */
const invalidParams = -32602;

const selectPrompt = (state: WorkbenchState) => findPrompt(state, state.selection)?.prompt;

/** Why there is no answer to show. Values that are still to be typed are no error. */
export function PreviewTrouble({ preview }: { preview: Extract<PreviewState, { status: 'error' | 'unavailable' }> }) {
  const missing = useWorkbench(selectMissing);
  const prompt = useWorkbench(selectPrompt);
  if (preview.status === 'unavailable') {
    return (
      <Notice tone="warning" title="The server did not answer">
        {preview.message}
      </Notice>
    );
  }
  if (prompt && !prompt.served) {
    return (
      <>
        <Notice tone="warning" title="Kept from clients">
          The definition has an error. What clients get is shown here again as soon as it is mended.
        </Notice>
        <ProblemList
          label="What keeps it from clients"
          problems={prompt.problems.filter(({ severity }) => severity === 'error')}
        />
      </>
    );
  }
  if (missing.length > 0 && preview.error.code === invalidParams) {
    return (
      <div role="status" className={styles.missing}>
        <p>
          {missing.length === 1
            ? 'Fill in one more value to see the answer:'
            : 'Fill in these values to see the answer:'}
        </p>
        <ul>
          {missing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <Notice tone="danger" title={`Error ${String(preview.error.code).replace('-', '−')}`}>
      {preview.error.message}
    </Notice>
  );
}
