import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { cx } from '../cx.ts';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  readonly isSelected: boolean;
  /** Some, but not all, of its items are chosen. */
  readonly isIndeterminate?: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  /** The accessible name of a checkbox without a visible label, and its tooltip. */
  readonly label?: string;
  /** The label. */
  readonly children?: ReactNode;
}

export function Checkbox({ children, label, isSelected, isIndeterminate = false, ...props }: CheckboxProps) {
  const isMixed = isIndeterminate && !isSelected;
  return (
    <AriaCheckbox
      {...props}
      isSelected={isSelected}
      isIndeterminate={isMixed}
      className={cx(styles.checkbox)}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      <span className={styles.box} title={label}>
        {isMixed ? <Minus size={12} strokeWidth={3} /> : <Check size={12} strokeWidth={3} />}
      </span>
      {children}
    </AriaCheckbox>
  );
}

/** The checkbox of a row, whose list owns the selection. */
export function RowCheckbox({ className }: { className?: string | undefined }) {
  return (
    <AriaCheckbox slot="selection" className={cx(styles.checkbox, className)}>
      <span className={styles.box}>
        <Check size={12} strokeWidth={3} />
      </span>
    </AriaCheckbox>
  );
}
