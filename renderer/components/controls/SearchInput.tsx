import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { cx } from '../cx.ts';
import styles from './SearchInput.module.css';

interface SearchInputProps {
  /** The accessible name. */
  readonly label: string;
  readonly placeholder: string;
  /** The query; absent inside an `Autocomplete`, which holds it. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly autoFocus?: boolean;
  /** The label of the clear button; without it there is none. */
  readonly clearLabel?: string;
  readonly input?: Ref<HTMLInputElement>;
}

/** What an input is that moves the focus through a list below it: the list scrolls by the arrow keys of the input. */
const comboboxOfOpenList = { role: 'combobox', 'aria-expanded': true, 'aria-haspopup': 'listbox' } as const;

/** A search field; inside an `Autocomplete` a combobox whose list is always open. */
export function SearchInput(props: SearchInputProps) {
  const { label, placeholder, value, onChange, onKeyDown, autoFocus = false, clearLabel, input } = props;
  return (
    <SearchField
      aria-label={label}
      autoFocus={autoFocus}
      className={cx(styles.search)}
      {...(value === undefined ? {} : { value })}
      {...(onChange ? { onChange } : {})}
      {...(onKeyDown ? { onKeyDown } : {})}
    >
      <Search size={14} className={styles.icon} />
      <Input
        ref={input}
        placeholder={placeholder}
        className={cx(styles.input, clearLabel && styles.clearable)}
        {...(value === undefined ? comboboxOfOpenList : {})}
      />
      {clearLabel && value !== '' && (
        <Button aria-label={clearLabel} className={cx(styles.clear)}>
          <X size={13} />
        </Button>
      )}
    </SearchField>
  );
}
