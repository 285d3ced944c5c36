import type { ReactNode } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text as Description } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import type { ValueRules } from '../../../src/model/definitions.ts';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { SmallSelect } from '../controls/SmallSelect.tsx';
import { cx } from '../cx.ts';
import { Row, Text } from '../layout/primitives.tsx';
import { textClass } from '../layout/text-class.ts';
import thread from './CompletedText.module.css';
import field from './Field.module.css';
import styles from './ValueControl.module.css';

interface ValueControlProps {
  readonly label: string;
  /** What the value may be; its kind is not text. */
  readonly rules: ValueRules;
  /** As text; empty if there is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocusChange?: (isFocused: boolean) => void;
  /** Shown beside the label. */
  readonly hint?: ReactNode;
  readonly description?: string | undefined;
  /** The value of an empty field. */
  readonly placeholder?: string | undefined;
  /** The hue of an argument (`../text/thread.ts`). */
  readonly hue?: number | undefined;
  /** The argument that it fills. */
  readonly argument?: string;
}

/** The control for a value of a kind: a dropdown, checkboxes, a switch, a calendar or a field. */
export function ValueControl(props: ValueControlProps) {
  const { label, rules, hint, description, onFocusChange } = props;
  const isTyped = rules.kind === 'number' || rules.kind === 'integer' || rules.kind === 'email' || rules.kind === 'url';
  if (isTyped || rules.kind === 'date') return <TypedValue {...props} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be laid out as a row in every browser.
    <div
      role="group"
      aria-label={label}
      className={cx(field.field, thread.field)}
      data-thread={props.hue}
      data-value-of={props.argument}
      onFocus={() => onFocusChange?.(true)}
      onBlur={() => onFocusChange?.(false)}
    >
      <Row align="baseline" wrap rowGap={0} gap={2}>
        <Text as="span" tone="soft" size="s" weight="medium" breaks className={thread.label}>
          {label}
        </Text>
        {hint}
      </Row>
      {description && <span className={field.description}>{description}</span>}
      <Chosen {...props} />
    </div>
  );
}

function Chosen({ label, rules: { kind, choices = [] }, value, placeholder, onChange }: ValueControlProps) {
  const preset = choices.find((choice) => choice.value === placeholder)?.title ?? placeholder;
  const emptyChoice = preset ? `${preset} (default)` : 'No value';
  if (kind === 'boolean') {
    const options = [
      { value: '', label: placeholder ? `Default (${placeholder === 'true' ? 'yes' : 'no'})` : 'No value' },
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ];
    return (
      <span className={styles.choice}>
        <Segmented label={label} value={value} options={options} onChange={onChange} />
      </span>
    );
  }
  if (kind === 'choices') {
    const chosenValues = value.split(',').flatMap((part) => part.trim() || []);
    return (
      <div className={styles.boxes}>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            isSelected={chosenValues.includes(choice.value)}
            onChange={(isChosen) =>
              onChange(
                choices
                  .map((choice) => choice.value)
                  .filter((item) => (item === choice.value ? isChosen : chosenValues.includes(item)))
                  .join(', '),
              )
            }
          >
            {choice.title ?? choice.value}
          </Checkbox>
        ))}
      </div>
    );
  }
  const knownChoices = choices.map((choice) => ({ value: choice.value, label: choice.title ?? choice.value }));
  const otherChoices = value === '' || knownChoices.some((choice) => choice.value === value) ? [] : [{ value }];
  return (
    <span className={styles.choice}>
      <SmallSelect
        label={label}
        value={value}
        options={[{ value: '', label: emptyChoice }, ...knownChoices, ...otherChoices]}
        onChange={onChange}
      />
    </span>
  );
}

const inputModes = { number: 'decimal', integer: 'numeric', email: 'email', url: 'url', date: 'none' } as const;

function TypedValue(props: ValueControlProps) {
  const { label, rules, value, onChange, onFocusChange, placeholder } = props;
  const kind = rules.kind as keyof typeof inputModes;
  return (
    <TextField
      className={cx(field.field, thread.field)}
      data-thread={props.hue}
      data-value-of={props.argument}
      value={value}
      onChange={onChange}
      {...(onFocusChange ? { onFocusChange } : {})}
    >
      <Row align="baseline" wrap rowGap={0} gap={2}>
        <Label
          className={cx(
            textClass({ tone: 'soft', size: 's', weight: 'medium', breaks: true, shrink: true }),
            thread.label,
          )}
        >
          {label}
        </Label>
        {props.hint}
        {limitsOf(rules) && (
          <Text as="span" tone="faint" size="xs">
            {limitsOf(rules)}
          </Text>
        )}
      </Row>
      {props.description && (
        <Description slot="description" className={cx(field.description)}>
          {props.description}
        </Description>
      )}
      <Input
        className={cx(field.input, kind === 'date' && styles.date)}
        type={kind === 'date' ? 'date' : 'text'}
        inputMode={inputModes[kind]}
        placeholder={placeholder ?? ''}
        autoComplete="off"
      />
    </TextField>
  );
}

/** The limits of a number in words; empty without any. */
function limitsOf({ minimum, maximum }: ValueRules): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? '' : `at most ${maximum}`;
}
