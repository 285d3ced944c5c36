import { Eraser, WandSparkles } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { isPressed } from '../../components/overlay/keys.ts';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPrompt, selectPreviewed, selectServer, selectValues } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import { PreviewAnswer } from './PreviewAnswer.tsx';
import styles from './PreviewPane.module.css';
import { RunButton } from './RunButton.tsx';
import { SamplesMenu } from './SamplesMenu.tsx';
import { UnlistedPrompt } from './UnlistedPrompt.tsx';

const InspectTrial = lazy(() => import('../inspect/InspectTrial.tsx'));
const RunPanel = lazy(() => import('../run/RunPanel.tsx'));
const ServerAnswers = lazy(() => import('./ServerAnswers.tsx'));
const SourceTrial = lazy(() => import('../sources/SourceTrial.tsx'));
const ToolTrial = lazy(() => import('../tool/ToolTrial.tsx'));

const selector = (state: WorkbenchState) => {
  const previewed = selectPreviewed(state);
  return {
    form: previewed?.form,
    id: previewed && `${previewed.server} ${previewed.prompt.key}`,
    unlisted: findPrompt(state, state.selection)?.prompt,
    source: state.selection?.kind === 'source' ? state.selection.source : undefined,
    tool: state.selection?.kind === 'tool' ? state.selection : undefined,
    server: state.selection?.kind === 'server' ? selectServer(state) : undefined,
    inspected: state.selection?.kind === 'inspected' ? state.selection.id : undefined,
    runs: state.run.isOpen,
  };
};

/** The right of the window: the answer that a client gets for the values filled in here. */
export function PreviewPane() {
  const { form, id, unlisted, source, tool, server, inspected, runs } = useWorkbench(selector);
  const { runPrompt } = useWorkbenchActions();
  /** The highlighted origin: pointed at in the form, the legend or the text. */
  const [lit, setLit] = useState<string>();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !isPressed(event, 'Mod+Enter')) return;
    event.preventDefault();
    if (form) inBackground(runPrompt());
  };
  if (tool) {
    return (
      <div className={styles.pane}>
        <Suspense fallback={<Skeleton />}>
          <ToolTrial key={tool.key} selection={tool} />
        </Suspense>
      </div>
    );
  }
  if (inspected !== undefined) {
    return (
      <div className={styles.pane}>
        <Suspense fallback={<Skeleton />}>
          <InspectTrial key={inspected} id={inspected} />
        </Suspense>
      </div>
    );
  }
  if (server) {
    return (
      <div className={styles.pane}>
        <Suspense fallback={<Skeleton />}>
          <ServerAnswers key={server.name} server={server} />
        </Suspense>
      </div>
    );
  }
  if (source !== undefined) {
    return (
      <div className={styles.pane}>
        <Suspense>
          <SourceTrial key={source} name={source} />
        </Suspense>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut applies to everything inside.
    <div className={cx(styles.pane, styles.prompt)} onKeyDown={onKeyDown}>
      <PreviewHead prompt={form} />
      {form && id !== undefined ? (
        <>
          {form.arguments.length > 0 && <ArgumentForm key={id} prompt={form} onLight={setLit} />}
          <PreviewAnswer id={id} names={form.arguments.map(({ name }) => name)} lit={lit} onLight={setLit} />
          {runs && (
            <Suspense>
              <RunPanel />
            </Suspense>
          )}
        </>
      ) : unlisted ? (
        <UnlistedPrompt prompt={unlisted} />
      ) : (
        <EmptyState title="Nothing to preview">Choose a prompt: its answer appears here as you type.</EmptyState>
      )}
    </div>
  );
}

/** The heading of the preview, with buttons that fill or clear its form, and run the prompt. */
function PreviewHead({ prompt }: { prompt: PromptSummary | undefined }) {
  const values = useWorkbench(selectValues);
  const { fillValues, fillExamples } = useWorkbenchActions();
  const declared = prompt?.arguments ?? [];
  const hasEmpty = declared.some(({ name }) => !values[name]);
  const hasValues = Object.values(values).some((value) => value !== '');
  return (
    <PaneBar>
      <h2>Preview</h2>
      {prompt && (
        <div className={styles.fill}>
          {declared.length > 0 && (
            <>
              <SamplesMenu key={prompt.key} prompt={prompt} />
              <IconButton
                label="Fill with examples"
                isDisabled={!hasEmpty}
                onPress={() => inBackground(fillExamples())}
              >
                <WandSparkles size={15} />
              </IconButton>
              <IconButton label="Clear the values" isDisabled={!hasValues} onPress={() => fillValues({})}>
                <Eraser size={15} />
              </IconButton>
            </>
          )}
          <RunButton />
        </div>
      )}
    </PaneBar>
  );
}
