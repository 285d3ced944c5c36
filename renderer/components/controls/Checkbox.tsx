import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { cx } from '../cx.ts';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  /** The label. */
  readonly children: ReactNode;
}

export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={cx(styles.checkbox)}>
      <span className={styles.box}>
        <Check size={12} strokeWidth={3} />
      </span>
      {children}
    </AriaCheckbox>
  );
}
