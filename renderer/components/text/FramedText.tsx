import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './FramedText.module.css';

interface FramedTextProps {
  /** Says how high it may be. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A text to be read letter by letter and copied, in a frame that scrolls. */
export function FramedText({ className, children }: FramedTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached with the keyboard.
    <pre tabIndex={0} className={cx(styles.text, className)}>
      {children}
    </pre>
  );
}
