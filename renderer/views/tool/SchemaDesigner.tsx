import { Braces, ListChecks, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import {
  type PropertyEntry,
  propertiesOf,
  withNewProperty,
  withProperties,
} from '../../store/content/schema/schema-edit.ts';
import type { JsonObject } from '../../store/definition/json.ts';
import { HelpHint } from '../help/HelpHint.tsx';
import { PropertyList } from './PropertyList.tsx';
import { SchemaText } from './SchemaText.tsx';

interface SchemaDesignerProps {
  readonly title: string;
  /** The word for one property, such as `argument`. */
  readonly noun: string;
  readonly schema: JsonObject;
  readonly onChange: (schema: JsonObject) => void;
  /** The rows of the list and what writes them, where they are more than the schema's properties. */
  readonly list?: {
    readonly entries: readonly PropertyEntry[];
    readonly onChange: (entries: readonly PropertyEntry[]) => void;
  };
  /** Removes the whole schema; undefined for a schema that always exists. */
  readonly onRemove?: () => void;
  /** Buttons before the others. */
  readonly actions?: ReactNode;
}

/** A JSON Schema of an object, as a list of its properties or as JSON text. */
export function SchemaDesigner({
  title,
  noun,
  schema,
  onChange,
  list,
  onRemove,
  actions: otherActions,
}: SchemaDesignerProps) {
  const [isText, setText] = useState(false);
  const entries = list?.entries ?? propertiesOf(schema);
  const write = list?.onChange ?? ((next: readonly PropertyEntry[]) => onChange(withProperties(schema, next)));
  const [newIndex, setNewIndex] = useState<number>();
  const add = () => {
    setNewIndex(entries.length);
    // As a new argument of a prompt.
    write(withNewProperty(entries, noun === 'argument'));
  };
  const actions = (
    <>
      {otherActions}
      {!isText && (
        <Button variant="quiet" {...(noun === 'argument' && { 'data-adds-argument': '' })} onPress={add}>
          <Plus size={14} />
          {`Add ${noun}`}
        </Button>
      )}
      <Button variant="quiet" onPress={() => setText(!isText)}>
        {isText ? <ListChecks size={14} /> : <Braces size={14} />}
        {isText ? 'As a list' : 'As JSON Schema'}
      </Button>
      {onRemove && (
        <Button variant="quiet" aria-label={`Remove: ${title}`} onPress={onRemove}>
          <Trash2 size={14} />
        </Button>
      )}
    </>
  );
  return (
    <Section title={title} hint={<HelpHint topic="tools" of={title.toLowerCase()} />} aside={actions}>
      {isText ? (
        <SchemaText label={`${title} as JSON Schema`} schema={schema} onChange={onChange} />
      ) : entries.length === 0 ? (
        <Text tone="faint">{`No ${noun}s yet.`}</Text>
      ) : (
        <PropertyList entries={entries} noun={noun} level={0} addedIndex={newIndex} onChange={write} />
      )}
    </Section>
  );
}
