import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { IconButton } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Field } from '../../components/Field.tsx';
import { isPressed } from '../../components/keys.ts';
import type { JsonObject } from '../../store/json.ts';
import { kindOf, nodeKinds, type PropertyEntry, withKind } from '../../store/schema-edit.ts';
import { PropertyInside } from './PropertyInside.tsx';
import styles from './PropertyList.module.css';

interface PropertyRowProps {
  readonly entry: PropertyEntry;
  readonly noun: string;
  readonly level: number;
  /** Its name takes the focus, to be typed over. */
  readonly isNew: boolean;
  /** Names of the other properties. */
  readonly taken: readonly string[];
  readonly onChange: (entry: PropertyEntry) => void;
  readonly onRemove: () => void;
  readonly onMove: (by: 1 | -1) => void;
}

/** One property: its name, its kind, what is said of it, and what is inside of it. */
export function PropertyRow({ entry, noun, level, isNew, taken, onChange, onRemove, onMove }: PropertyRowProps) {
  const { name, schema, isRequired } = entry;
  const [typed, setTyped] = useState<string>();
  const fault = typed === undefined ? undefined : nameFault(typed, taken);
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
        <Field
          label="Name"
          hidesLabel
          mono
          startsSelected={isNew}
          placeholder="name"
          value={typed ?? name}
          onChange={(text) => {
            setTyped(text);
            if (nameFault(text, taken) === undefined) onChange({ ...entry, name: text });
          }}
          onBlur={() => setTyped(undefined)}
          problems={fault === undefined ? [] : [{ severity: 'error', message: fault }]}
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
        <span className={styles.buttons}>
          <IconButton label={`Move ${name} up`} keys="Alt+ArrowUp" onPress={() => onMove(-1)}>
            <ArrowUp size={14} />
          </IconButton>
          <IconButton label={`Move ${name} down`} keys="Alt+ArrowDown" onPress={() => onMove(1)}>
            <ArrowDown size={14} />
          </IconButton>
          <IconButton label={`Remove ${name}`} onPress={onRemove}>
            <Trash2 size={14} />
          </IconButton>
        </span>
      </div>
      <PropertyInside name={name} kind={kind} schema={schema} level={level} onChange={change} />
    </li>
  );
}

function nameFault(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'It needs a name: the one before stays until then.';
  return taken.includes(name) ? 'Another one has this name: the one before stays until then.' : undefined;
}
