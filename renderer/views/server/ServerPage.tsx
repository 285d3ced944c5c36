import { Copy, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { serverNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { NameField } from '../../components/fields/NameField.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer, selectServers } from '../../store/selectors.ts';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { useDefinitionName } from '../editor/useDefinitionName.ts';
import { HelpHint } from '../help/HelpHint.tsx';
import { BuiltinServer } from './BuiltinServer.tsx';
import { OfferedPrompts } from './OfferedPrompts.tsx';
import { OfferedTools } from './OfferedTools.tsx';
import { ServerConnection } from './ServerConnection.tsx';
import styles from './ServerPage.module.css';
import { ServerTabs } from './ServerTabs.tsx';
import { strings } from './strings.ts';

const ClientMatrix = lazyView(() => import('../clients/ClientMatrix.tsx'));
const SurfaceTable = lazyView(() => import('../share/SurfaceTable.tsx'));
const UsageTable = lazyView(() => import('../usage/UsageTable.tsx'));

/** One server in tabs: its prompts, its tools, its clients, and what clients read about it. */
export default function ServerPage({ at }: { at: KeyPath }) {
  const server = useWorkbench(selectServer);
  const { duplicateServer, requestDeletion } = useWorkbenchActions();
  if (!server) return null;
  const { file } = server;
  if (file === undefined) return <BuiltinServer server={server} />;
  return (
    <ServerTabs
      server={server}
      panels={{
        prompts: <OfferedPrompts server={server} at={[...at, 'MCPPrompts']} />,
        tools: <OfferedTools server={server} at={at} />,
        clients: (
          <>
            <ServerConnection server={server} />
            <Suspense>
              <ClientMatrix server={server} />
              <SurfaceTable server={server} />
              <UsageTable server={server} />
            </Suspense>
          </>
        ),
        settings: (
          <>
            <ServerFields server={server} file={file} at={at} />
            <div className={styles.end}>
              <p>{strings.deletingKeepsPrompts}</p>
              <div className={styles.actions}>
                <Button variant="quiet" onPress={() => inBackground(duplicateServer(file))}>
                  <Copy size={14} />
                  Duplicate
                </Button>
                <Button
                  variant="danger"
                  onPress={() => inBackground(requestDeletion({ kind: 'server', name: server.name, file }))}
                >
                  <Trash2 size={14} />
                  Delete server
                </Button>
              </div>
            </div>
          </>
        ),
      }}
    />
  );
}

const optionalField = { removesWhenEmpty: true };

interface ServerFieldsProps {
  readonly server: ServerSummary;
  readonly file: string;
  readonly at: KeyPath;
}

/** What clients and their models read about a server. */
function ServerFields({ server, file, at }: ServerFieldsProps) {
  const { renameServer, readServerNameNote } = useWorkbenchActions();
  const name = useDefinitionName(at, (state, typedText) => {
    const ownServer = selectServer(state);
    const otherServers = selectServers(state).filter((server) => server !== ownServer);
    return serverNameProblem(
      typedText,
      otherServers.map((server) => server.name),
    );
  });
  const isFileName = name.name === server.name;
  const title = useDefinitionField([...at, 'Title'], optionalField);
  const version = useDefinitionField([...at, 'Version'], optionalField);
  const website = useDefinitionField([...at, 'WebsiteUrl'], optionalField);
  const instructions = useDefinitionField([...at, 'Instructions'], optionalField);
  return (
    <div className={styles.fields}>
      <NameField
        label="Name"
        {...name}
        {...(isFileName
          ? {
              onCommit: (typedText) => renameServer(file, typedText),
              // A rename of files takes several calls.
              onLeave: name.onCommit,
              readNote: () => readServerNameNote(file),
            }
          : { description: strings.differentName(server.name) })}
      />
      <Field label="Title" placeholder="Display name" {...title} />
      <Field label="Version" mono placeholder="1.0.0" {...version} />
      <Field label="Website" mono placeholder="https://" {...website} />
      <div className={styles.wide}>
        <Field
          label="Instructions"
          hint={<HelpHint topic="instructions" of="instructions" />}
          multiline
          placeholder="What a model should know about this server"
          {...instructions}
        />
      </div>
    </div>
  );
}
