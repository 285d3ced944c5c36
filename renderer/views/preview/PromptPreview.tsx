import { Eraser, WandSparkles } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectValues } from '../../store/selectors.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import { PreviewAnswer } from './PreviewAnswer.tsx';
import styles from './PreviewPane.module.css';
import { RunButton } from './RunButton.tsx';
import { SamplesMenu } from './SamplesMenu.tsx';

const RunPanel = lazyView(() => import('../run/RunPanel.tsx'));

interface PromptPreviewProps {
  /** Identifies the prompt. */
  readonly id: string;
  readonly prompt: PromptSummary;
}

/** The preview of a prompt: its values and the answer to them, and its runs if they are open. */
export default function PromptPreview({ id, prompt }: PromptPreviewProps) {
  const runs = useWorkbench((state) => state.run.isOpen);
  /** The highlighted origin: pointed at in the form, the legend or the text. */
  const [highlightedName, setHighlighted] = useState<string>();
  return (
    <>
      <PreviewHead prompt={prompt} />
      {prompt.arguments.length > 0 && <ArgumentForm key={id} prompt={prompt} onHighlight={setHighlighted} />}
      <PreviewAnswer
        id={id}
        names={prompt.arguments.map(({ name }) => name)}
        highlightedKey={highlightedName}
        onHighlight={setHighlighted}
      />
      {runs && (
        <Suspense>
          <RunPanel />
        </Suspense>
      )}
    </>
  );
}

/** The heading of the preview, with buttons that fill or clear its form, and run the prompt. */
function PreviewHead({ prompt }: { prompt: PromptSummary }) {
  const values = useWorkbench(selectValues);
  const { fillValues, fillExamples } = useWorkbenchActions();
  const allArguments = prompt.arguments;
  const hasEmpty = allArguments.some(({ name }) => !values[name]);
  const hasValues = Object.values(values).some((value) => value !== '');
  return (
    <PaneBar>
      <h2>Preview</h2>
      <div className={styles.fill}>
        {allArguments.length > 0 && (
          <>
            <SamplesMenu key={prompt.key} prompt={prompt} />
            <IconButton label="Fill with examples" isDisabled={!hasEmpty} onPress={() => inBackground(fillExamples())}>
              <WandSparkles size={15} />
            </IconButton>
            <IconButton label="Clear the values" isDisabled={!hasValues} onPress={() => fillValues({})}>
              <Eraser size={15} />
            </IconButton>
          </>
        )}
        <RunButton />
      </div>
    </PaneBar>
  );
}
