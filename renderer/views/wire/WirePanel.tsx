import { Eraser } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { inBackground } from '../../in-background.ts';
import { filterEntries, noTrafficFilter } from '../../store/preview/traffic-entries.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { WireDetails } from './WireDetails.tsx';
import { WireFilters } from './WireFilters.tsx';
import styles from './WirePanel.module.css';
import { WireTable } from './WireTable.tsx';

const selector = ({ traffic }: WorkbenchState) => ({
  entries: traffic.entries,
  filter: traffic.filter,
  query: traffic.query,
  matches: traffic.matches,
  selected: traffic.selected,
});

/** Every request and answer of the preview and of real clients, the newest at the end. */
export default function WirePanel() {
  const { entries, filter, query, matches, selected } = useWorkbench(selector);
  const { followTraffic, openTrafficEntry, clearTraffic, searchTraffic, filterTraffic } = useWorkbenchActions();
  const search = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => filterEntries(entries, filter, matches, selected), [entries, filter, matches, selected]);
  useEffect(followTraffic, [followTraffic]);

  const showAll = () => {
    searchTraffic('');
    filterTraffic(noTrafficFilter);
  };
  return (
    <section aria-label="Wire log" className={styles.panel}>
      <div className={styles.bar}>
        <WireFilters search={search} entries={entries} />
        <Text as="span" tone="faint" size="s" tabular nowrap push="start" role="status">
          {rows.length === entries.length
            ? `${rows.length.toLocaleString('en')} messages`
            : `${rows.length.toLocaleString('en')} of ${entries.length.toLocaleString('en')}`}
        </Text>
        <Button variant="quiet" isDisabled={entries.length === 0} onPress={() => inBackground(clearTraffic())}>
          <Eraser size={14} />
          Clear
        </Button>
      </div>
      {rows.length > 0 ? (
        <div className={styles.split}>
          <WireTable
            rows={rows}
            selected={selected}
            onSelect={openTrafficEntry}
            onSearch={() => search.current?.focus()}
          />
          {selected !== undefined && <WireDetails />}
        </div>
      ) : entries.length === 0 ? (
        <EmptyState title="Nothing has been said yet">
          Choose a prompt to preview it, or connect a client application to one of the servers: every request and its
          answer appears here.
        </EmptyState>
      ) : (
        <EmptyState title="No message like this" actions={<Button onPress={showAll}>Show all messages</Button>}>
          {query === ''
            ? 'None of the messages passes the filters.'
            : `No message holds “${query}” and passes the filters.`}
        </EmptyState>
      )}
    </section>
  );
}
