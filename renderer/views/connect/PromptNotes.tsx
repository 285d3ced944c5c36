/** In Connect: what the chosen application does differently with a server's prompts, with buttons that change them. */
import { useEffect, useRef } from 'react';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import { Button } from '../../components/controls/Button.tsx';
import { isFocusFree } from '../../components/overlay/useKeptFocus.ts';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findServer } from '../../store/selectors.ts';
import type { ReadyPlan } from '../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ConnectStageView.module.css';

/** The prompts of the chosen server; built-in ones have no file to change. */
const promptsSelector = (state: WorkbenchState) => ({
  prompts: state.connect.status === 'open' ? findServer(state, state.connect.target.server)?.prompts : undefined,
});

/** How many prompts have a button at once; the others get theirs as these change. */
const maxOffered = 3;

/** What does not work in the application as a person expects, with one press that changes it. */
export function PromptNotes({ plan: { promptNotes } }: { plan: ReadyPlan }) {
  const { letTakeRest } = useWorkbenchActions();
  const { prompts = [] } = useWorkbench(promptsSelector);
  const isOwn = (name: string) => prompts.some((prompt) => prompt.name === name && prompt.location !== undefined);
  const notes = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the notes.
  useEffect(() => {
    // The pressed button is gone, and no other control has taken the focus.
    if (isFocusFree()) notes.current?.focus();
  }, [promptNotes]);
  return (
    <div ref={notes} tabIndex={-1} className={styles.promptNotes}>
      {promptNotes.map(({ message, restOfLine }) => (
        <Notice
          key={restOfLine.length > 0 ? 'rest' : message}
          tone="info"
          actions={restOfLine
            .filter(({ prompt }) => isOwn(prompt))
            .slice(0, maxOffered)
            .map(({ prompt, argument }) => (
              <Button key={prompt} onPress={() => inBackground(letTakeRest(prompt, argument))}>
                {`Let ${showHidden(argument)} take the rest${restOfLine.length > 1 ? ` in ${showHidden(prompt)}` : ''}`}
              </Button>
            ))}
        >
          {message}
        </Notice>
      ))}
    </div>
  );
}
