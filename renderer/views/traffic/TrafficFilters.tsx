import { CircleAlert, ListTree } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import type { TrafficEntryView } from '../../../src/contract/contract.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { SearchInput } from '../../components/controls/SearchInput.tsx';
import { cx } from '../../components/cx.ts';
import { clientName } from '../../store/preview/traffic-entries.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './TrafficFilters.module.css';

interface TrafficFiltersProps {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly entries: readonly TrafficEntryView[];
}

const selector = ({ traffic }: WorkbenchState) => ({ query: traffic.query, filter: traffic.filter });

const [allClients, allServers] = ['All clients', 'All servers'];

/** Search and filters of the traffic log. */
export function TrafficFilters({ search, entries }: TrafficFiltersProps) {
  const { query, filter } = useWorkbench(selector);
  const { searchTraffic, filterTraffic } = useWorkbenchActions();
  const clients = useMemo(() => distinctNames(entries.map(clientName), filter.client), [entries, filter.client]);
  const servers = useMemo(
    () =>
      distinctNames(
        entries.map(({ server }) => server),
        filter.server,
      ),
    [entries, filter.server],
  );
  return (
    <>
      <div className={styles.search}>
        <SearchInput
          label="Search traffic"
          placeholder="Search names and messages"
          value={query}
          onChange={searchTraffic}
          input={search}
        />
      </div>
      <div className={styles.choice}>
        <Choice
          label="Client"
          hidesLabel
          value={filter.client || allClients}
          options={[allClients, ...clients]}
          onChange={(client) => filterTraffic({ client: client === allClients ? '' : client })}
        />
      </div>
      <div className={styles.choice}>
        <Choice
          label="Server"
          hidesLabel
          value={filter.server || allServers}
          options={[allServers, ...servers]}
          onChange={(server) => filterTraffic({ server: server === allServers ? '' : server })}
        />
      </div>
      <ToggleButton
        className={cx(styles.toggle, styles.errors)}
        isSelected={filter.onlyErrors}
        onChange={(onlyErrors) => filterTraffic({ onlyErrors })}
      >
        <CircleAlert size={14} />
        Errors
      </ToggleButton>
      <ToggleButton
        className={cx(styles.toggle)}
        isSelected={!filter.foldsPreview}
        onChange={(shows) => filterTraffic({ foldsPreview: !shows })}
      >
        <ListTree size={14} />
        All previews
      </ToggleButton>
    </>
  );
}

/** Every name once, and always the chosen one. */
function distinctNames(names: readonly string[], chosenName: string): string[] {
  return [...new Set(chosenName === '' ? names : [chosenName, ...names])].sort();
}
