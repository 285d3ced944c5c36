import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { inBackground } from '../../in-background.ts';
import { cx } from '../cx.ts';
import { Row } from '../layout/primitives.tsx';
import { textClass } from '../layout/text-class.ts';
import { counted } from '../text/counted.ts';
import choice from './Choice.module.css';
import styles from './CompletedText.module.css';
import field from './Field.module.css';
import { useComposed } from './useComposed.ts';

interface CompletedTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Suggestions for the typed text. */
  readonly complete: (value: string) => Promise<readonly string[]>;
  readonly onFocusChange?: (isFocused: boolean) => void;
  /** Shown beside the label. */
  readonly hint?: ReactNode;
  readonly placeholder?: string | undefined;
  readonly description?: string | undefined;
  /** The hue of an argument (`thread.ts`). */
  readonly hue?: number | undefined;
}

/** Longer texts and texts of several lines get no suggestions. */
const longest = 200;

/** A growing text field with suggestions below it; Enter begins a new line. */
export function CompletedText(props: CompletedTextProps) {
  const { label, value, onChange, complete, onFocusChange } = props;
  const list = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const newest = useRef(0);
  const [offered, setOffered] = useState<readonly string[]>([]);
  const [active, setActive] = useState(-1);
  const others = offered.filter((each) => each !== value);
  const isOpen = others.length > 0;

  const close = () => {
    newest.current++;
    setOffered([]);
    setActive(-1);
  };
  const offer = async (typed: string) => {
    const number = ++newest.current;
    setActive(-1);
    const values = typed.length > longest || typed.includes('\n') ? [] : await complete(typed);
    if (number === newest.current) setOffered(values);
  };
  const composed = useComposed(value, (typed) => {
    onChange(typed);
    inBackground(offer(typed));
  });
  const choose = (chosen: string) => {
    onChange(chosen);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (!isOpen) {
      if (event.key === 'ArrowDown' && event.altKey) inBackground(offer(value));
      return;
    }
    const chosen = others[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The arrow keys cycle through the suggestions and the field itself (-1).
    if (step !== undefined) setActive(((active + 1 + step + others.length + 1) % (others.length + 1)) - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen !== undefined && !event.metaKey && !event.ctrlKey) choose(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <TextField
      className={cx(field.field, styles.field)}
      data-thread={props.hue}
      value={composed.value}
      onChange={composed.onChange}
      onFocusChange={(isFocused) => {
        onFocusChange?.(isFocused);
        if (!isFocused) close();
        else if (value === '') inBackground(offer(''));
      }}
    >
      <Row align="baseline" wrap rowGap={0} gap={2}>
        <Label
          className={cx(
            textClass({ tone: 'soft', size: 's', weight: 'medium', breaks: true, shrink: true }),
            styles.label,
          )}
        >
          {label}
        </Label>
        {props.hint}
      </Row>
      {props.description && (
        <Text slot="description" className={cx(field.description)}>
          {props.description}
        </Text>
      )}
      <TextArea
        ref={area}
        rows={1}
        className={cx(field.input, field.grows, styles.input)}
        placeholder={props.placeholder ?? ''}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${list}${active}` : undefined}
        onKeyDown={onKeyDown}
        {...composed.composition}
        onCompositionStart={() => {
          composed.composition.onCompositionStart();
          close();
        }}
      />
      <span role="status" className={styles.said}>
        {isOpen && `${counted(others.length, 'suggestion')}, arrow keys to choose`}
      </span>
      <Popover
        isNonModal
        isOpen={isOpen}
        onOpenChange={(isStillOpen) => !isStillOpen && close()}
        triggerRef={area}
        placement="bottom start"
        offset={3}
        className={cx(choice.popover)}
      >
        <div id={list} role="listbox" aria-label={`Suggestions for ${label}`} className={choice.list}>
          {others.map((each, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            <div
              key={each}
              id={`${list}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={cx(choice.option, styles.option)}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(each)}
            >
              {each}
            </div>
          ))}
        </div>
      </Popover>
    </TextField>
  );
}
