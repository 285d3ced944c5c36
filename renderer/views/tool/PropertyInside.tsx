import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Field } from '../../components/Field.tsx';
import { isObject, type Json, type JsonObject } from '../../store/json.ts';
import {
  defaultOf,
  defaultText,
  hasDefault,
  kindOf,
  type NodeKind,
  nodeKinds,
  propertiesOf,
  withKind,
  withNewProperty,
  withProperties,
} from '../../store/schema-edit.ts';
import { ChoicesField } from './ChoicesField.tsx';
import styles from './PropertyList.module.css';
import { PropertyList } from './PropertyList.tsx';

interface PropertyInsideProps {
  readonly name: string;
  readonly kind: NodeKind;
  readonly schema: JsonObject;
  readonly level: number;
  readonly onChange: (schema: JsonObject) => void;
}

/** What is said of a value, and what its kind adds: choices, items, properties. */
export function PropertyInside({ name, kind, schema, level, onChange }: PropertyInsideProps) {
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
          placeholder="What to give: the model reads this"
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
      {kind === 'other' && <p className={styles.calm}>This one is designed as JSON Schema only.</p>}
    </>
  );
}

interface NestedProps {
  readonly name: string;
  readonly schema: JsonObject;
  readonly level: number;
  readonly onChange: (schema: JsonObject) => void;
}

/** What each item of a list is. */
function Items({ name, schema, level, onChange }: NestedProps) {
  const items: JsonObject = isObject(schema.items) ? schema.items : {};
  const kind = kindOf(items);
  return (
    <div className={styles.nested}>
      <Choice
        label={`Each item of ${name} is`}
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
