import type { DefinitionDiff, FieldDiff, ItemDiff, ListDiff } from '../../../src/model/diff/definition-diff.ts';
import { cx } from '../cx.ts';
import { Row, Text } from '../layout/primitives.tsx';
import styles from './DefinitionDiffView.module.css';
import { FieldChange } from './FieldChange.tsx';

const listNames: Readonly<Record<string, string>> = { MCPPrompts: 'Prompts', Parameters: 'Arguments' };
/** Items of these lists have numbers instead of names. */
const numberedNouns: Readonly<Record<string, string>> = { Messages: 'Message', Blocks: 'Block', Icons: 'Icon' };

/** The changes between two versions of a definition, by field, argument and message. */
export function DefinitionDiffView({ diff, label }: { diff: DefinitionDiff; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard.
    <section aria-label={label} tabIndex={0} className={styles.diff}>
      <Parts diff={diff} />
    </section>
  );
}

/** In the order of the form: the content comes last. */
function Parts({ diff: { fields, lists } }: { diff: DefinitionDiff }) {
  const isContent = ({ label }: FieldDiff) => label.startsWith('Content');
  const drawField = (field: FieldDiff) => <FieldChange key={field.label} field={field} />;
  return (
    <>
      {fields.filter((field) => !isContent(field)).map(drawField)}
      {lists.map((list) => (
        <ListChange key={list.label} list={list} />
      ))}
      {fields.filter(isContent).map(drawField)}
    </>
  );
}

function ListChange({ list: { label, items } }: { list: ListDiff }) {
  if (items.length === 0) return null;
  return (
    <div className={styles.list}>
      <Text as="h4" size="s" weight="bold">
        {listNames[label] ?? label}
      </Text>
      <ul className={styles.items}>
        {items.map((item) => (
          <ItemChange key={`${item.change} ${item.title} ${item.formerTitle ?? ''}`} item={item} list={label} />
        ))}
      </ul>
    </div>
  );
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

function ItemChange({ item, list }: { item: ItemDiff; list: string }) {
  const { change, diff, isMoved } = item;
  const name = (title: string) =>
    numberedNouns[list] && /^\d+$/.test(title) ? `${numberedNouns[list]} ${title}` : title;
  const isRenamed = item.formerTitle !== undefined && !(isMoved && /^\d+$/.test(item.formerTitle));
  const words = [
    change === 'added' && 'added',
    change === 'removed' && 'removed',
    isRenamed && 'renamed',
    isMoved && 'moved',
    change === 'changed' && !isMoved && !isRenamed && 'changed',
  ].filter((word) => word !== false);
  return (
    <li className={cx(styles.item, styles[change])}>
      <Row align="baseline" gap={2}>
        <span aria-hidden="true" className={styles.sign}>
          {signs[change]}
        </span>
        <Text as="span" weight="medium" breaks shrink>
          {item.formerTitle !== undefined && item.formerTitle !== item.title && (
            <>
              <del>{name(item.formerTitle)}</del>
              <span aria-hidden="true"> → </span>
            </>
          )}
          {name(item.title)}
        </Text>
        <Text as="span" tone="faint" size="xs" weight="regular">
          {words.join(' and ')}
        </Text>
      </Row>
      <Parts diff={withoutName(diff, item)} />
    </li>
  );
}

/** The heading already shows the name. */
function withoutName(diff: DefinitionDiff, { title }: ItemDiff): DefinitionDiff {
  const isSaid = ({ label, before, after }: FieldDiff) =>
    (label === 'Name' || label === 'Text') && (after ?? before) === title;
  return { ...diff, fields: diff.fields.filter((field) => !isSaid(field)) };
}
