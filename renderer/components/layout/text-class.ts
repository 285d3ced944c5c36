import { cx } from '../cx.ts';
import styles from './primitives.module.css';

/** The look of a text and its place in a row: tokens of styles/tokens.css, never raw values. */
export interface TextStyle {
  readonly size?: 'xs' | 's' | 'm' | 'l';
  readonly tone?: 'ink' | 'soft' | 'faint' | 'accent' | 'good' | 'warning' | 'danger';
  readonly weight?: 'regular' | 'medium' | 'bold';
  readonly mono?: boolean;
  /** Digits of equal width, for numbers that change or form columns. */
  readonly tabular?: boolean;
  /** Breaks inside long words, such as paths. */
  readonly breaks?: boolean;
  readonly nowrap?: boolean;
  /** In a row: keeps its width (fixed), may become narrower than its text (shrink), or takes the free width (grow). */
  readonly fixed?: boolean;
  readonly shrink?: boolean;
  readonly grow?: boolean;
  /** In a row: puts the free width before or after the text. */
  readonly push?: 'start' | 'end';
}

/** The class names of a text style, for elements that Text cannot be: icons, buttons, parts of React Aria. */
export function textClass(style: TextStyle): string {
  const { size, tone, weight, mono, tabular, breaks, nowrap, fixed, shrink, grow, push } = style;
  return cx(
    size && styles[`size-${size}`],
    tone && styles[`tone-${tone}`],
    weight && styles[`weight-${weight}`],
    mono && styles.mono,
    tabular && styles.tabular,
    breaks && styles.breaks,
    nowrap && styles.nowrap,
    fixed && styles.fixed,
    shrink && styles.shrink,
    grow && styles.grow,
    push && styles[`push-${push}`],
  );
}
