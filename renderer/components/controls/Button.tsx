import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { flushSync } from 'react-dom';
import { cx } from '../cx.ts';
import { keysText } from '../overlay/keys.ts';
import styles from './Button.module.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

export function Button({ variant = 'plain', ...props }: ButtonProps) {
  return <AriaButton {...props} data-variant={variant} className={cx(styles.button, styles[variant])} />;
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'aria-label' | 'children'> {
  /** The accessible name and the tooltip. */
  readonly label: string;
  /** Shown in the tooltip after the label. */
  readonly hint?: string | undefined;
  /** Written as in `src/model/commands.ts`. */
  readonly keys?: string | undefined;
  readonly children: ReactNode;
}

export function IconButton({ label, hint, keys, ...props }: IconButtonProps) {
  const [isOpen, setOpen] = useState(false);
  // Its own handling of Escape would keep the key from the dialog around the button, which then needs it twice.
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && flushSync(() => setOpen(false));
    window.addEventListener('keydown', close, true);
    return () => window.removeEventListener('keydown', close, true);
  }, [isOpen]);
  return (
    <TooltipTrigger delay={500} closeDelay={0} isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton {...props} aria-label={label} className={cx(styles.button, styles.icon)} />
      <Tooltip className={cx(styles.tooltip)} offset={6}>
        {hint ? `${label} ${hint}` : label}
        {keys && <kbd className={styles.shortcut}>{keysText(keys)}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
