import type { ElementType, HTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import styles from './primitives.module.css';
import { type TextStyle, textClass } from './text-class.ts';

/** A step of the spacing scale (`--space-2` is 2), or one of the few distances below it. */
type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | '2px' | '3px' | '5px' | '6px';

interface TextProps extends TextStyle, HTMLAttributes<HTMLElement> {
  /** The HTML element. */
  readonly as?: ElementType;
}

interface StackProps extends TextProps {
  readonly gap?: Gap;
  /** Children keep their own width instead of filling the column. */
  readonly align?: 'start';
  /** Rows stay at the top when the stack is higher than its content. */
  readonly packed?: boolean;
}

interface RowProps extends TextProps {
  readonly gap?: Gap;
  /** The distance between wrapped lines, when it differs from `gap`. */
  readonly rowGap?: Gap;
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  readonly justify?: 'center' | 'end' | 'between';
  readonly wrap?: boolean;
}

const justification = { center: 'center', end: 'flex-end', between: 'space-between' } as const;

/** Children below each other. */
export function Stack({ as = 'div', gap, align, packed, ...rest }: StackProps) {
  const layout = { gap: length(gap), justifyItems: align, alignContent: packed ? 'start' : undefined };
  return <Element as={as} base={styles.stack} {...rest} style={{ ...layout, ...rest.style }} />;
}

/** Children beside each other. */
export function Row({ as = 'div', gap, rowGap = gap, align, justify, wrap, ...rest }: RowProps) {
  const layout = {
    rowGap: length(rowGap),
    columnGap: length(gap),
    alignItems: align,
    justifyContent: justify && justification[justify],
    flexWrap: wrap ? ('wrap' as const) : undefined,
  };
  return <Element as={as} base={styles.row} {...rest} style={{ ...layout, ...rest.style }} />;
}

/** A paragraph, or another element of text, in one of the type sizes and colours. */
export function Text({ as = 'p', ...rest }: TextProps) {
  return <Element as={as} {...rest} />;
}

/** A text of one line that ends in an ellipsis when there is no room for it. */
export function Truncate({ as = 'span', ...rest }: TextProps) {
  return <Element as={as} base={styles.truncate} {...rest} />;
}

interface ElementProps extends TextProps {
  readonly as: ElementType;
  readonly base?: string | undefined;
}

function Element({ as: Tag, base, className, ...props }: ElementProps) {
  const { size, tone, weight, mono, tabular, breaks, nowrap, fixed, shrink, grow, push, ...rest } = props;
  return <Tag {...rest} className={cx(base, textClass(props), className)} />;
}

function length(gap: Gap | undefined): string | number | undefined {
  return typeof gap === 'number' && gap > 0 ? `var(--space-${gap})` : gap;
}
