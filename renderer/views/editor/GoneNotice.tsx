import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectTypedText } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './GoneNotice.module.css';

const selector = ({ definition, workspace }: WorkbenchState) => ({
  hasFolder: workspace.status === 'ready' && !workspace.view.isGone,
  ...goneFile(definition),
});

const goneFile = (definition: WorkbenchState['definition']) =>
  definition.status === 'open' && definition.gone !== undefined
    ? { file: definition.view.file, message: definition.gone }
    : { file: undefined, message: undefined };

/** The file of the open definition has gone: its text stays below, and can be written anew or taken along. */
export function GoneNotice() {
  const { hasFolder, file, message } = useWorkbench(selector);
  const { recreateFile } = useWorkbenchActions();
  if (file === undefined) return null;
  return (
    <div className={styles.gone}>
      <Notice
        tone="warning"
        title={message}
        actions={
          <>
            <CopyTyped key={file} />
            {hasFolder && (
              <Button variant="primary" onPress={() => inBackground(recreateFile())}>
                Write the file anew
              </Button>
            )}
          </>
        }
      >
        {hasFolder
          ? 'What you wrote is kept here. It is saved when the file is back, or when you write it anew.'
          : 'What you wrote is kept here. It is saved when the file is back.'}
      </Notice>
    </div>
  );
}

const labels = {
  none: 'Copy what I typed',
  copied: 'Copied',
  refused: 'Not copied: select it and press the keys to copy',
};

function CopyTyped() {
  const { state } = useWorkbenchStore();
  const [outcome, setOutcome] = useState<keyof typeof labels>('none');
  const copy = () =>
    navigator.clipboard.writeText(selectTypedText(state.getState())).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  return <Button onPress={() => inBackground(copy())}>{labels[outcome]}</Button>;
}
