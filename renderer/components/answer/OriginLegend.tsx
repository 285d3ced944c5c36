import { cx } from '../cx.ts';
import { Row } from '../layout/primitives.tsx';
import styles from './OriginLegend.module.css';
import { type Origin, originHue, originKey, originName } from './origin.ts';

interface OriginLegendProps {
  readonly origins: readonly Origin[];
  /** The declared arguments in order. */
  readonly names: readonly string[];
  readonly highlightedKey: string | undefined;
  /** Called with the origin under the pointer, or undefined. */
  readonly onHighlight: (key: string | undefined) => void;
  /** Goes to the next text from this origin. */
  readonly onGo: (key: string) => void;
}

/** Names the origins of the shown text; pointing at one highlights its characters. */
export function OriginLegend({ origins, names, highlightedKey, onHighlight, onGo }: OriginLegendProps) {
  return (
    <Row as="ul" aria-label="Where the text came from" wrap rowGap="2px" gap={1} shrink>
      {origins.map((from) => {
        const key = originKey(from);
        return (
          <li key={key}>
            <button
              type="button"
              data-thread={originHue(from, names)}
              className={cx(styles.origin, styles[from.kind], highlightedKey === key && styles.lit)}
              onPointerEnter={() => onHighlight(key)}
              onPointerLeave={() => onHighlight(undefined)}
              onFocus={() => onHighlight(key)}
              onBlur={() => onHighlight(undefined)}
              onClick={() => onGo(key)}
            >
              {originName(from)}
            </button>
          </li>
        );
      })}
    </Row>
  );
}
