import type { PromptSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/Button.tsx';
import { PaneBar } from '../../components/PaneBar.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectValues } from '../../store/selectors.ts';
import styles from './PreviewHead.module.css';

/** The preview's name, and the samples that fill its form. */
export function PreviewHead({ prompt }: { prompt: PromptSummary | undefined }) {
  const values = useWorkbench(selectValues);
  const { fillValues } = useWorkbenchActions();
  const hasValues = Object.values(values).some((value) => value !== '');
  return (
    <PaneBar>
      <h2>Preview</h2>
      <div className={styles.samples}>
        {prompt?.samples.map((sample) => (
          <Button
            key={sample.name}
            aria-label={`Fill from the sample ${sample.name}`}
            onPress={() => fillValues(sample.arguments)}
          >
            {sample.name}
          </Button>
        ))}
        {hasValues && (
          <Button variant="quiet" aria-label="Clear the values" onPress={() => fillValues({})}>
            Clear
          </Button>
        )}
      </div>
    </PaneBar>
  );
}
