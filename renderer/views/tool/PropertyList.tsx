/** The properties of a JSON Schema as rows. A row contains its nested properties. */

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { moved } from '../../../src/base/json.ts';
import { freeName } from '../../../src/model/prompt/prompt-names.ts';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { Field } from '../../components/controls/Field.tsx';
import type { FieldProblem } from '../../components/controls/FieldProblems.tsx';
import { NameField } from '../../components/controls/NameField.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { isPressed } from '../../components/overlay/keys.ts';
import {
  defaultOf,
  defaultText,
  hasDefault,
  kindOf,
  type NodeKind,
  nodeKinds,
  type PropertyEntry,
  propertiesOf,
  withKind,
  withNewProperty,
  withProperties,
} from '../../store/content/schema/schema-edit.ts';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';
import { ChoicesField } from './ChoicesField.tsx';
import styles from './PropertyList.module.css';
import { strings } from './strings.ts';

interface PropertyListProps {
  readonly entries: readonly PropertyEntry[];
  readonly noun: string;
  /** The nesting depth, from 0. */
  readonly level: number;
  /** The index of a property that was just added: its name gets the focus. */
  readonly added: number | undefined;
  readonly onChange: (entries: readonly PropertyEntry[]) => void;
}

/** The properties of an object, in order. */
export function PropertyList({ entries, noun, level, added, onChange: write }: PropertyListProps) {
  /** A key that moves a row first commits its name, in the same event. */
  const current = useRef(entries);
  current.current = entries;
  const onChange = (next: readonly PropertyEntry[]) => {
    current.current = next;
    write(next);
  };
  return (
    <Stack as="ul" gap={3}>
      {entries.map((entry, index) => (
        <PropertyRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row edits an index; a new name must not replace it.
          key={index}
          entry={entry}
          noun={noun}
          level={level}
          isNew={index === added}
          taken={entries.flatMap(({ name }, other) => (other === index ? [] : [name]))}
          onChange={(next) => onChange(entries.with(index, next))}
          onRemove={() => onChange(entries.toSpliced(index, 1))}
          onMove={(by) => {
            const to = index + by;
            if (to >= 0 && to < entries.length) onChange(moved(current.current, index, to));
          }}
        />
      ))}
    </Stack>
  );
}

interface PropertyRowProps {
  readonly entry: PropertyEntry;
  readonly noun: string;
  readonly level: number;
  /** Its name gets the focus, with the text selected. */
  readonly isNew: boolean;
  /** Names of the other properties. */
  readonly taken: readonly string[];
  readonly onChange: (entry: PropertyEntry) => void;
  readonly onRemove: () => void;
  readonly onMove: (by: 1 | -1) => void;
}

/** One property: its name, kind, description and nested schema. */
function PropertyRow({ entry, noun, level, isNew, taken, onChange, onRemove, onMove }: PropertyRowProps) {
  const { name, schema, isRequired } = entry;
  const kind = kindOf(schema);
  const change = (next: JsonObject) => onChange({ ...entry, schema: next });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPressed(event, 'Alt+ArrowUp') && !isPressed(event, 'Alt+ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(isPressed(event, 'Alt+ArrowUp') ? -1 : 1);
  };
  return (
    <li aria-label={`${noun} ${name}`} className={styles.row} onKeyDown={onKeyDown}>
      <div className={styles.line}>
        <NameField
          label="Name"
          hidesLabel
          startsSelected={isNew}
          placeholder="name"
          name={name}
          check={(typed) => nameProblem(typed, taken)}
          onCommit={(typed) => onChange({ ...entry, name: typed })}
        />
        <Choice
          label={`Kind of ${name}`}
          hidesLabel
          value={kind}
          options={kind === 'other' ? ['other', ...nodeKinds] : nodeKinds}
          onChange={(chosen) => {
            const next = nodeKinds.find((each) => each === chosen);
            if (next && next !== kind) change(withKind(schema, next));
          }}
        />
        <Checkbox isSelected={isRequired} onChange={(required) => onChange({ ...entry, isRequired: required })}>
          Required
          <VisuallyHidden elementType="span">{`: ${name}`}</VisuallyHidden>
        </Checkbox>
        <Row as="span">
          <IconButton label={`Move ${name} up`} keys="Alt+ArrowUp" onPress={() => onMove(-1)}>
            <ArrowUp size={14} />
          </IconButton>
          <IconButton label={`Move ${name} down`} keys="Alt+ArrowDown" onPress={() => onMove(1)}>
            <ArrowDown size={14} />
          </IconButton>
          <IconButton label={`Remove ${name}`} onPress={onRemove}>
            <Trash2 size={14} />
          </IconButton>
        </Row>
      </div>
      <PropertyInside name={name} kind={kind} schema={schema} level={level} onChange={change} />
    </li>
  );
}

function nameProblem(name: string, taken: readonly string[]): FieldProblem | undefined {
  if (name === '') return { severity: 'error', message: strings.nameMissing };
  if (!taken.includes(name)) return undefined;
  return { severity: 'error', message: strings.nameInUse, free: freeName(name, taken) };
}

interface PropertyInsideProps {
  readonly name: string;
  readonly kind: NodeKind;
  readonly schema: JsonObject;
  readonly level: number;
  readonly onChange: (schema: JsonObject) => void;
}

/** The description and default of a value, and what its kind adds: choices, items, properties. */
function PropertyInside({ name, kind, schema, level, onChange }: PropertyInsideProps) {
  const set = (key: string, value: Json | undefined) => {
    const { [key]: _, ...rest } = schema;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
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
          onChange={(text) => set('description', text === '' ? undefined : text)}
        />
        {kind === 'choice' && <ChoicesField name={name} schema={schema} onChange={onChange} />}
        {hasDefault(kind) && (
          <Field
            label={`Default of ${name}`}
            hidesLabel
            mono
            placeholder="Default"
            value={defaultText(schema)}
            onChange={(text) => set('default', defaultOf(kind, text, choices))}
          />
        )}
      </div>
      {kind === 'array' && (
        <Items name={name} schema={schema} level={level} onChange={(items) => set('items', items)} />
      )}
      {kind === 'object' && <Properties name={name} schema={schema} level={level} onChange={onChange} />}
      {kind === 'other' && <Text tone="faint">{strings.onlyAsSchema}</Text>}
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
        onChange={(chosen) => {
          const next = nodeKinds.find((each) => each === chosen);
          if (next && next !== kind) onChange(withKind(items, next));
        }}
      />
      <PropertyInside name={`an item of ${name}`} kind={kind} schema={items} level={level + 1} onChange={onChange} />
    </div>
  );
}

function Properties({ name, schema, level, onChange }: NestedProps) {
  const [added, setAdded] = useState<number>();
  const entries = propertiesOf(schema);
  return (
    <div className={styles.nested}>
      <PropertyList
        entries={entries}
        noun={`value of ${name}`}
        level={level + 1}
        added={added}
        onChange={(next) => onChange(withProperties(schema, next))}
      />
      <Button
        variant="quiet"
        onPress={() => {
          setAdded(entries.length);
          onChange(withNewProperty(schema));
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
