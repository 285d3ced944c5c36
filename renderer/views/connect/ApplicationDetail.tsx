import { useEffect, useRef, useState } from 'react';
import { unservedServer } from '../../../src/model/unserved-server.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Suggested } from '../../components/fields/Suggested.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { isFocusFree } from '../../components/overlay/useKeptFocus.ts';
import { Notice } from '../../components/status/Notice.tsx';
import { serverError } from '../../store/problems/server-error.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { ConnectApplication, ConnectState, Scope, Transport } from '../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { WithFolderDialog } from '../editor/WithFolderDialog.tsx';
import styles from './ApplicationDetail.module.css';
import { ConnectStageView } from './ConnectStageView.tsx';
import { OtherForms } from './OtherForms.tsx';
import { strings } from './strings.ts';

interface ApplicationDetailProps {
  readonly connect: Extract<ConnectState, { status: 'open' }>;
  /** Undefined until the list of applications is loaded. */
  readonly application: ConnectApplication | undefined;
}

/** In the order that the window shows them in, for every application. */
const scopeNames: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'project', label: 'One project' },
  { value: 'local', label: 'One project, only for me' },
  { value: 'user', label: 'All projects' },
];
const transportNames: Readonly<Record<Transport, string>> = {
  stdio: 'Start the server (stdio)',
  http: 'Connect to the open workbench (HTTP)',
};

const selector = (state: WorkbenchState) => ({
  servers: selectServers(state),
  error:
    state.connect.status === 'open' && !state.connect.team
      ? serverError(state, state.connect.target.server)
      : undefined,
});

/** One application: its settings, the planned change, and other ways to add the same entry. */
export function ApplicationDetail({ connect, application }: ApplicationDetailProps) {
  const { servers, error } = useWorkbench(selector);
  const { chooseConnect, setProjectDir, followRef } = useWorkbenchActions();
  const [isTyping, setTyping] = useState(false);
  const { target, stage, suggestions, team } = connect;
  const isWriting = stage.kind === 'applying';
  const scopes = scopeNames.filter(({ value }) => application?.scopes.some(({ scope }) => scope === value));
  const transports = application?.transports.map((value) => ({ value, label: transportNames[value] })) ?? [];
  const isDone = stage.kind === 'applied' || stage.kind === 'undone';
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that brought the fields back is gone, and no other control has taken the focus.
    if (!isDone && isFocusFree()) fields.current?.querySelector('button')?.focus();
  }, [isDone]);
  const scopeCount = application?.scopes.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of an application move the others down.
  useEffect(() => {
    const { activeElement: focusedElement } = document;
    if (fields.current?.contains(focusedElement)) focusedElement?.scrollIntoView({ block: 'nearest' });
  }, [scopeCount]);
  return (
    <>
      {!isDone && (
        <div ref={fields} className={styles.fields}>
          <Choice
            label="Server"
            value={target.server}
            options={team ? team.servers : servers.map(({ name }) => name)}
            isDisabled={isWriting}
            onChange={(server) => chooseConnect({ server })}
          />
          {scopes.length > 1 && (
            <Segmented<Scope>
              label="Scope"
              showsLabel
              value={target.scope}
              options={scopes}
              isDisabled={isWriting}
              onChange={(scope) => chooseConnect({ scope })}
            />
          )}
          {transports.length > 1 && !team && (
            <Segmented<Transport>
              label="Transport"
              showsLabel
              value={target.transport}
              options={transports}
              isDisabled={isWriting}
              onChange={(transport) => chooseConnect({ transport })}
            />
          )}
          {connect.refs.length > 0 && target.transport === 'stdio' && (
            <Choice
              label="Serves"
              value={target.ref ?? ''}
              options={['', ...new Set([...(target.ref === undefined ? [] : [target.ref]), ...connect.refs])]}
              labels={{ '': strings.theFolder }}
              isDisabled={isWriting}
              onChange={(ref) => followRef(ref === '' ? undefined : ref)}
            />
          )}
          {target.scope !== 'user' && (
            <div className={styles.wide}>
              <WithFolderDialog path={target.projectDir} isDisabled={isWriting} onChoose={setProjectDir}>
                <Suggested
                  label="Project folder"
                  placeholder={`The folder where ${application?.name ?? 'the application'} starts`}
                  value={target.projectDir}
                  suggestions={suggestions}
                  isDisabled={isWriting}
                  onChange={setProjectDir}
                  autoFocus
                  selectsOnFocus
                  onFocusChange={setTyping}
                />
              </WithFolderDialog>
            </div>
          )}
        </div>
      )}
      {!isDone && application && !application.detected && (
        <Text tone="soft" size="s">
          {strings.notFound(application.name)}
        </Text>
      )}
      {/* The notes of a plan include it. */}
      {error && ['choosing', 'undone', 'failed'].includes(stage.kind) && (
        <Notice tone="warning">{unservedServer(error)}</Notice>
      )}
      <ConnectStageView stage={stage} isCompleting={isTyping && suggestions.length > 0} />
      {application && <ApplicationFacts application={application} />}
      {!isDone && application && !team && <OtherForms connect={connect} application={application} />}
    </>
  );
}

const promptsOf: Readonly<Record<ConnectApplication['prompts'], string>> = {
  yes: 'Lists prompts.',
  no: strings.listsNoPrompts,
  unknown: strings.untested,
};

/** The known facts about an application, with their evidence and date. */
function ApplicationFacts({ application }: { application: ConnectApplication }) {
  const { name, prompts, notes, because, evidence, checked } = application;
  return (
    <Fold title={`How ${name} was checked`} summary={promptsOf[prompts]}>
      <ul className={styles.facts}>
        <li>{promptsOf[prompts]}</li>
        {because && <li>{strings.foundBy(because)}</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Text tone="faint" size="s">{`${evidence} · checked on ${checked}`}</Text>
    </Fold>
  );
}
