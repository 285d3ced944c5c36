import { Search } from 'lucide-react';
import { useMemo } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { SearchField } from 'react-aria-components/SearchField';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import type { CatalogueEntry, ServerSummary } from '../../../../src/contract/contract.ts';
import { cx } from '../../../components/cx.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { CatalogueOption } from './CatalogueOption.tsx';
import styles from './CataloguePicker.module.css';
import { offerOf } from './offers.ts';

interface CataloguePickerProps {
  readonly entries: readonly CatalogueEntry[];
  readonly server: ServerSummary;
  readonly onAdd: (entry: CatalogueEntry) => void;
}

const layoutOptions = { estimatedRowSize: 78 };

/** A search field over the prompts that it finds: typing narrows them, the arrow keys choose, Enter adds. */
export function CataloguePicker({ entries, server, onAdd }: CataloguePickerProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const options = useMemo(
    () => entries.map((entry) => ({ id: entry.catalogueName, entry, offer: offerOf(entry, server) })),
    [entries, server],
  );
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label="Search the catalogue" autoFocus className={cx(styles.search)}>
        <Search size={14} className={styles.icon} />
        <Input placeholder="Search names, titles and descriptions" className={cx(styles.input)} />
      </SearchField>
      <Virtualizer layout={ListLayout} layoutOptions={layoutOptions}>
        <ListBox
          aria-label="Catalogue"
          className={cx(styles.list)}
          items={options}
          onAction={(key) => {
            const entry = entries.find(({ catalogueName }) => catalogueName === key);
            if (entry) onAdd(entry);
          }}
          renderEmptyState={() => (
            <EmptyState title="Nothing matches">
              Close this and choose «New prompt» to write one that does not exist yet.
            </EmptyState>
          )}
        >
          {({ entry, offer }) => <CatalogueOption entry={entry} offer={offer} />}
        </ListBox>
      </Virtualizer>
    </Autocomplete>
  );
}
