import { Braces, WandSparkles } from 'lucide-react';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { onLineEnter } from '../../components/overlay/keys.ts';
import { threadOf } from '../../components/text/thread.ts';
import { exampleArguments } from '../../store/content/schema/example-arguments.ts';
import { type SchemaField, type TypedTexts, typedIn } from '../../store/content/schema/schema-form.ts';
import type { JsonObject } from '../../store/definition/json.ts';
import styles from './ArgumentFields.module.css';
import { strings } from './strings.ts';

interface ArgumentFieldsProps {
  readonly fields: readonly SchemaField[];
  readonly typedTexts: TypedTexts;
  /** Parse errors by property. */
  readonly faults: Readonly<Record<string, string>>;
  /** The arguments typed so far, for a switch to JSON. */
  readonly value: JsonObject;
  readonly onType: (name: string, text: string) => void;
  /** Calls the tool: Enter in a value of one line. */
  readonly onEnter: () => void;
  /** Switches to the arguments as JSON. */
  readonly onJson: (json: string) => void;
}

/** A form with a field for each property of the tool's schema. */
export function ArgumentFields({ fields, typedTexts, faults, value, onType, onEnter, onJson }: ArgumentFieldsProps) {
  const hasEmpty = fields.some(({ name }) => typedIn(typedTexts, name) === '');
  const fill = () => {
    for (const [name, text] of Object.entries(exampleArguments(fields, typedTexts))) onType(name, text);
  };
  return (
    <Section
      title="Arguments"
      aside={
        <>
          <IconButton label="Fill with examples" isDisabled={!hasEmpty} onPress={fill}>
            <WandSparkles size={14} />
          </IconButton>
          <Button variant="quiet" onPress={() => onJson(JSON.stringify(value, null, 2))}>
            <Braces size={14} />
            As JSON
          </Button>
        </>
      }
    >
      {fields.length === 0 && <Text tone="faint">{strings.noArguments}</Text>}
      {fields.map((field, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles a key of the field inside.
        <div
          key={field.name}
          data-thread={threadOf(index)}
          data-argument={field.name}
          className={styles.field}
          onKeyDown={onLineEnter(onEnter)}
        >
          <OneField
            field={field}
            typedText={typedIn(typedTexts, field.name)}
            fault={Object.hasOwn(faults, field.name) ? faults[field.name] : undefined}
            onType={(text) => onType(field.name, text)}
          />
        </div>
      ))}
    </Section>
  );
}

/** Focuses the field of an argument; `json` is the text that has all of them. */
export function focusArgument(name: string): void {
  document.querySelector<HTMLElement>(`[data-argument="${CSS.escape(name)}"] :is(textarea, input, button)`)?.focus();
}

interface OneFieldProps {
  readonly field: SchemaField;
  readonly typedText: string;
  readonly fault: string | undefined;
  readonly onType: (text: string) => void;
}

/** The choice that omits an argument. */
const omittedLabel = 'Omitted';

function OneField({ field, typedText, fault, onType }: OneFieldProps) {
  const { kind, label, description, isRequired, choices, example } = field;
  if (kind === 'choice' || kind === 'boolean') {
    const values = kind === 'boolean' ? [true, false] : choices;
    const words = (text: string) => (text === '' ? omittedLabel : asWords(text));
    const texts = ['', ...values.map((value) => JSON.stringify(value))];
    return (
      <Choice
        label={label}
        isRequired={isRequired}
        description={description}
        value={words(typedText)}
        options={texts.map(words)}
        onChange={(chosenText) => onType(texts.find((text) => words(text) === chosenText) ?? '')}
      />
    );
  }
  return (
    <Field
      label={label}
      description={description}
      isRequired={isRequired}
      mono={kind !== 'text'}
      multiline={kind === 'text' || kind === 'json'}
      // Nothing takes the place of an empty required value.
      placeholder={(isRequired ? '' : example) || (kind === 'json' ? 'JSON' : '')}
      value={typedText}
      onChange={onType}
      problems={fault === undefined ? [] : [{ severity: 'error', message: fault }]}
    />
  );
}

/** A JSON value for people: text without its quotes. */
function asWords(text: string): string {
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? value : text;
}
