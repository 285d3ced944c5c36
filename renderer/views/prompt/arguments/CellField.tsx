import { type ChangeEvent, type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { cx } from '../../../components/cx.ts';
import { KeptCursor } from '../../../components/fields/KeptCursor.tsx';
import { useComposed } from '../../../components/fields/useComposed.ts';
import type { useDefinitionField } from '../../editor/useDefinitionField.ts';
import styles from './CellField.module.css';

export interface CellFieldProps {
  /** The accessible name; sighted people read the column heading. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly placeholder?: string;
  /** Grows with its text. */
  readonly multiline?: boolean;
  readonly mono?: boolean;
  /** A calendar for a date, as ISO 8601. */
  readonly type?: 'date';
  /** Its text is not in the file yet: it keeps the browser's undo. */
  readonly isPending?: boolean;
  readonly isInvalid?: boolean;
  /** The id of the element with the problems. */
  readonly describedBy?: string | undefined;
  /** The path of its value (`pathKey`). */
  readonly place?: string;
  readonly input?: RefObject<HTMLInputElement | null>;
}

/** A text field in a table cell, without a frame until it is hovered or focused. */
export function CellField({ label, value, onChange, multiline = false, mono = false, ...props }: CellFieldProps) {
  const composition = useComposed(value, onChange);
  const area = useRef<HTMLTextAreaElement>(null);
  const ownInput = useRef<HTMLInputElement>(null);
  const input = props.input ?? ownInput;
  const control = {
    'aria-label': label,
    'aria-invalid': props.isInvalid ?? false,
    'aria-describedby': props.describedBy,
    'data-at': props.place,
    'data-pending': props.isPending || undefined,
    className: cx(styles.cell, mono && styles.mono, multiline && styles.grows),
    value: composition.value,
    placeholder: props.placeholder ?? '',
    spellCheck: !mono,
    autoComplete: 'off',
    onBlur: props.onBlur,
    onKeyDown: props.onKeyDown,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => composition.onChange(event.target.value),
    ...composition.composition,
  };
  return (
    <>
      {multiline ? (
        <textarea {...control} rows={1} ref={area} />
      ) : (
        <input {...control} type={props.type} onPointerEnter={showWholeText} ref={input} />
      )}
      <KeptCursor field={multiline ? area : input} />
    </>
  );
}

/** The properties of a cell for one text of the definition. */
export function cellOf({ value, onChange, onBlur, problems, place }: ReturnType<typeof useDefinitionField>) {
  return { value, onChange, onBlur, place, isInvalid: problems.some(({ severity }) => severity === 'error') };
}

/** A handler that gives a text field a tooltip with its text while that is cut off. */
function showWholeText({ currentTarget: field }: PointerEvent<HTMLInputElement>): void {
  field.title = field.scrollWidth > field.clientWidth ? field.value : '';
}
