import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { cx } from '../cx.ts';

interface SmallDialogProps {
  readonly label: string;
  /** The id of a text inside that explains it. */
  readonly describedBy?: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * The content of a popover. Its first control takes the focus, which stays inside until the popover closes and its
 * button gets it back.
 */
export function SmallDialog({ label, describedBy, className, children }: SmallDialogProps) {
  const dialog = useRef<HTMLElement>(null);
  useEffect(() => {
    // After the dialog itself, which react-aria focuses.
    dialog.current?.querySelector<HTMLElement>('button:not(:disabled), input')?.focus({ preventScroll: true });
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
