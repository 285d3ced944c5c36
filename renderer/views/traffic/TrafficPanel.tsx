import { Eraser, ListRestart } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { inBackground } from '../../in-background.ts';
import { filterEntries, noTrafficFilter } from '../../store/preview/traffic-entries.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { TrafficDetails } from './TrafficDetails.tsx';
import { TrafficFilters } from './TrafficFilters.tsx';
import styles from './TrafficPanel.module.css';
import { TrafficTable } from './TrafficTable.tsx';

const ReplayDialog = lazyView(() => import('./ReplayDialog.tsx'));

const selector = ({ traffic }: WorkbenchState) => ({
  entries: traffic.entries,
  filter: traffic.filter,
  query: traffic.query,
  matches: traffic.matches,
  selected: traffic.selectedId,
});

/** Every request and answer of the preview and of real clients, newest last. */
export default function TrafficPanel() {
  const { entries, filter, query, matches, selected } = useWorkbench(selector);
  const { followTraffic, openTrafficEntry, clearTraffic, searchTraffic, filterTraffic } = useWorkbenchActions();
  const search = useRef<HTMLInputElement>(null);
  const [replays, setReplays] = useState(false);
  const rows = useMemo(() => filterEntries(entries, filter, matches, selected), [entries, filter, matches, selected]);
  useEffect(followTraffic, [followTraffic]);

  const showAll = () => {
    searchTraffic('');
    filterTraffic(noTrafficFilter);
  };
  return (
    <section aria-label="Traffic" className={styles.panel}>
      <div className={styles.bar}>
        <TrafficFilters search={search} entries={entries} />
        <Text as="span" tone="faint" size="s" tabular nowrap push="start" role="status">
          {rows.length === entries.length
            ? `${rows.length.toLocaleString('en')} messages`
            : `${rows.length.toLocaleString('en')} of ${entries.length.toLocaleString('en')}`}
        </Text>
        <Button variant="quiet" onPress={() => setReplays(true)}>
          <ListRestart size={14} />
          Replay
        </Button>
        <Button variant="quiet" isDisabled={entries.length === 0} onPress={() => inBackground(clearTraffic())}>
          <Eraser size={14} />
          Clear
        </Button>
      </div>
      {rows.length > 0 ? (
        <div className={styles.split}>
          <TrafficTable
            rows={rows}
            selectedId={selected}
            onSelect={openTrafficEntry}
            onSearch={() => search.current?.focus()}
          />
          {selected !== undefined && <TrafficDetails />}
        </div>
      ) : entries.length === 0 ? (
        <EmptyState title="No traffic yet">
          Preview a prompt or connect a client application to see every request and its response here.
        </EmptyState>
      ) : (
        <EmptyState title="No matches" actions={<Button onPress={showAll}>Show all messages</Button>}>
          {query === '' ? 'No message matches the filters.' : `No message contains “${query}” and matches the filters.`}
        </EmptyState>
      )}
      {replays && (
        <Suspense>
          <ReplayDialog onClose={() => setReplays(false)} />
        </Suspense>
      )}
    </section>
  );
}
