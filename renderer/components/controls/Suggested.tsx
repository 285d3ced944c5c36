import { type KeyboardEvent, useId } from 'react';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../cx.ts';
import { textClass } from '../layout/text-class.ts';
import styles from './Choice.module.css';
import { type FieldProblem, FieldProblems } from './FieldProblems.tsx';

interface SuggestedProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly suggestions: readonly string[];
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
  readonly isDisabled?: boolean;
  readonly onFocusChange?: (isFocused: boolean) => void;
  /** Gets the keys that no suggestion handles. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Keeps the label for assistive technology only. */
  readonly hidesLabel?: boolean;
  readonly problems?: readonly FieldProblem[];
}

/** A text field with suggestions; any text may be typed. */
export function Suggested({
  label,
  value,
  placeholder,
  suggestions,
  onChange,
  autoFocus = false,
  isDisabled = false,
  onFocusChange,
  onKeyDown,
  hidesLabel = false,
  problems = [],
}: SuggestedProps) {
  const problemsId = useId();
  return (
    <ComboBox
      className={cx(styles.choice)}
      allowsCustomValue
      autoFocus={autoFocus}
      isDisabled={isDisabled}
      isInvalid={problems.some(({ severity }) => severity === 'error')}
      {...(problems.length > 0 ? { 'aria-describedby': problemsId } : {})}
      {...(hidesLabel ? { 'aria-label': label } : {})}
      {...(onFocusChange ? { onFocusChange } : {})}
      allowsEmptyCollection
      inputValue={value}
      onInputChange={onChange}
      // A complete value needs no suggestion, which would cover the result.
      items={suggestions.filter((text) => text !== value).map((text) => ({ id: text }))}
      // The core has filtered already.
      defaultFilter={() => true}
    >
      {!hidesLabel && <Label className={textClass({ tone: 'soft', size: 's', weight: 'medium' })}>{label}</Label>}
      <Input
        className={cx(styles.input)}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={(event) => {
          const { ariaExpanded } = event.currentTarget;
          const isChoosing = event.currentTarget.getAttribute('aria-activedescendant') !== null;
          if (!isChoosing && !(event.key === 'Escape' && ariaExpanded === 'true')) onKeyDown?.(event);
        }}
      />
      <Popover className={cx(styles.popover)} offset={4}>
        <ListBox<{ id: string }> className={cx(styles.list)}>
          {(item) => <ListBoxItem className={cx(styles.option)}>{item.id}</ListBoxItem>}
        </ListBox>
      </Popover>
      <FieldProblems id={problemsId} problems={problems} onFree={undefined} />
    </ComboBox>
  );
}
