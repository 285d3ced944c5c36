import { lazy, Suspense } from 'react';
import { assertNever } from '../../../src/base/assert-never.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { inBackground } from '../../in-background.ts';
import { concerns, conflictOf } from '../../store/definition/conflicts.ts';
import { isObject, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPrompt, findServer, findTool } from '../../store/selectors.ts';
import type { Selection, WorkbenchState } from '../../store/state.ts';
import { BuiltinPrompt } from '../prompt/BuiltinPrompt.tsx';
import { PromptForm, promptFields } from '../prompt/PromptForm.tsx';
import { ServerForm, serverFields } from '../server/ServerForm.tsx';
import { SourceForm, sourceFields } from '../sources/SourceForm.tsx';
import { ToolForm, toolFields } from '../tool/ToolForm.tsx';
import { DefinitionFrame } from './DefinitionFrame.tsx';
import styles from './EditorPane.module.css';
import { GoneNotice } from './GoneNotice.tsx';

const ConflictNotice = lazy(() => import('./ConflictNotice.tsx'));

const selector = ({ workspace }: WorkbenchState) => ({
  status: workspace.status,
  message: workspace.status === 'failed' ? workspace.message : undefined,
});

/** The middle of the window: what is selected, to be written. */
export function EditorPane() {
  const { status, message } = useWorkbench(selector);
  const { refreshWorkspace } = useWorkbenchActions();
  return (
    <>
      <Contested />
      <GoneNotice />
      {status === 'loading' && <Skeleton />}
      {status === 'failed' && (
        <EmptyState
          title="The workspace could not be read"
          actions={<Button onPress={() => inBackground(refreshWorkspace())}>Try again</Button>}
        >
          {message}
        </EmptyState>
      )}
      {status === 'ready' && <Selected />}
    </>
  );
}

const contestedSelector = ({ definition, drafts, saves }: WorkbenchState) => ({
  view: definition.status === 'open' ? definition.view : undefined,
  drafts,
  saves,
});

/** On its own, because it looks at every key that is typed. */
function Contested() {
  const { view, drafts, saves } = useWorkbench(contestedSelector);
  const conflict = view && conflictOf({ drafts, saves }, view.file);
  if (!conflict || !concerns(conflict, view)) return null;
  return (
    <Suspense>
      <ConflictNotice conflict={conflict} />
    </Suspense>
  );
}

/** Nothing in it changes while a text is typed and saved. */
const selectedSelector = (state: WorkbenchState) => {
  const { selection, definition } = state;
  const view = definition.status === 'open' ? definition.view : undefined;
  return {
    kind: selection?.kind,
    status: definition.status,
    message: definition.status === 'failed' ? definition.message : undefined,
    file: view?.file ?? '',
    at: view?.at ?? wholeFile,
    isReadable: isObject(view?.value),
    found: findPrompt(state, selection)?.prompt,
    server: selection?.kind === 'server' ? findServer(state, selection.server) : undefined,
    source: selection?.kind === 'source' ? selection.source : undefined,
    tool: findTool(state, selection)?.tool,
  };
};

const wholeFile: KeyPath = [];

function Selected() {
  const { kind, status, message, file, at, isReadable, found, server, source, tool } = useWorkbench(selectedSelector);
  switch (status) {
    case 'loading':
      return <Skeleton />;
    case 'failed':
      return <EmptyState title="The definition could not be read">{message}</EmptyState>;
    case 'open':
      return (
        <DefinitionFrame
          key={`${file} ${pathKey(at)}`}
          title={found?.name ?? tool?.name ?? server?.name ?? source ?? file}
          // A place inside of a server's file is a prompt's, also while the server cannot be read.
          hasForm={isReadable && (kind !== 'file' || at.length > 0)}
          isServed={found?.served ?? tool?.served ?? true}
          fields={fieldsOf(kind)}
        >
          <Form kind={kind} at={at} />
        </DefinitionFrame>
      );
    case 'none':
      if (found) return <BuiltinPrompt prompt={found} />;
      if (server) return <ServerForm at={[]} />;
      if (source !== undefined) return <SourceForm />;
      if (tool) return <ToolForm at={[]} />;
      return (
        <EmptyState title="Nothing is selected">
          Choose a prompt on the left, or make a new one with the plus.
        </EmptyState>
      );
    default:
      return assertNever(status);
  }
}

type Kind = Selection['kind'] | undefined;

function fieldsOf(kind: Kind): readonly string[] {
  if (kind === 'server') return serverFields;
  if (kind === 'source') return sourceFields;
  return kind === 'tool' || kind === 'unlisted-tool' ? toolFields : promptFields;
}

function Form({ kind, at }: { kind: Kind; at: KeyPath }) {
  if (kind === 'server') return <ServerForm at={at} />;
  if (kind === 'source') return <SourceForm />;
  return kind === 'tool' || kind === 'unlisted-tool' ? <ToolForm at={at} /> : <PromptForm at={at} />;
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
