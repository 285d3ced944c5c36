import { showHidden } from '../../../src/base/visible-text.ts';
import { unservedServer } from '../../../src/model/unserved-server.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Truncate } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectEntry } from '../../store/state/dialogs.ts';
import { serverError } from '../../store/workspace/server-error.ts';
import styles from './ConnectHistory.module.css';
import { entryStatus } from './connection-status.ts';

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** All connections with their status. Each can be disconnected, or reconnected. */
export function ConnectHistory({ entries }: { entries: readonly ConnectEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Section title="Connections">
      <ul className={styles.history}>
        {entries.filter(isNewest).map((entry) => (
          <Entry key={entry.journalId} entry={entry} place={placeOf(entry, entries)} />
        ))}
      </ul>
    </Section>
  );
}

/** Whether no later connection is in the place of one that was disconnected. Entries are newest first. */
function isNewest(entry: ConnectEntry, index: number, entries: readonly ConnectEntry[]): boolean {
  const keys = ['client', 'server', 'scope', 'projectDir', 'file'] as const;
  const isInSamePlace = (other: ConnectEntry) =>
    keys.every((key) => other[key] === entry[key]) && other.team?.id === entry.team?.id;
  return !entry.undone || !entries.slice(0, index).some(isInSamePlace);
}

/** Where an entry counts: a project, or all of them if the application has entries of projects too. */
function placeOf({ client, scope, projectDir }: ConnectEntry, entries: readonly ConnectEntry[]): string {
  if (scope === 'user') {
    const hasProjects = entries.some((each) => each.client === client && each.scope !== 'user');
    return hasProjects ? ', all projects' : '';
  }
  return `, ${projectDir ?? 'a project'}${scope === 'local' ? ', only for me' : ''}`;
}

function Entry({ entry, place }: { readonly entry: ConnectEntry; readonly place: string }) {
  const { undoConnect, connectAgain } = useWorkbenchActions();
  const { journalId, clientName, server, file, when, undone, state, ref, team } = entry;
  const from = `${ref === undefined ? '' : ` at ${ref}`}${team ? ` of ${team.name}` : ''}`;
  const label = showHidden(`${server}${from} in ${clientName}${place}`);
  const error = useWorkbench((current) => (team ? undefined : serverError(current, server)));
  const { tone, words } = entryStatus(entry, error !== undefined);
  const isLost = ['changed', 'dropped', 'renamed'].includes(state.state);
  return (
    <li className={styles.entry}>
      <Truncate title={label}>{label}</Truncate>
      <span className={cx(styles.state, styles[tone])} title={error && !undone ? unservedServer(error) : state.message}>
        {words}
      </span>
      <time dateTime={when} className={textClass({ tone: 'faint', size: 's', nowrap: true })}>
        {date.format(new Date(when))}
      </time>
      <span className={styles.actions}>
        {isLost && (
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
            aria-label={`Disconnect ${server} from ${clientName}`}
            onPress={() => inBackground(undoConnect(journalId))}
          >
            Disconnect
          </Button>
        )}
      </span>
      <span className={styles.file}>{showHidden(file)}</span>
      {isLost && <p className={styles.message}>{showHidden(state.message)}</p>}
    </li>
  );
}
