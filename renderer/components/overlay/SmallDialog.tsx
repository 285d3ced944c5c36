import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { cx } from '../cx.ts';
import { useKeptFocus } from './useKeptFocus.ts';

interface SmallDialogProps {
  readonly label: string;
  /** The id of a text inside that explains it. */
  readonly describedBy?: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

const firstControl = (dialog: HTMLElement) => dialog.querySelector<HTMLElement>('button:not(:disabled), input');

/**
 * The content of a popover. Its first control takes the focus, also that of a control that is gone. The focus stays inside
 * until the popover closes and its button gets it back.
 */
export function SmallDialog({ label, describedBy, className, children }: SmallDialogProps) {
  const dialog = useRef<HTMLElement>(null);
  useKeptFocus(dialog, firstControl);
  useEffect(() => {
    // After the dialog itself, which react-aria focuses.
    if (dialog.current) firstControl(dialog.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <Dialog
      ref={dialog}
      aria-label={label}
      className={cx(className)}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      {children}
    </Dialog>
  );
}
