import { useEffect, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { sentence } from '../../../src/base/errors.ts';
import { cx } from '../../components/cx.ts';
import { CompletedText } from '../../components/fields/CompletedText.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import type { Inspector } from '../../store/inspect/inspector.ts';
import type { ConfiguredServer } from '../../store/inspect/inspector-state.ts';
import type { InspectTarget } from '../../store/state/inspect.ts';
import { WithFolderDialog } from '../editor/WithFolderDialog.tsx';
import styles from './ItemList.module.css';
import { strings } from './strings.ts';

type Entry = Extract<InspectTarget, { kind: 'entry' }>;
type ConfiguredServers = Awaited<ReturnType<Inspector['configured']>>;

interface ApplicationServersProps {
  readonly inspector: Inspector;
  readonly chosenEntry: Entry | undefined;
  readonly onChoose: (entry: Entry) => void;
}

/** The servers in the configurations of client applications, to choose one. */
export function ApplicationServers({ inspector, chosenEntry, onChoose }: ApplicationServersProps) {
  const [project, setProject] = useState('');
  const [configured, setConfigured] = useState<ConfiguredServers>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    inspector.configured(project.trim() === '' ? undefined : project.trim()).then(
      (answer) => isCurrent && setConfigured(answer),
      (error: unknown) => isCurrent && setFailure(sentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [inspector, project]);
  return (
    <>
      <Text tone="soft" size="s">
        {strings.aboutApplications}
      </Text>
      <WithFolderDialog path={project} onChoose={setProject}>
        <CompletedText
          label="Project folder, for the servers of one project"
          placeholder="~/project"
          value={project}
          onChange={setProject}
          complete={inspector.folders}
        />
      </WithFolderDialog>
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {configured && configured.servers.length === 0 && <Text tone="faint">{strings.noApplications}</Text>}
      {configured && configured.servers.length > 0 && (
        <ListBox
          aria-label="Servers of client applications"
          className={cx(styles.list, styles.scrolls)}
          selectionMode="single"
          selectedKeys={chosenEntry ? [keyOf(chosenEntry)] : []}
          onSelectionChange={(keys) => {
            const match = configured.servers.find((server) => keys !== 'all' && keys.has(keyOf(server)));
            if (match) onChoose(entryOf(match));
          }}
        >
          {configured.servers.map((server) => (
            <ListBoxItem key={keyOf(server)} id={keyOf(server)} textValue={server.name} className={cx(styles.item)}>
              <span className={styles.name}>{server.name}</span>
              <span className={styles.aside}>{`${server.applicationName}, ${scopeNames[server.scope]}`}</span>
              <span className={styles.summary}>{server.summary}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      )}
      {configured?.unreadFiles.map((message) => (
        <Text key={message} tone="warning" size="s">
          {message}
        </Text>
      ))}
    </>
  );
}

const scopeNames = { user: 'all projects', project: 'this project', local: 'this project, only you' } as const;

function keyOf({ application, scope, name }: Pick<ConfiguredServer, 'application' | 'scope' | 'name'>): string {
  return JSON.stringify([application, scope, name]);
}

function entryOf({ application, scope, project, name }: ConfiguredServer): Entry {
  return { kind: 'entry', application, scope, ...(project !== undefined && { project }), name };
}
