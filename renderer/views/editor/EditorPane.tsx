import { lazy, Suspense } from 'react';
import { assertNever } from '../../../src/model/assert-never.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { concerns, conflictOf } from '../../store/conflicts.ts';
import { isObject, pathKey } from '../../store/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPrompt, findServer } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { BuiltinPrompt } from '../prompt/BuiltinPrompt.tsx';
import { PromptForm, promptFields } from '../prompt/PromptForm.tsx';
import { ServerForm, serverFields } from '../server/ServerForm.tsx';
import { DefinitionFrame } from './DefinitionFrame.tsx';
import styles from './EditorPane.module.css';

const ConflictNotice = lazy(() => import('./ConflictNotice.tsx'));

const selector = (state: WorkbenchState) => ({
  workspace: state.workspace,
  view: state.definition.status === 'open' ? state.definition.view : undefined,
  drafts: state.drafts,
  saves: state.saves,
});

/** The middle of the window: what is selected, to be written. */
export function EditorPane() {
  const { workspace, view, drafts, saves } = useWorkbench(selector);
  const { refreshWorkspace } = useWorkbenchActions();
  const conflict = view && conflictOf({ drafts, saves }, view.file);
  return (
    <>
      {conflict && concerns(conflict, view) && (
        <Suspense>
          <ConflictNotice conflict={conflict} />
        </Suspense>
      )}
      {workspace.status === 'loading' && <Skeleton />}
      {workspace.status === 'failed' && (
        <EmptyState
          title="The workspace could not be read"
          actions={<Button onPress={() => void refreshWorkspace()}>Try again</Button>}
        >
          {workspace.message}
        </EmptyState>
      )}
      {workspace.status === 'ready' && <Selected />}
    </>
  );
}

const selectedSelector = (state: WorkbenchState) => ({
  kind: state.selection?.kind,
  definition: state.definition,
  found: findPrompt(state, state.selection)?.prompt,
  server: state.selection?.kind === 'server' ? findServer(state, state.selection.server) : undefined,
});

function Selected() {
  const { kind, definition, found, server } = useWorkbench(selectedSelector);
  switch (definition.status) {
    case 'loading':
      return <Skeleton />;
    case 'failed':
      return <EmptyState title="The definition could not be read">{definition.message}</EmptyState>;
    case 'open': {
      const { file, at, value } = definition.view;
      // A place inside of a server's file is a prompt's, also while the server cannot be read.
      const isForm = isObject(value) && (kind !== 'file' || at.length > 0);
      return (
        <DefinitionFrame
          key={`${file} ${pathKey(at)}`}
          title={found?.name ?? server?.name ?? file}
          hasForm={isForm}
          isServed={found?.served ?? true}
          fields={kind === 'server' ? serverFields : promptFields}
        >
          {kind === 'server' ? <ServerForm at={at} /> : <PromptForm at={at} />}
        </DefinitionFrame>
      );
    }
    case 'none':
      if (found) return <BuiltinPrompt prompt={found} />;
      if (server) return <ServerForm at={[]} />;
      return (
        <EmptyState title="Nothing is selected">
          Choose a prompt on the left, or make a new one with the plus.
        </EmptyState>
      );
    default:
      return assertNever(definition);
  }
}

/** Shows nothing at first: most definitions are there before it would be seen. */
function Skeleton() {
  return (
    <div aria-hidden="true" className={styles.skeleton}>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
