import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { selectTypedText } from '../../store/definition/save-state.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
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

/** The file of the open definition is gone: its text stays in the editor, and can be copied or written to a new file. */
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
                Recreate the file
              </Button>
            )}
          </>
        }
      >
        {hasFolder
          ? 'Your text is still here. It is saved when the file returns, or when you recreate it.'
          : 'Your text is still here. It is saved when the file returns.'}
      </Notice>
    </div>
  );
}

const labels = {
  none: 'Copy my text',
  copied: 'Copied',
  refused: "Couldn't copy: select the text and copy it with the keyboard",
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
