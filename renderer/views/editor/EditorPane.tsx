import { memo, Suspense } from 'react';
import { assertNever } from '../../../src/base/assert-never.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { unservedServer } from '../../../src/model/unserved-server.ts';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { ProblemList } from '../../components/status/ProblemList.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import { selectionExists } from '../../store/address/pages.ts';
import { concerns, conflictOf } from '../../store/definition/conflicts.ts';
import { openView } from '../../store/definition/drafts.ts';
import { isObject, pathKey } from '../../store/definition/json.ts';
import { selectServerError } from '../../store/problems/server-error.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPrompt, findServer, findSkill, findTool, selectProblems } from '../../store/selectors.ts';
import { stableSelector } from '../../store/stable-selector.ts';
import type { Selection } from '../../store/state/workspace.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { PromptForm, promptFields } from '../prompt/PromptForm.tsx';
import { ServerForm, serverFields } from '../server/ServerForm.tsx';
import { SourceForm, sourceFields } from '../sources/SourceForm.tsx';
import { ToolForm, toolFields } from '../tool/ToolForm.tsx';
import { DefinitionFrame } from './DefinitionFrame.tsx';
import { GoneNotice } from './GoneNotice.tsx';

const BuiltinPrompt = lazyView(() => import('../prompt/BuiltinPrompt.tsx'));
const MissingPage = lazyView(() => import('./MissingPage.tsx'));
const InspectPage = lazyView(() => import('../inspect/InspectPage.tsx'));
const SkillForm = lazyView(() => import('../skills/SkillForm.tsx'));
const ConflictNotice = lazyView(() => import('./ConflictNotice.tsx'));

const selector = ({ workspace }: WorkbenchState) => ({
  status: workspace.status,
  message: workspace.status === 'failed' ? workspace.message : undefined,
});

/** The middle of the window: the editor of the selection. */
export function EditorPane() {
  const { status, message } = useWorkbench(selector);
  const { refreshWorkspace } = useWorkbenchActions();
  return (
    <>
      <OpenConflict />
      <GoneNotice />
      {status === 'loading' && <Skeleton />}
      {status === 'failed' && (
        <EmptyState
          title="Couldn't read the workspace"
          actions={<Button onPress={() => inBackground(refreshWorkspace())}>Try again</Button>}
        >
          {message}
        </EmptyState>
      )}
      {status === 'ready' && <SelectionEditor />}
    </>
  );
}

const selectOpenConflict = stableSelector((state) => {
  const view = openView(state);
  const conflict = view && conflictOf(state, view.file);
  return conflict && concerns(conflict, view) ? conflict : undefined;
});

function OpenConflict() {
  const conflict = useWorkbench(selectOpenConflict);
  if (!conflict) return null;
  return (
    <Suspense>
      <ConflictNotice conflict={conflict} />
    </Suspense>
  );
}

/** None of these change while a text is edited and saved. */
const selectedSelector = (state: WorkbenchState) => {
  const { selection, definition } = state;
  const view = definition.status === 'open' ? definition.view : undefined;
  const skill = selection?.kind === 'file' ? findSkill(state, selection.file) : undefined;
  return {
    kind: skill ? ('skill' as const) : selection?.kind,
    skill: skill?.name,
    status: definition.status,
    message: definition.status === 'failed' ? definition.message : undefined,
    file: view?.file ?? '',
    openedFrom: state.openedFrom ?? view?.file ?? '',
    at: view?.at ?? wholeFile,
    isReadable: isObject(view?.value),
    found: findPrompt(state, selection)?.prompt,
    server: selection?.kind === 'server' ? findServer(state, selection.server) : undefined,
    source: selection?.kind === 'source' && selectionExists(state, selection) ? selection.source : undefined,
    inspected: selection?.kind === 'inspected' && selectionExists(state, selection) ? selection.id : undefined,
    tool: findTool(state, selection)?.tool,
    serverError: selectServerError(state),
  };
};

/** The file beside the folders of definitions that is selected: its settings are for a text editor. */
function selectSettingsFile({ selection }: WorkbenchState): string | undefined {
  return selection?.kind === 'file' && !selection.file.includes('/') ? selection.file : undefined;
}

function FailedPage({ message }: { message: string | undefined }) {
  const settingsFile = useWorkbench(selectSettingsFile);
  const problems = useWorkbench(selectProblems);
  if (settingsFile === undefined) return <EmptyState title="Couldn't read the definition">{message}</EmptyState>;
  return (
    <>
      <EmptyState title={settingsFile}>Change this file in a text editor: the window follows it.</EmptyState>
      <ProblemList
        label={`Problems in ${settingsFile}`}
        problems={problems.filter(({ file }) => file === settingsFile)}
      />
    </>
  );
}

const wholeFile: KeyPath = [];

function SelectionEditor() {
  const {
    kind,
    status,
    message,
    file,
    openedFrom,
    at,
    isReadable,
    found,
    server,
    source,
    tool,
    skill,
    inspected,
    serverError,
  } = useWorkbench(selectedSelector);
  const isServed = found?.isServed ?? tool?.isServed ?? true;
  const consequence = serverError
    ? unservedServer(serverError)
    : isServed
      ? undefined
      : 'Not served until you fix its errors.';
  switch (status) {
    case 'loading':
      return <Skeleton />;
    case 'failed':
      return <FailedPage message={message} />;
    case 'open':
      return (
        <DefinitionFrame
          key={`${openedFrom} ${pathKey(at)}`}
          title={found?.name ?? tool?.name ?? server?.name ?? source ?? skill ?? file}
          // A path inside a server's file belongs to a prompt, even while the server does not parse.
          hasForm={isReadable && (kind !== 'file' || at.length > 0)}
          consequence={consequence}
          fields={fieldsOf(kind)}
        >
          <Form kind={kind} at={at} />
        </DefinitionFrame>
      );
    case 'none':
      if (found)
        return (
          <Suspense fallback={<Skeleton />}>
            <BuiltinPrompt prompt={found} />
          </Suspense>
        );
      if (server) return <ServerForm at={[]} />;
      if (source !== undefined) return <SourceForm />;
      if (tool) return <ToolForm at={[]} />;
      if (inspected !== undefined)
        return (
          <Suspense fallback={<Skeleton />}>
            <InspectPage key={inspected} id={inspected} />
          </Suspense>
        );
      return (
        <Suspense fallback={<Skeleton />}>
          <MissingPage />
        </Suspense>
      );
    default:
      return assertNever(status);
  }
}

type Kind = Selection['kind'] | 'skill' | undefined;

function fieldsOf(kind: Kind): readonly string[] {
  if (kind === 'server') return serverFields;
  if (kind === 'source') return sourceFields;
  if (kind === 'skill') return skillFields;
  return kind === 'tool' || kind === 'unlisted-tool' ? toolFields : promptFields;
}

/** Keys whose problems the form of a skill shows at their fields. */
const skillFields = ['Name', 'Description', 'Content', 'AllowedTools', 'Files', 'UserInvocable'];

/** Renders again by its own selectors only, not when the list's entry of the open definition changes. */
const Form = memo(({ kind, at }: { kind: Kind; at: KeyPath }) => {
  if (kind === 'server') return <ServerForm at={at} />;
  if (kind === 'source') return <SourceForm />;
  if (kind === 'skill')
    return (
      <Suspense fallback={<Skeleton />}>
        <SkillForm />
      </Suspense>
    );
  return kind === 'tool' || kind === 'unlisted-tool' ? <ToolForm at={at} /> : <PromptForm at={at} />;
});
