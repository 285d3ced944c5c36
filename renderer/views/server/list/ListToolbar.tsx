import type { KeyboardEvent, ReactNode } from 'react';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import type { ListName, ServerSummary } from '../../../../src/contract/contract.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { Choice } from '../../../components/controls/Choice.tsx';
import { SearchInput } from '../../../components/controls/SearchInput.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { type ListFilter, noListFilter } from '../../../store/state/server-page.ts';
import { BulkActions } from './BulkActions.tsx';
import { tagsOf } from './filter-rows.ts';
import styles from './ListToolbar.module.css';
import type { ListRow } from './list-rows.ts';
import type { RowSelection } from './useSelection.ts';

interface ListToolbarProps {
  readonly server: ServerSummary;
  readonly list: ListName;
  readonly rows: readonly ListRow[];
  /** The rows that the filter shows. */
  readonly shownRows: readonly ListRow[];
  readonly filter: ListFilter;
  readonly selection: RowSelection;
  /** Called when the buttons for the selected rows disappear, with the focus if they have it. */
  readonly onCleared: () => void;
  /** Shown at the right end while nothing is selected. */
  readonly actions?: ReactNode;
}

const allTags = 'All tags';

/** Above a server's list: the filter, and what can be done with the selected entries. */
export function ListToolbar({
  server,
  list,
  rows,
  shownRows,
  filter,
  selection,
  onCleared,
  actions,
}: ListToolbarProps) {
  const { filterList } = useWorkbenchActions();
  const { ids } = selection;
  const tags = tagsOf(rows);
  const isOwn = server.file !== undefined;
  const isFiltered = filter.text !== '' || filter.tag !== undefined;
  const selectedRows = shownRows.filter(({ id }) => ids.has(id));
  const clear = () => {
    onCleared();
    selection.clear();
  };
  /** Escape clears the selection; a dialog of the bar handles its own. */
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) clear();
  };
  return (
    <div role="toolbar" aria-label={`Filter and selection of ${list}`} className={styles.bar} onKeyDown={onKeyDown}>
      {isOwn && (
        <Checkbox
          label={isFiltered ? `Select all ${shownRows.length} matching` : 'Select all'}
          isSelected={selectedRows.length > 0 && selectedRows.length === shownRows.length}
          isIndeterminate={selectedRows.length > 0}
          onChange={(isSelected) => (isSelected ? selection.set('all') : selection.clear())}
        />
      )}
      <div className={styles.search}>
        <SearchInput
          label="Filter this list"
          placeholder={
            tags.length > 0 ? 'Filter' : `Filter ${formatCount(rows.length, list === 'tools' ? 'tool' : 'prompt')}`
          }
          clearLabel="Clear the filter"
          value={filter.text}
          onChange={(text) => filterList(server.name, list, { text })}
        />
      </div>
      {tags.length > 0 && (
        <div className={styles.tags}>
          <Choice
            label="Tag"
            hidesLabel
            value={filter.tag ?? allTags}
            options={[allTags, ...tags]}
            onChange={(tag) => filterList(server.name, list, { tag: tag === allTags ? undefined : tag })}
          />
        </div>
      )}
      {selectedRows.length > 0 ? (
        <>
          <Text as="span" weight="medium" tabular nowrap role="status">
            {`${selectedRows.length.toLocaleString('en')} selected`}
          </Text>
          {selectedRows.length < shownRows.length && (
            <Button variant="quiet" onPress={() => selection.set('all')}>
              {isFiltered ? `Select all ${shownRows.length.toLocaleString('en')} matching` : 'Select all'}
            </Button>
          )}
          <BulkActions server={server} list={list} rows={selectedRows} onDone={clear} />
        </>
      ) : (
        <>
          {isFiltered && (
            <Text as="span" tone="faint" size="s" tabular nowrap role="status">
              {`${shownRows.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')}`}
            </Text>
          )}
          <div className={styles.actions}>{actions}</div>
        </>
      )}
      {isFiltered && shownRows.length === 0 && (
        <p className={styles.none}>
          No {list} match the filter.
          <Button onPress={() => filterList(server.name, list, noListFilter)}>Clear the filter</Button>
        </p>
      )}
    </div>
  );
}
