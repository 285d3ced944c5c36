/** The properties of a JSON Schema as rows. A row contains its nested properties. */

import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { withItemMoved } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { cx } from '../../components/cx.ts';
import { Field } from '../../components/fields/Field.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { type DragMark, type RowHandlers, useReorder } from '../../components/reorder/useReorder.ts';
import { dragSlotOver, dropSlot, leaveSlots } from '../../components/text/insert-slot.ts';
import { threadOf } from '../../components/text/thread.ts';
import {
  defaultOf,
  defaultText,
  hasDefault,
  kindOf,
  type NodeKind,
  nodeKindLabels,
  nodeKinds,
  type PropertyEntry,
  propertiesOf,
  withKey,
  withKind,
  withNewProperty,
  withProperties,
} from '../../store/content/schema/schema-edit.ts';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';
import argument from '../prompt/arguments/ArgumentRow.module.css';
import table from '../prompt/arguments/ArgumentTable.module.css';
import { longestNameStyle } from '../prompt/arguments/longest-name-style.ts';
import { ChoicesField } from './ChoicesField.tsx';
import { PropertyCells, type PropertyCellsProps } from './PropertyCells.tsx';
import styles from './PropertyList.module.css';
import { strings } from './strings.ts';

interface PropertyListProps {
  readonly entries: readonly PropertyEntry[];
  readonly noun: string;
  /** The nesting depth, from 0. */
  readonly level: number;
  /** The index of a property that was just added: its name gets the focus. */
  readonly addedIndex: number | undefined;
  readonly onChange: (entries: readonly PropertyEntry[]) => void;
}

/** The properties of an object, in order: a table like that of a prompt's arguments. */
export function PropertyList({ entries, noun, level, addedIndex, onChange: write }: PropertyListProps) {
  /** A key that moves a row first commits its name, in the same event. */
  const current = useRef(entries);
  current.current = entries;
  const list = useRef<HTMLUListElement>(null);
  const onChange = (next: readonly PropertyEntry[]) => {
    current.current = next;
    write(next);
  };
  const hasHues = level === 0 && noun === 'argument';
  const nameAt = (index: number) => current.current[index]?.name;
  const reorder = useReorder({
    list,
    count: entries.length,
    nameOf: (index) => nameAt(index) || `${noun} ${index + 1}`,
    move: async (from, to) => {
      onChange(withItemMoved(current.current, from, to));
      return true;
    },
    ...(hasHues && {
      elsewhere: {
        over: (index, x, y) => dragSlotOver(nameAt(index), x, y),
        drop: (index, x, y) => dropSlot(nameAt(index), x, y),
        leave: leaveSlots,
      },
    }),
  });
  if (entries.length === 0) return null;
  return (
    <div className={cx(table.table, styles.table)} style={longestNameStyle(entries.map(({ name }) => name))}>
      <div aria-hidden="true" className={cx(table.head, styles.head)}>
        <span>Name</span>
        <span>Description</span>
        <span>Default</span>
        <span>Kind</span>
      </div>
      <ul ref={list}>
        {entries.map((entry, index) => (
          <PropertyRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row edits an index; a new name must not replace it.
            key={index}
            entry={entry}
            noun={noun}
            level={level}
            thread={hasHues ? threadOf(index) : undefined}
            isNew={index === addedIndex}
            takenNames={entries.flatMap(({ name }, otherIndex) => (otherIndex === index ? [] : [name]))}
            onChange={(next) => onChange(entries.with(index, next))}
            onRemove={() => onChange(entries.toSpliced(index, 1))}
            mark={reorder.markOf(index)}
            onKeyDown={reorder.handlers.onKeyDown(index)}
            gripProps={reorder.handlers.gripProps(index)}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{reorder.announcement}</VisuallyHidden>
    </div>
  );
}

interface PropertyRowProps extends PropertyCellsProps {
  readonly noun: string;
  readonly level: number;
  readonly mark: DragMark;
  readonly onKeyDown: ReturnType<RowHandlers['onKeyDown']>;
}

/** One property: its cells, and below them what its kind adds. */
function PropertyRow({ noun, level, mark, onKeyDown, ...cells }: PropertyRowProps) {
  const { entry, thread, onChange } = cells;
  const kind = kindOf(entry.schema);
  return (
    <li
      aria-label={`${noun} ${entry.name}`}
      data-row
      data-drag={mark}
      data-thread={thread}
      className={cx(argument.row, styles.row)}
      onKeyDown={onKeyDown}
    >
      <PropertyCells {...cells} />
      {hasInside(kind) && (
        <div className={argument.details}>
          <Inside
            name={entry.name}
            kind={kind}
            schema={entry.schema}
            level={level}
            onChange={(schema) => onChange({ ...entry, schema })}
          />
        </div>
      )}
    </li>
  );
}

/** Whether a kind needs more than a row: choices, items, properties, or a sentence. */
function hasInside(kind: NodeKind): boolean {
  return kind === 'choice' || kind === 'array' || kind === 'object' || kind === 'other';
}

interface PropertyInsideProps {
  readonly name: string;
  readonly kind: NodeKind;
  readonly schema: JsonObject;
  readonly level: number;
  readonly onChange: (schema: JsonObject) => void;
}

/** What the kind of a value adds: choices, items, properties. */
function Inside({ name, kind, schema, level, onChange }: PropertyInsideProps) {
  return (
    <>
      {kind === 'choice' && <ChoicesField name={name} schema={schema} onChange={onChange} />}
      {kind === 'array' && (
        <Items
          name={name}
          schema={schema}
          level={level}
          onChange={(items) => onChange(withKey(schema, 'items', items))}
        />
      )}
      {kind === 'object' && <Properties name={name} schema={schema} level={level} onChange={onChange} />}
      {kind === 'other' && <Text tone="faint">{strings.onlyAsSchema}</Text>}
    </>
  );
}

/** The description and default of an item of a list, and what its kind adds. */
function PropertyInside(props: PropertyInsideProps) {
  const { name, kind, schema, onChange } = props;
  const choices = Array.isArray(schema.enum) ? schema.enum : [];
  return (
    <>
      <div className={styles.words}>
        <Field
          label={`Description of ${name}`}
          hidesLabel
          multiline
          placeholder="What to enter; the model reads this"
          value={textOf(schema.description)}
          onChange={(text) => onChange(withKey(schema, 'description', text === '' ? undefined : text))}
        />
        {hasDefault(kind) && (
          <Field
            label={`Default of ${name}`}
            hidesLabel
            mono
            placeholder="Default"
            value={defaultText(schema)}
            onChange={(text) => onChange(withKey(schema, 'default', defaultOf(kind, text, choices)))}
          />
        )}
      </div>
      <Inside {...props} />
    </>
  );
}

interface NestedProps {
  readonly name: string;
  readonly schema: JsonObject;
  readonly level: number;
  readonly onChange: (schema: JsonObject) => void;
}

/** The schema of the items of a list. */
function Items({ name, schema, level, onChange }: NestedProps) {
  const items: JsonObject = isObject(schema.items) ? schema.items : {};
  const kind = kindOf(items);
  return (
    <div className={styles.nested}>
      <Choice
        label={`Item type of ${name}`}
        value={kind}
        options={kind === 'other' ? ['other', ...nodeKinds] : nodeKinds}
        labels={nodeKindLabels}
        onChange={(choice) => {
          const next = nodeKinds.find((nodeKind) => nodeKind === choice);
          if (next && next !== kind) onChange(withKind(items, next));
        }}
      />
      <PropertyInside name={`an item of ${name}`} kind={kind} schema={items} level={level + 1} onChange={onChange} />
    </div>
  );
}

function Properties({ name, schema, level, onChange }: NestedProps) {
  const [newIndex, setNewIndex] = useState<number>();
  const entries = propertiesOf(schema);
  return (
    <div className={styles.nested}>
      <PropertyList
        entries={entries}
        noun={`value of ${name}`}
        level={level + 1}
        addedIndex={newIndex}
        onChange={(next) => onChange(withProperties(schema, next))}
      />
      <Button
        variant="quiet"
        onPress={() => {
          setNewIndex(entries.length);
          onChange(withProperties(schema, withNewProperty(entries)));
        }}
      >
        <Plus size={14} />
        {`Add to ${name}`}
      </Button>
    </div>
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
