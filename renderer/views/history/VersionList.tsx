import { Code, FileInput, FileText, History, ListTree, type LucideIcon, PenLine, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import type { HistoryVersion } from '../../../src/contract/contract.ts';
import { cx } from '../../components/cx.ts';
import styles from './VersionList.module.css';
import { exactTime, originOf, relativeTime, summaryWithout } from './version-words.ts';

const icons: Readonly<Record<HistoryVersion['origin'], LucideIcon>> = {
  form: PenLine,
  source: Code,
  structure: ListTree,
  undo: Undo2,
  redo: Redo2,
  restore: History,
  outside: FileInput,
};

interface VersionListProps {
  readonly versions: readonly HistoryVersion[];
  readonly chosenId: string | undefined;
  /** The name of the definition, which the summaries leave out. */
  readonly name: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The versions of a definition, newest first: when each was saved and what it changed. */
export function VersionList({ versions, chosenId, name, onChoose }: VersionListProps) {
  const now = useNow();
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: 48, gap: 1, padding: 8 }}>
      <ListBox
        aria-label="Versions"
        className={cx(styles.list)}
        items={versions}
        dependencies={[now, name]}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={chosenId === undefined ? [] : [chosenId]}
        onSelectionChange={(keys) => {
          const version = versions.find(({ id }) => keys !== 'all' && keys.has(id));
          if (version) onChoose(version.id);
        }}
      >
        {(version) => <Row version={version} isOldest={version === versions.at(-1)} now={now} name={name} />}
      </ListBox>
    </Virtualizer>
  );
}

interface RowProps {
  readonly version: HistoryVersion;
  readonly isOldest: boolean;
  readonly now: number;
  readonly name: string | undefined;
}

function Row({ version, isOldest, now, name }: RowProps) {
  const { id, when, origin, isCurrent, isUndone } = version;
  const summary = summaryWithout(name, version.summary);
  const Icon = isOldest ? FileText : icons[origin];
  return (
    <ListBoxItem id={id} textValue={summary} className={cx(styles.row, isUndone && styles.undone)}>
      <Icon size={14} aria-label={originOf(version, isOldest)} role="img" className={cx(styles.icon)} />
      <span className={styles.summary}>{summary}</span>
      <span className={styles.when}>
        <time dateTime={when} title={exactTime(when)}>
          {relativeTime(when, now)}
        </time>
        {isCurrent && ' · current'}
        {isUndone && ' · undone'}
      </span>
    </ListBoxItem>
  );
}

/** The current time, updated every 30 seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
