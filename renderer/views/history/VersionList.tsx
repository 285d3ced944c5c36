import { Code, FileInput, History, ListTree, type LucideIcon, PenLine, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import type { HistoryVersion } from '../../../src/contract/contract.ts';
import { cx } from '../../components/cx.ts';
import styles from './VersionList.module.css';
import { exactTime, originWords, relativeTime, summaryWithout } from './version-words.ts';

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
  readonly chosen: string | undefined;
  /** The name of the definition, which the summaries leave out. */
  readonly name: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The versions of a definition, newest first: when each was saved and what it changed. */
export function VersionList({ versions, chosen, name, onChoose }: VersionListProps) {
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
        selectedKeys={chosen === undefined ? [] : [chosen]}
        onSelectionChange={(keys) => {
          const version = versions.find(({ id }) => keys !== 'all' && keys.has(id));
          if (version) onChoose(version.id);
        }}
      >
        {(version) => <Row version={version} now={now} name={name} />}
      </ListBox>
    </Virtualizer>
  );
}

function Row({ version, now, name }: { version: HistoryVersion; now: number; name: string | undefined }) {
  const { id, when, origin, isCurrent } = version;
  const summary = summaryWithout(name, version.summary);
  const Icon = icons[origin];
  return (
    <ListBoxItem id={id} textValue={summary} className={cx(styles.row)}>
      <Icon size={14} aria-label={originWords[origin]} role="img" className={cx(styles.icon)} />
      <span className={styles.summary}>{summary}</span>
      <span className={styles.when}>
        <time dateTime={when} title={exactTime(when)}>
          {relativeTime(when, now)}
        </time>
        {isCurrent && ' · current'}
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
