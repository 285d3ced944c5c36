import { showHidden } from '../../../src/base/text/visible-text.ts';
import { unservedServer } from '../../../src/model/unserved-server.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Truncate } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { inBackground } from '../../in-background.ts';
import { serverError } from '../../store/problems/server-error.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectEntry } from '../../store/state/dialogs.ts';
import styles from './ConnectHistory.module.css';
import { entryStatus } from './connection-status.ts';

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** This workspace's connections with their status, and apart from them those of other workspaces. */
export function ConnectHistory({ entries }: { entries: readonly ConnectEntry[] }) {
  const shownEntries = entries.filter((entry) => isShown(entry, entries));
  return (
    <>
      <Connections
        title="Connections"
        entries={shownEntries.filter(({ workspace }) => workspace === undefined)}
        allEntries={entries}
      />
      <Connections
        title="Connections of other workspaces"
        entries={shownEntries.filter(({ workspace, undone }) => workspace !== undefined && !undone)}
        allEntries={entries}
      />
    </>
  );
}

interface ConnectionsProps {
  readonly title: string;
  readonly entries: readonly ConnectEntry[];
  /** Those of every workspace. */
  readonly allEntries: readonly ConnectEntry[];
}

function Connections({ title, entries, allEntries }: ConnectionsProps) {
  if (entries.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles.history}>
        {entries.map((entry) => (
          <Entry key={entry.journalId} entry={entry} place={placeOf(entry, allEntries)} />
        ))}
      </ul>
    </Section>
  );
}

/** Whether no other connection of the same workspace says more about the same place. Entries are newest first. */
function isShown(entry: ConnectEntry, entries: readonly ConnectEntry[]): boolean {
  const keys = ['client', 'server', 'scope', 'projectDir', 'file'] as const;
  const isInSamePlace = (otherEntry: ConnectEntry) =>
    keys.every((key) => otherEntry[key] === entry[key]) &&
    otherEntry.team?.id === entry.team?.id &&
    otherEntry.workspace?.dir === entry.workspace?.dir;
  const newerEntries = entries.slice(0, entries.indexOf(entry)).filter(isInSamePlace);
  if (entry.undone) return newerEntries.length === 0;
  const isSetUp = ({ state }: ConnectEntry) => state.state === 'connected' || state.state === 'renamed';
  if (isSetUp(entry)) return !newerEntries.some(isSetUp);
  return (
    !newerEntries.some(({ undone }) => !undone) &&
    !entries.some((otherEntry) => isInSamePlace(otherEntry) && isSetUp(otherEntry))
  );
}

/** Where an entry counts: a project, or all of them if the application has entries of projects too. */
function placeOf({ client, scope, projectDir }: ConnectEntry, entries: readonly ConnectEntry[]): string {
  if (scope === 'user') {
    const hasProjects = entries.some((entry) => entry.client === client && entry.scope !== 'user');
    return hasProjects ? ', all projects' : '';
  }
  return `, ${projectDir ?? 'a project'}${scope === 'local' ? ', only for me' : ''}`;
}

function Entry({ entry, place }: { readonly entry: ConnectEntry; readonly place: string }) {
  const { undoConnect, connectAgain } = useWorkbenchActions();
  const { journalId, clientName, server, file, when, undone, state, ref, team, workspace } = entry;
  const owner = team ? ` of ${team.name}` : workspace ? ` of the workspace ${workspace.name}` : '';
  const from = `${ref === undefined ? '' : ` at ${ref}`}${owner}`;
  const label = showHidden(`${server}${from} in ${clientName}${place}`);
  const error = useWorkbench((current) => (team || workspace ? undefined : serverError(current, server)));
  const { tone, words } = entryStatus(entry, error !== undefined);
  const isReplaced = state.state === 'replaced';
  const isLost = isReplaced || ['changed', 'dropped', 'renamed'].includes(state.state);
  return (
    <li className={styles.entry}>
      <Truncate title={workspace ? `${label}\n${showHidden(workspace.dir)}` : label}>{label}</Truncate>
      <span className={cx(styles.state, styles[tone])} title={error && !undone ? unservedServer(error) : state.message}>
        {words}
      </span>
      <time dateTime={when} className={textClass({ tone: 'faint', size: 's', nowrap: true })}>
        {date.format(new Date(when))}
      </time>
      <span className={styles.actions}>
        {isLost && !workspace && (
          <Button
            variant="quiet"
            aria-label={`Reconnect ${server} to ${clientName}`}
            onPress={() => inBackground(connectAgain(journalId))}
          >
            Reconnect
          </Button>
        )}
        {!undone && (
          <Button
            variant="quiet"
            aria-label={
              isReplaced
                ? `Remove from list: ${label}`
                : showHidden(`Disconnect ${server}${workspace ? owner : ''} from ${clientName}`)
            }
            onPress={() => inBackground(undoConnect(journalId))}
          >
            {isReplaced ? 'Remove from list' : 'Disconnect'}
          </Button>
        )}
      </span>
      <span className={styles.file}>{showHidden(file)}</span>
      {isLost && <p className={styles.message}>{showHidden(state.message)}</p>}
    </li>
  );
}
