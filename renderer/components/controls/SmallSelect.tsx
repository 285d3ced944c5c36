import { ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import { cx } from '../cx.ts';
import choice from './Choice.module.css';
import styles from './SmallSelect.module.css';

interface SmallSelectProps<T extends string> {
  readonly label: string;
  /** Shown before the value. */
  readonly prefix?: string;
  /** The tooltip. */
  readonly title?: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label?: string; readonly note?: string }[];
  readonly onChange: (value: T) => void;
}

/** A dropdown small enough for a line of facts. */
export function SmallSelect<T extends string>(props: SmallSelectProps<T>) {
  const { label, prefix, title, value, options, onChange } = props;
  const text = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(key) => {
        const chosenOption = options.find((option) => option.value === key);
        if (chosenOption) onChange(chosenOption.value);
      }}
    >
      <Button className={cx(styles.button)}>
        <span className={styles.value} title={title}>
          {/* All visible words belong to the button's name. */}
          <SelectValue>{prefix === undefined ? text : `${prefix} ${text}`}</SelectValue>
        </span>
        <ChevronsUpDown size={12} />
      </Button>
      <Popover className={cx(choice.popover, styles.popover)} placement="bottom end" offset={4}>
        <ListBox className={cx(choice.list)}>
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label ?? option.value}
              className={cx(choice.option)}
            >
              <Text slot="label">{option.label ?? option.value}</Text>
              {option.note && (
                <Text slot="description" className={styles.note}>
                  {option.note}
                </Text>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
