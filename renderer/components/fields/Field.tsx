import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text as Description } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { cx } from '../cx.ts';
import { Row } from '../layout/primitives.tsx';
import { textClass } from '../layout/text-class.ts';
import styles from './Field.module.css';
import { type FieldProblem, FieldProblems } from './FieldProblems.tsx';
import { KeptCursor } from './KeptCursor.tsx';
import { RequiredMark } from './RequiredMark.tsx';
import { useComposed } from './useComposed.ts';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Its text is not in the file yet: it keeps the browser's undo. */
  readonly isPending?: boolean;
  /** Shown beside the label. */
  readonly hint?: ReactNode;
  readonly placeholder?: string | undefined;
  readonly problems?: readonly FieldProblem[];
  /** Uses the free name that a problem offers. */
  readonly onFree?: (name: string) => void;
  /** The id of the element that shows the problems, where that is not the field itself. */
  readonly problemsShownIn?: string;
  /** Grows with its text. */
  readonly multiline?: boolean;
  readonly mono?: boolean;
  /** Draws dots instead of its text. */
  readonly isSecret?: boolean;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
  /** Takes the focus when it appears, with its text selected: the next key replaces a placeholder. */
  readonly startsSelected?: boolean;
  /** Keeps the label for assistive technology only. */
  readonly hidesLabel?: boolean;
  readonly description?: string | undefined;
  /** What writing the value changes elsewhere; shown below. */
  readonly note?: string | undefined;
  /** Where its value is written (`pathKey`): a jump to a problem or to something found ends here. */
  readonly place?: string;
}

/** A labelled text field with its problems below. */
export function Field(props: FieldProps) {
  const { label, value, onChange, onBlur, problems = [], multiline = false } = props;
  const ownId = useId();
  const problemsId = props.problemsShownIn ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const startsSelected = props.startsSelected ?? false;
  useEffect(() => {
    if (!startsSelected) return;
    input.current?.focus();
    input.current?.select();
  }, [startsSelected]);
  const composition = useComposed(value, (text) => onChange?.(text));
  const control = {
    ...composition.composition,
    className: cx(styles.input, multiline && styles.grows, props.mono && styles.mono),
    placeholder: props.placeholder ?? '',
    spellCheck: !props.mono,
    autoComplete: 'off',
    'data-pending': props.isPending || undefined,
  };
  return (
    <TextField
      className={cx(styles.field)}
      data-at={props.place}
      value={composition.value}
      onChange={composition.onChange}
      {...(onBlur ? { onBlur } : {})}
      isReadOnly={props.isReadOnly ?? false}
      isInvalid={problems.some(({ severity }) => severity === 'error')}
      autoFocus={props.autoFocus ?? false}
      // On the field, not on its input: assistive technology reads the description with the problems.
      {...(problems.length > 0 ? { 'aria-describedby': problemsId } : {})}
      {...(props.hidesLabel ? { 'aria-label': label } : {})}
    >
      {!props.hidesLabel && (
        <Row align="baseline" wrap rowGap={0} gap={2}>
          <Label className={textClass({ tone: 'soft', size: 's', weight: 'medium', breaks: true, shrink: true })}>
            {label}
          </Label>
          {props.isRequired && <RequiredMark />}
          {props.hint}
        </Row>
      )}
      {props.description && (
        <Description slot="description" className={cx(styles.description)}>
          {props.description}
        </Description>
      )}
      {multiline ? (
        <TextArea ref={area} {...control} rows={1} />
      ) : (
        <Input
          ref={input}
          {...control}
          type={props.isSecret ? 'password' : 'text'}
          {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
        />
      )}
      <KeptCursor field={multiline ? area : input} />
      {props.note && (
        <p role="status" className={styles.note}>
          {props.note}
        </p>
      )}
      {props.problemsShownIn === undefined && <FieldProblems id={ownId} problems={problems} onFree={props.onFree} />}
    </TextField>
  );
}
