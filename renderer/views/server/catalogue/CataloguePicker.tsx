import { useMemo, useState } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { ListBox } from 'react-aria-components/ListBox';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import type { CatalogueEntry, ListName, ServerSummary } from '../../../../src/contract/contract.ts';
import { SearchInput } from '../../../components/controls/SearchInput.tsx';
import { cx } from '../../../components/cx.ts';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { strings } from '../strings.ts';
import { CatalogueOption } from './CatalogueOption.tsx';
import styles from './CataloguePicker.module.css';
import { offerOf } from './offers.ts';

interface CataloguePickerProps {
  readonly entries: readonly CatalogueEntry[];
  readonly server: ServerSummary;
  readonly list: ListName;
  readonly onAdd: (entry: CatalogueEntry) => void;
}

const layoutOptions = { estimatedRowSize: 78 };

/** Moves some entries to the end and keeps the order otherwise. */
function lastOf(
  entries: readonly CatalogueEntry[],
  isLast: (entry: CatalogueEntry) => boolean,
): readonly CatalogueEntry[] {
  return [...entries].sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
}

/** A search field above its matches: typing filters them, the arrow keys choose, Enter adds. */
export function CataloguePicker({ entries, server, list, onAdd }: CataloguePickerProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  // The initial order: an entry that is added keeps its position.
  const [listedNames] = useState(() => new Set(server[list].map(({ catalogueName }) => catalogueName)));
  const options = useMemo(
    () =>
      lastOf(entries, ({ catalogueName }) => listedNames.has(catalogueName)).map((entry) => ({
        id: entry.catalogueName,
        entry,
        offer: offerOf(entry, server, list),
      })),
    [entries, server, list, listedNames],
  );
  return (
    <Autocomplete filter={contains}>
      <SearchInput label={`Search ${list}`} placeholder="Search names, titles and descriptions" autoFocus />
      <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
        <ListBox
          aria-label={list === 'tools' ? 'Existing tools' : 'Existing prompts'}
          className={cx(styles.list)}
          items={options}
          onAction={(key) => {
            const entry = entries.find(({ catalogueName }) => catalogueName === key);
            if (entry) onAdd(entry);
          }}
          renderEmptyState={() => (
            <EmptyState title="No matches">{strings.writeNew(list === 'tools' ? 'tool' : 'prompt')}</EmptyState>
          )}
        >
          {({ entry, offer }) => <CatalogueOption entry={entry} offer={offer} />}
        </ListBox>
      </Virtualizer>
    </Autocomplete>
  );
}
