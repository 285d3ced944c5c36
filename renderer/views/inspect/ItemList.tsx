import { useMemo, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import { Button } from '../../components/controls/Button.tsx';
import { SearchInput } from '../../components/controls/SearchInput.tsx';
import { cx } from '../../components/cx.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import type { JsonObject } from '../../store/definition/json.ts';
import type { Inspector } from '../../store/inspect/inspector.ts';
import { type Inspection, nameOf } from '../../store/inspect/inspector-state.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { chosenItem, type Item, itemKey, type ListName } from '../../store/state/inspect.ts';
import styles from './ItemList.module.css';
import { strings } from './strings.ts';
import { useInspectPage } from './useInspector.ts';

interface ItemListProps {
  readonly inspector: Inspector;
  readonly id: string;
  readonly inspection: Inspection;
  readonly lists: readonly ListName[];
  readonly label: string;
}

/** A filter is useful above this length. */
const longList = 8;
/** More rows would take seconds to draw. */
const maxShown = 300;
/** Of a description, which a server can make as long as it likes. */
const maxDescription = 2_000;

/** The prompts, tools or resources of a server, to choose one. */
export function ItemList({ inspector, id, inspection, lists, label }: ItemListProps) {
  const { showPane } = useWorkbenchActions();
  const [filter, setFilter] = useState('');
  const readLists = inspection.lists;
  const rows = useMemo(() => lists.flatMap((list) => rowsOf(readLists, list)), [lists, readLists]);
  const matchingRows = rows.filter(({ text }) => text.includes(filter.trim().toLowerCase()));
  const shownRows = matchingRows.slice(0, maxShown);
  const chosenRow = chosenItem(useInspectPage(id));
  const choose = (key: string) => {
    const row = rows.find(({ item }) => itemKey(item) === key);
    if (row) inspector.choose(id, row.item);
  };
  return (
    <>
      {lists.map((list) => (
        <ListStatus key={list} inspection={inspection} list={list} />
      ))}
      {rows.length > longList && (
        <SearchInput
          label={`Filter ${label.toLowerCase()}`}
          placeholder="Filter"
          value={filter}
          onChange={setFilter}
          clearLabel="Clear the filter"
        />
      )}
      {rows.length > 0 && (
        <ListBox
          aria-label={label}
          className={cx(styles.list)}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={chosenRow ? [itemKey(chosenRow)] : []}
          onSelectionChange={(keys) => keys !== 'all' && choose(String([...keys][0] ?? ''))}
          onAction={(key) => {
            choose(String(key));
            showPane('preview');
          }}
          renderEmptyState={() => <p className={styles.none}>No matches.</p>}
        >
          {shownRows.map(({ item, name, title, description, marks }) => (
            <ListBoxItem key={itemKey(item)} id={itemKey(item)} textValue={name} className={cx(styles.item)}>
              <span className={styles.name}>
                <span>{showHidden(name)}</span>
                {title !== undefined && title !== name && <span className={styles.title}>{showHidden(title)}</span>}
              </span>
              {marks.length > 0 && <span className={styles.aside}>{marks.join(' · ')}</span>}
              {description !== '' && <span className={styles.description}>{showHidden(description)}</span>}
            </ListBoxItem>
          ))}
        </ListBox>
      )}
      {chosenRow && lists.includes(chosenRow.list) && (
        <div className={styles.next}>
          <Button variant="primary" onPress={() => showPane('preview')}>
            {`${chosenRow.list === 'prompts' || chosenRow.list === 'tools' ? 'Try' : 'Read'} ${showHidden(chosenRow.name)}`}
          </Button>
        </div>
      )}
      {matchingRows.length > maxShown && (
        <Text tone="faint">{`${(matchingRows.length - maxShown).toLocaleString('en')} more: filter to see them.`}</Text>
      )}
    </>
  );
}

const emptySentences: Readonly<Partial<Record<ListName, string>>> = {
  prompts: strings.noPrompts,
  tools: strings.noTools,
  resources: strings.noResources,
};

function ListStatus({ inspection, list }: { inspection: Inspection; list: ListName }) {
  const readList = inspection.lists[list];
  if (readList?.status === 'failed') return <Notice tone="danger">{readList.message}</Notice>;
  if (readList?.status !== 'ready') return null;
  if (readList.isCut) return <Notice tone="info">{strings.isCut}</Notice>;
  const hasTemplates = inspection.lists.resourceTemplates;
  const isEmpty =
    readList.items.length === 0 &&
    !(list === 'resources' && hasTemplates?.status === 'ready' && hasTemplates.items.length > 0);
  return isEmpty && emptySentences[list] ? <Text tone="faint">{emptySentences[list]}</Text> : null;
}

interface ItemRow {
  readonly item: Item;
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly marks: readonly string[];
  /** For the filter, in lower case. */
  readonly text: string;
}

function rowsOf(lists: Inspection['lists'], list: ListName): readonly ItemRow[] {
  const readList = lists[list];
  if (readList?.status !== 'ready') return [];
  return readList.items.map((entry) => {
    const name = nameOf(list, entry);
    const title =
      textOf(entry.title) ?? (list === 'resources' || list === 'resourceTemplates' ? textOf(entry.name) : undefined);
    const description = (textOf(entry.description) ?? '').slice(0, maxDescription);
    const marks = marksOf(list, entry);
    return {
      item: { list, name },
      name,
      title,
      description,
      marks,
      text: `${name}\n${title ?? ''}\n${description}`.toLowerCase(),
    };
  });
}

function marksOf(list: ListName, { arguments: args, annotations, mimeType }: JsonObject): readonly string[] {
  if (list === 'prompts')
    return Array.isArray(args) && args.length > 0
      ? [`${args.length} ${args.length === 1 ? 'argument' : 'arguments'}`]
      : [];
  if (list === 'resources') return typeof mimeType === 'string' ? [mimeType] : [];
  if (list === 'resourceTemplates') return ['template'];
  const hints =
    typeof annotations === 'object' && annotations !== null && !Array.isArray(annotations) ? annotations : {};
  return [hints.readOnlyHint === true && 'read-only', hints.destructiveHint === true && 'destructive'].filter(
    (mark) => mark !== false,
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
