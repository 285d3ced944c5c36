import { type ReactNode, useRef, useState } from 'react';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { inBackground } from '../../in-background.ts';
import { cx } from '../cx.ts';
import { Row } from '../layout/primitives.tsx';
import { textClass } from '../layout/text-class.ts';
import { finishesLine } from '../overlay/keys.ts';
import styles from './CompletedText.module.css';
import field from './Field.module.css';
import { SuggestionList } from './SuggestionList.tsx';
import { useComposed } from './useComposed.ts';
import { useSuggestions } from './useSuggestions.ts';

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
  /** The hue of an argument (`../text/thread.ts`). */
  readonly hue?: number | undefined;
  /** The argument that it fills: `focusValue` finds the field by it. */
  readonly argument?: string;
}

/** Longer texts and texts of several lines get no suggestions. */
const maxCompletedLength = 200;

/** A growing text field with suggestions below it. Enter begins a line only with Shift or in a text of several lines. */
export function CompletedText(props: CompletedTextProps) {
  const { label, value, onChange, complete, onFocusChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const newestRequest = useRef(0);
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const otherSuggestions = suggestions.filter((suggestion) => suggestion !== value);

  const { list, typed, close, onKeyDown, aria } = useSuggestions(otherSuggestions, onChange, () => {
    newestRequest.current++;
    setSuggestions([]);
  });
  const offer = async (text: string) => {
    const number = ++newestRequest.current;
    typed();
    const values = text.length > maxCompletedLength || text.includes('\n') ? [] : await complete(text);
    if (number === newestRequest.current) setSuggestions(values);
  };
  const composition = useComposed(value, (text) => {
    onChange(text);
    inBackground(offer(text));
  });

  return (
    <TextField
      className={cx(field.field, styles.field)}
      data-thread={props.hue}
      data-value-of={props.argument}
      value={composition.value}
      onChange={composition.onChange}
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
        {...aria}
        onKeyDown={(event) => {
          const isHandled = onKeyDown(event) || event.nativeEvent.isComposing;
          if (isHandled) return;
          if (event.key === 'ArrowDown' && event.altKey) inBackground(offer(value));
          if (finishesLine(event, event.currentTarget.value)) {
            event.preventDefault();
            close();
          }
        }}
        {...composition.composition}
        onCompositionStart={() => {
          composition.composition.onCompositionStart();
          close();
        }}
      />
      <SuggestionList label={label} field={area} {...list} />
    </TextField>
  );
}
