import { ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { Text as Description } from 'react-aria-components/Text';
import { cx } from '../cx.ts';
import { RequiredMark } from '../fields/RequiredMark.tsx';
import { Row } from '../layout/primitives.tsx';
import { textClass } from '../layout/text-class.ts';
import styles from './Choice.module.css';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  /** What people read for an option; by default, the option itself. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
  /** Keeps the label for assistive technology only. */
  readonly hidesLabel?: boolean;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly description?: string | undefined;
}

/** A dropdown of options. */
export function Choice({
  label,
  value,
  options,
  labels = {},
  onChange,
  hidesLabel = false,
  isDisabled = false,
  isRequired = false,
  description,
}: ChoiceProps) {
  return (
    <Select
      className={cx(styles.choice)}
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => onChange(String(key))}
      {...(hidesLabel ? { 'aria-label': label } : {})}
    >
      {!hidesLabel && (
        <Row align="baseline" wrap rowGap={0} gap={2}>
          <Label className={textClass({ tone: 'soft', size: 's', weight: 'medium' })}>{label}</Label>
          {isRequired && <RequiredMark />}
        </Row>
      )}
      {description !== undefined && (
        <Description slot="description" className={textClass({ tone: 'faint', size: 's', breaks: true })}>
          {description}
        </Description>
      )}
      <Button className={cx(styles.button)}>
        <SelectValue />
        <ChevronsUpDown size={14} />
      </Button>
      <Popover className={cx(styles.popover)} offset={4}>
        <ListBox className={cx(styles.list)}>
          {options.map((option) => (
            <ListBoxItem key={option} id={option} className={cx(styles.option)}>
              {labels[option] ?? option}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
