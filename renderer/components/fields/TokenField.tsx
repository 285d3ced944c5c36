import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { Button, IconButton } from '../controls/Button.tsx';
import { cx } from '../cx.ts';
import { Row, Stack, Text } from '../layout/primitives.tsx';
import { type FieldProblem, FieldProblems } from './FieldProblems.tsx';
import { Suggested } from './Suggested.tsx';
import styles from './TokenField.module.css';

interface TokenFieldProps {
  readonly label: string;
  /** Shows the label to assistive technology only. */
  readonly hidesLabel?: boolean;
  /** One word, in lower case: `tag`. */
  readonly noun: string;
  readonly tokens: readonly string[];
  readonly onChange: (tokens: readonly string[]) => void;
  /** Tokens that are used elsewhere. */
  readonly suggestions: readonly string[];
  /** Tokens are names that exist: a press shows them all, and the start of one is enough. */
  readonly completes?: boolean;
  readonly placeholder: string;
  /** Shown beside the label. */
  readonly hint?: string;
  readonly problems?: readonly FieldProblem[];
  /** The names that unknown tokens most likely mean, by token. */
  readonly corrections?: ReadonlyMap<string, string>;
  /** Where its value is written (`pathKey`). */
  readonly place?: string;
  /** Beside the label. */
  readonly aside?: ReactNode;
}

const noCorrections: ReadonlyMap<string, string> = new Map();

/** A list of short words. Enter, a comma and leaving the field add the typed ones; Backspace removes the last. */
export function TokenField(props: TokenFieldProps) {
  const { label, noun, tokens, onChange, suggestions, placeholder, hint, problems = [] } = props;
  const { corrections = noCorrections } = props;
  const [typedText, setTypedText] = useState('');
  const labelId = useId();
  const inputsId = useId();
  const completeWord = (word: string) => {
    const isPrefixOf = (name: string) => name.toLowerCase().startsWith(word.toLowerCase());
    const otherSuggestions = suggestions.filter((name) => !tokens.includes(name));
    return (props.completes && !suggestions.includes(word) && otherSuggestions.find(isPrefixOf)) || word;
  };
  const add = (text: string) => {
    setTypedText('');
    const words = text.split(',').flatMap((word) => (word.trim() === '' ? [] : completeWord(word.trim())));
    const allTokens = [...new Set([...tokens, ...words])];
    if (allTokens.length > tokens.length) onChange(allTokens);
  };
  const remove = (token: string) => {
    onChange(tokens.filter((value) => value !== token));
    // The pressed button disappears.
    document.getElementById(inputsId)?.querySelector('input')?.focus();
  };
  const matches = suggestions.filter(
    (suggestion) => !tokens.includes(suggestion) && suggestion.toLowerCase().includes(typedText.toLowerCase()),
  );
  return (
    <Stack id={inputsId} role="group" aria-labelledby={labelId} data-at={props.place} gap="3px">
      {props.hidesLabel ? (
        <VisuallyHidden id={labelId}>{label}</VisuallyHidden>
      ) : (
        <Row align="center" justify="between" gap={2} className={styles.head}>
          <Row align="baseline" wrap rowGap={0} gap={2}>
            <Text as="span" id={labelId} tone="soft" size="s" weight="medium">
              {label}
            </Text>
            {hint !== undefined && (
              <Text as="span" tone="faint" size="xs">
                {hint}
              </Text>
            )}
          </Row>
          {props.aside}
        </Row>
      )}
      <Row align="center" wrap gap={1}>
        {tokens.map((token) => (
          <span key={token} className={cx(styles.token, corrections.has(token) && styles.unknown)}>
            {token}
            <IconButton label={`Remove the ${noun} ${token}`} onPress={() => remove(token)}>
              <X size={12} />
            </IconButton>
          </span>
        ))}
        <div className={styles.input}>
          <Suggested
            label={`New ${noun}`}
            hidesLabel
            value={typedText}
            isPending={typedText !== ''}
            placeholder={placeholder}
            suggestions={matches}
            opensOnPress={props.completes ?? false}
            onChange={(text) => (text.includes(',') ? add(text) : setTypedText(text))}
            onFocusChange={(isFocused) => !isFocused && add(typedText)}
            onKeyDown={(event) => {
              const last = tokens.at(-1);
              if (event.key === 'Enter') add(typedText);
              else if (event.key === 'Escape' && typedText !== '') setTypedText('');
              else if (event.key === 'Backspace' && typedText === '' && last !== undefined) remove(last);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
        </div>
      </Row>
      <FieldProblems problems={problems} />
      {corrections.size > 0 && (
        <Row wrap gap={1}>
          {[...corrections].map(([token, correction]) => (
            <Button
              key={token}
              aria-label={`Use ${correction} instead of ${token}`}
              onPress={() => onChange([...new Set(tokens.map((value) => (value === token ? correction : value)))])}
            >
              {`Use ${correction}`}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  );
}
