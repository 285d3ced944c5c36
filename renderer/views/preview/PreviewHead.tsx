import { Eraser, WandSparkles } from 'lucide-react';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectValues } from '../../store/selectors.ts';
import styles from './PreviewHead.module.css';
import { SamplesMenu } from './SamplesMenu.tsx';

/** The heading of the preview, with buttons that fill or clear its form. */
export function PreviewHead({ prompt }: { prompt: PromptSummary | undefined }) {
  const values = useWorkbench(selectValues);
  const { fillValues, fillExamples } = useWorkbenchActions();
  const declared = prompt?.arguments ?? [];
  const hasEmpty = declared.some(({ name }) => !values[name]);
  const hasValues = Object.values(values).some((value) => value !== '');
  return (
    <PaneBar>
      <h2>Preview</h2>
      {prompt && declared.length > 0 && (
        <div className={styles.fill}>
          <SamplesMenu key={prompt.key} prompt={prompt} />
          <IconButton label="Fill with examples" isDisabled={!hasEmpty} onPress={() => inBackground(fillExamples())}>
            <WandSparkles size={15} />
          </IconButton>
          <IconButton label="Clear the values" isDisabled={!hasValues} onPress={() => fillValues({})}>
            <Eraser size={15} />
          </IconButton>
        </div>
      )}
    </PaneBar>
  );
}
