import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './FramedText.module.css';

interface FramedTextProps {
  /** Sets the maximum height. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A verbatim text to read and copy, in a scrolling frame. */
export function FramedText({ className, children }: FramedTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached with the keyboard.
    <pre tabIndex={0} className={cx(styles.text, className)}>
      {children}
    </pre>
  );
}
