import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import styles from '../controls/Choice.module.css';
import { cx } from '../cx.ts';
import { textClass } from '../layout/text-class.ts';
import { type FieldProblem, FieldProblems } from './FieldProblems.tsx';
import { SuggestionList } from './SuggestionList.tsx';
import { useComposed } from './useComposed.ts';
import { useSuggestions } from './useSuggestions.ts';

interface SuggestedProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  /** Filtered already. */
  readonly suggestions: readonly string[];
  readonly onChange: (value: string) => void;
  /** Gets a chosen suggestion, after `onChange`. */
  readonly onChoose?: (suggestion: string) => void;
  readonly autoFocus?: boolean;
  /** Selects the text when the field takes the focus, to type another value. */
  readonly selectsOnFocus?: boolean;
  /** Shows the suggestions when the field is pressed. */
  readonly opensOnPress?: boolean;
  readonly isDisabled?: boolean;
  /** Its text is not in the file yet: it keeps the browser's undo. */
  readonly isPending?: boolean;
  readonly onFocusChange?: (isFocused: boolean) => void;
  /** Gets the keys that no suggestion handles. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Keeps the label for assistive technology only. */
  readonly hidesLabel?: boolean;
  readonly problems?: readonly FieldProblem[];
}

/** A text field with suggestions, which appear while a person types, or press it; any text may be typed. */
export function Suggested(props: SuggestedProps) {
  const { label, value, suggestions, onChange, onFocusChange, hidesLabel = false, problems = [] } = props;
  const problemsId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** The field has just taken the focus. */
  const isEntered = useRef(false);
  const [isWanted, setWanted] = useState(false);
  // A complete value needs no suggestion, which would cover the result.
  const items = isWanted ? suggestions.filter((text) => text !== value) : [];
  const choose = (suggestion: string) => {
    onChange(suggestion);
    props.onChoose?.(suggestion);
  };
  const { list, typed, close, onKeyDown, aria } = useSuggestions(items, choose, () => setWanted(false));
  const composition = useComposed(value, (text) => {
    setWanted(true);
    typed();
    onChange(text);
  });
  return (
    <TextField
      className={cx(styles.choice)}
      value={composition.value}
      onChange={composition.onChange}
      autoFocus={props.autoFocus ?? false}
      isDisabled={props.isDisabled ?? false}
      isInvalid={problems.some(({ severity }) => severity === 'error')}
      {...(problems.length > 0 ? { 'aria-describedby': problemsId } : {})}
      {...(hidesLabel ? { 'aria-label': label } : {})}
      onFocusChange={(isFocused) => {
        if (!isFocused) close();
        onFocusChange?.(isFocused);
      }}
    >
      {!hidesLabel && <Label className={textClass({ tone: 'soft', size: 's', weight: 'medium' })}>{label}</Label>}
      <Input
        ref={input}
        role="combobox"
        aria-expanded={items.length > 0}
        data-pending={props.isPending || undefined}
        {...aria}
        className={cx(styles.input)}
        placeholder={props.placeholder}
        spellCheck={false}
        autoComplete="off"
        {...composition.composition}
        onFocus={({ currentTarget }) => {
          if (!props.selectsOnFocus) return;
          currentTarget.select();
          isEntered.current = true;
        }}
        onClick={() => props.opensOnPress && setWanted(true)}
        onMouseUp={(event) => {
          // Only the press that enters the field: the next one sets the cursor.
          if (isEntered.current) event.preventDefault();
          isEntered.current = false;
        }}
        onKeyDown={(event) => {
          isEntered.current = false;
          if (onKeyDown(event)) return;
          if (event.key === 'ArrowDown') return setWanted(true);
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) close();
          props.onKeyDown?.(event);
        }}
      />
      <SuggestionList label={label} field={input} {...list} />
      <FieldProblems id={problemsId} problems={problems} onFree={undefined} />
    </TextField>
  );
}
