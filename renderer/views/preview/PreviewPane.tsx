import { type KeyboardEvent, type ReactNode, Suspense } from 'react';
import { cx } from '../../components/cx.ts';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { isPressed } from '../../components/overlay/keys.ts';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPrompt, findSkill, findTool, selectPreviewed, selectServer } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './PreviewPane.module.css';

/** Loads while the window asks for its first list, which needs none of it. */
const preview = import('./PromptPreview.tsx');
const PromptPreview = lazyView(() => preview);
const UnlistedEntry = lazyView(() => import('./UnlistedEntry.tsx'));
const InspectTrial = lazyView(() => import('../inspect/InspectTrial.tsx'));
const ServerAnswers = lazyView(() => import('./ServerAnswers.tsx'));
const SourceTrial = lazyView(() => import('../sources/SourceTrial.tsx'));
const ToolTrial = lazyView(() => import('../tool/ToolTrial.tsx'));

const selector = (state: WorkbenchState) => {
  const previewedPrompt = selectPreviewed(state);
  return {
    form: previewedPrompt?.form,
    id: previewedPrompt && `${previewedPrompt.server} ${previewedPrompt.prompt.key}`,
    unlistedPrompt: findPrompt(state, state.selection)?.prompt,
    unlistedTool: findTool(state, state.selection)?.tool,
    isSkill: state.selection?.kind === 'file' && findSkill(state, state.selection.file) !== undefined,
    source: state.selection?.kind === 'source' ? state.selection.source : undefined,
    tool: state.selection?.kind === 'tool' ? state.selection : undefined,
    server: state.selection?.kind === 'server' ? selectServer(state) : undefined,
    inspected: state.selection?.kind === 'inspected' ? state.selection.id : undefined,
  };
};

/** The right of the window: the answer that a client gets for the values filled in here. */
export function PreviewPane() {
  const { form, id, unlistedPrompt, unlistedTool, isSkill, source, tool, server, inspected } = useWorkbench(selector);
  const unlistedEntry = unlistedPrompt ?? unlistedTool;
  const { runPrompt } = useWorkbenchActions();
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
      {form && id !== undefined ? (
        <Suspense fallback={<Titled />}>
          <PromptPreview id={id} prompt={form} />
        </Suspense>
      ) : (
        <Titled>
          {unlistedEntry ? (
            <Suspense>
              <UnlistedEntry list={unlistedTool ? 'tools' : 'prompts'} entry={unlistedEntry} />
            </Suspense>
          ) : (
            <EmptyState title="Nothing to preview">
              {isSkill
                ? 'A model reads a skill as it is: “Install skill…” shows the exact file.'
                : 'Choose a prompt: its answer appears here as you type.'}
            </EmptyState>
          )}
        </Titled>
      )}
    </div>
  );
}

function Titled({ children }: { children?: ReactNode }) {
  return (
    <>
      <PaneBar>
        <h2>Preview</h2>
      </PaneBar>
      {children}
    </>
  );
}
