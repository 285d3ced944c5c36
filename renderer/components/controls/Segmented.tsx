import { type ReactNode, useId } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { cx } from '../cx.ts';
import { Text } from '../layout/primitives.tsx';
import styles from './Segmented.module.css';

export interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Why it cannot be chosen now; absent if it can. */
  readonly reason?: string | undefined;
}

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly SegmentedOption<T>[];
  readonly onChange: (value: T) => void;
  readonly isDisabled?: boolean;
  /** Shows the label above the options; without it, the label is for assistive technology only. */
  readonly showsLabel?: boolean;
}

/** A choice between a few visible options. An option with an icon shows only that; its label is the accessible name. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  isDisabled = false,
  showsLabel = false,
}: SegmentedProps<T>) {
  const labelId = useId();
  const group = (
    <ToggleButtonGroup
      {...(showsLabel ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
      className={cx(styles.group)}
      selectionMode="single"
      disallowEmptySelection
      isDisabled={isDisabled}
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosenOption = options.find((option) => keys.has(option.value));
        if (chosenOption && chosenOption.value !== value) onChange(chosenOption.value);
      }}
    >
      {options.map((option) => (
        <span key={option.value} title={option.reason}>
          <ToggleButton
            id={option.value}
            className={cx(styles.option)}
            isDisabled={isDisabled || option.reason !== undefined}
            {...(option.icon ? { 'aria-label': option.label } : {})}
          >
            {option.icon ?? option.label}
          </ToggleButton>
        </span>
      ))}
    </ToggleButtonGroup>
  );
  if (!showsLabel) return group;
  return (
    <div className={styles.labelled}>
      <Text as="span" id={labelId} tone="soft" size="s" weight="medium">
        {label}
      </Text>
      {group}
    </div>
  );
}
